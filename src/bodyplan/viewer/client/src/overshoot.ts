// The overshoot of spheres and collision shapes beyond the approximated geometry: colours and
// legend.

import { Color } from "three";
import type { LinkOvershoot } from "./records";

type Values = (number | null)[];

/**
 * The colours from the smallest to the largest overshoot, which can be distinguished with
 * red-green colour blindness, too.
 */
const COLORS = [0x2c7bb6, 0x7fc6d6, 0xf5e663, 0xf59a3a, 0xc9252d].map((hex) => new Color(hex));
const UNKNOWN = 0x9aa3ad;
/** The number of colours of collision shapes; more could not be distinguished. */
const STEPS = 32;
const [WIDTH, HEIGHT, EDGE] = [212, 58, 12] as const;

export const NO_OVERSHOOT: LinkOvershoot = { spheres: [], collisions: [] };

/** The colour of an overshoot on the scale from 0 to the largest [m]. */
export function overshootColor(value: number | null | undefined, largest: number): number {
  if (value === null || value === undefined) return UNKNOWN;
  const share = largest > 0 ? Math.min(1, Math.max(0, value / largest)) : 0;
  const at = (Math.round(share * STEPS) / STEPS) * (COLORS.length - 1);
  const low = Math.min(Math.floor(at), COLORS.length - 2);
  return new Color().lerpColors(COLORS[low]!, COLORS[low + 1]!, at - low).getHex();
}

/** The overshoots from a server or a file, for each robot by link. */
export function cleanOvershoot(raw: unknown): LinkOvershoot[][] {
  return list(field(raw, "robots")).map((links) =>
    list(links).map((one) => ({ spheres: values(field(one, "spheres")), collisions: values(field(one, "collisions")) })),
  );
}

const list = (raw: unknown): unknown[] => (Array.isArray(raw) ? raw : []);
const field = (raw: unknown, name: string): unknown =>
  typeof raw === "object" && raw !== null ? (raw as Record<string, unknown>)[name] : undefined;
const values = (raw: unknown): Values =>
  list(raw).map((one) => (typeof one === "number" && Number.isFinite(one) ? one : null));

/** The largest overshoot of the shown shapes [m]; null if unknown. */
export function largestOf(robots: LinkOvershoot[][], hasSpheres: boolean, hasCollisions: boolean): number | null {
  let most: number | null = null;
  for (const { spheres, collisions } of robots.flat()) {
    for (const one of [...(hasSpheres ? spheres : []), ...(hasCollisions ? collisions : [])]) {
      if (one !== null) most = Math.max(most ?? 0, one);
    }
  }
  return most;
}

export async function fetchOvershoot(): Promise<LinkOvershoot[][]> {
  const embedded = document.getElementById("overshoot");
  if (embedded) return cleanOvershoot(JSON.parse(embedded.textContent ?? ""));
  const answer = await fetch("/overshoot.json", { cache: "no-store" });
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return cleanOvershoot(await answer.json());
}

export const legendText = (largest: number): string => `Overshoot, largest ${millimetres(largest)}`;

/** The scale of colours, on the page and in pictures. */
export function legend(largest: number, theme: "light" | "dark", scale: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH * scale, HEIGHT * scale];
  canvas.style.cssText = `width:${WIDTH}px;height:${HEIGHT}px`;
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", legendText(largest));
  const pen = canvas.getContext("2d")!;
  pen.scale(scale, scale);
  pen.fillStyle = theme === "light" ? "#ffffffd9" : "#1c2127d9";
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  const fill = pen.createLinearGradient(EDGE, 0, WIDTH - EDGE, 0);
  for (let step = 0; step <= STEPS; step++) {
    fill.addColorStop(step / STEPS, new Color(overshootColor(step, STEPS)).getStyle());
  }
  pen.fillStyle = fill;
  pen.fillRect(EDGE, 25, WIDTH - 2 * EDGE, 9);
  pen.fillStyle = theme === "light" ? "#1f2328" : "#e6e9ed";
  pen.font = "12px system-ui, sans-serif";
  pen.fillText(legendText(largest), EDGE, 17);
  pen.font = "11px system-ui, sans-serif";
  pen.fillText("0", EDGE, 49);
  pen.textAlign = "right";
  pen.fillText(millimetres(largest), WIDTH - EDGE, 49);
  return canvas;
}

const millimetres = (value: number): string => `${Number((1000 * value).toPrecision(3))} mm`;
