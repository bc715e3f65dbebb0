// Numbers in the form for users.

import type { Variable } from "../types";

const DEGREES = 180 / Math.PI;

/** The factor from the unit of the description to the unit that is shown. */
export function factor(unit: Variable["unit"], isDegrees: boolean): number {
  return unit === "rad" && isDegrees ? DEGREES : 1;
}

export function unitName(unit: Variable["unit"], isDegrees: boolean): string {
  return unit === "rad" ? (isDegrees ? "°" : "rad") : unit;
}

/** The shortest text of a number at the precision of a slider. */
export function shown(value: number, unit: Variable["unit"], isDegrees: boolean): string {
  const digits = unit === "rad" && isDegrees ? 1 : unit === "rad" ? 3 : 4;
  const text = (value * factor(unit, isDegrees)).toFixed(digits);
  return text.replace(/^-(0(?:\.0*)?)$/, "$1");
}

/**
 * The value that a user typed, in the unit of the description; null if invalid.
 *
 * Products and quotients of numbers and pi are read, so that `pi/2` is a right angle: an
 * expression with pi is in radians for any displayed unit.
 */
export function parsed(text: string, unit: Variable["unit"], isDegrees: boolean): number | null {
  const plain = text.replace(/\s/g, "").replace(",", ".").replace("−", "-").toLowerCase();
  const [sign, body] = /^[+-]/.test(plain) ? [plain[0] === "-" ? -1 : 1, plain.slice(1)] : [1, plain];
  let value = sign;
  let hasPi = false;
  for (const [index, piece] of body.split(/(?=[*/])/).entries()) {
    const operator = /^[*/]/.exec(piece)?.[0];
    const term = operator ? piece.slice(1) : piece;
    const isPi = term === "pi" || term === "π";
    if (!isPi && !/^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(term)) return null;
    if (index === 0 && operator) return null;
    hasPi ||= isPi;
    const number = isPi ? Math.PI : Number(term);
    value = operator === "/" ? value / number : value * number;
  }
  if (!Number.isFinite(value)) return null;
  return hasPi ? value : value / factor(unit, isDegrees);
}

/** The entry that a `<select>` names by its number; undefined for the empty choice of all. */
export function chosenAt<T>(entries: T[] | undefined, value: string): T | undefined {
  return value === "" ? undefined : entries?.[Number(value)];
}

export function digits(value: number, count = 4): string {
  if (!Number.isFinite(value)) return "unknown";
  if (value !== 0 && (Math.abs(value) < 1e-4 || Math.abs(value) >= 1e6)) return value.toExponential(count - 2);
  return String(Number(value.toPrecision(count)));
}

export function vector(values: ArrayLike<number>, count = 4): string {
  return Array.from(values, (one) => digits(Math.abs(one) < 1e-12 ? 0 : one, count)).join("  ");
}

export function length(value: number): string {
  return Math.abs(value) < 1 ? `${digits(1000 * value)} mm` : `${digits(value)} m`;
}

/** Lengths with one unit. */
export function lengths(values: number[], separator = " × "): string {
  const isSmall = Math.max(...values.map(Math.abs)) < 1;
  return `${values.map((one) => digits(isSmall ? 1000 * one : one)).join(separator)} ${isSmall ? "mm" : "m"}`;
}

export function mass(value: number): string {
  return value < 0.1 && value > 0 ? `${digits(1000 * value)} g` : `${digits(value)} kg`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
