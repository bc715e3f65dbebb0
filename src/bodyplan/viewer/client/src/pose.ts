// Poses as 12 numbers: the upper three rows of a 4×4 matrix, row by row.

import type { Matrix4 } from "three";
import type { Pose, Vec3 } from "./types";

export type Buffer12 = Float64Array | number[];

export const IDENTITY: Pose = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

/** Write a·b into `out` at an offset; `out` must not overlap with `a` or `b`. */
export function multiply(
  out: Buffer12,
  o: number,
  a: ArrayLike<number>,
  i: number,
  b: ArrayLike<number>,
  j: number,
): void {
  for (let row = 0; row < 12; row += 4) {
    const x = a[i + row]!;
    const y = a[i + row + 1]!;
    const z = a[i + row + 2]!;
    out[o + row] = x * b[j]! + y * b[j + 4]! + z * b[j + 8]!;
    out[o + row + 1] = x * b[j + 1]! + y * b[j + 5]! + z * b[j + 9]!;
    out[o + row + 2] = x * b[j + 2]! + y * b[j + 6]! + z * b[j + 10]!;
    out[o + row + 3] = x * b[j + 3]! + y * b[j + 7]! + z * b[j + 11]! + a[i + row + 3]!;
  }
}

export function product(a: ArrayLike<number>, b: ArrayLike<number>): Pose {
  const out: Pose = new Array<number>(12);
  multiply(out, 0, a, 0, b, 0);
  return out;
}

export function inverse(a: ArrayLike<number>): Pose {
  const [x, y, z] = [a[3]!, a[7]!, a[11]!];
  const out: Pose = [a[0]!, a[4]!, a[8]!, 0, a[1]!, a[5]!, a[9]!, 0, a[2]!, a[6]!, a[10]!, 0];
  for (let row = 0; row < 12; row += 4) {
    out[row + 3] = -(out[row]! * x + out[row + 1]! * y + out[row + 2]! * z);
  }
  return out;
}

/** The rotation from z to a direction; the identity for a zero vector. */
export function rotateToNormal([x, y, z]: Vec3): Pose {
  const length = Math.hypot(x, y, z);
  const out = [...IDENTITY];
  if (length === 0) return out;
  const flat = Math.hypot(x, y);
  const axis: Vec3 = flat > 1e-12 * length ? [-y / flat, x / flat, 0] : [0, 1, 0];
  turn(out, axis, Math.atan2(flat, z));
  return out;
}

/** Write the rotation about a unit axis. */
export function turn(out: Buffer12, axis: Vec3, angle: number): void {
  const [x, y, z] = axis;
  const s = Math.sin(angle);
  const c = Math.cos(angle);
  const t = 1 - c;
  out[0] = t * x * x + c;
  out[1] = t * x * y - s * z;
  out[2] = t * x * z + s * y;
  out[4] = t * x * y + s * z;
  out[5] = t * y * y + c;
  out[6] = t * y * z - s * x;
  out[8] = t * x * z - s * y;
  out[9] = t * y * z + s * x;
  out[10] = t * z * z + c;
  out[3] = out[7] = out[11] = 0;
}

/** Write the rotation of a quaternion x, y, z, w, which is normalized; no rotation if it is zero. */
export function rotate(out: Buffer12, qx: number, qy: number, qz: number, qw: number): void {
  const n = Math.hypot(qx, qy, qz, qw);
  const [x, y, z, w] = n > 0 ? [qx / n, qy / n, qz / n, qw / n] : [0, 0, 0, 1];
  out[0] = 1 - 2 * (y * y + z * z);
  out[1] = 2 * (x * y - z * w);
  out[2] = 2 * (x * z + y * w);
  out[4] = 2 * (x * y + z * w);
  out[5] = 1 - 2 * (x * x + z * z);
  out[6] = 2 * (y * z - x * w);
  out[8] = 2 * (x * z - y * w);
  out[9] = 2 * (y * z + x * w);
  out[10] = 1 - 2 * (x * x + y * y);
  out[3] = out[7] = out[11] = 0;
}

export function toMatrix4(into: Matrix4, a: ArrayLike<number>, i = 0): Matrix4 {
  const e = into.elements;
  e[0] = a[i]!;
  e[4] = a[i + 1]!;
  e[8] = a[i + 2]!;
  e[12] = a[i + 3]!;
  e[1] = a[i + 4]!;
  e[5] = a[i + 5]!;
  e[9] = a[i + 6]!;
  e[13] = a[i + 7]!;
  e[2] = a[i + 8]!;
  e[6] = a[i + 9]!;
  e[10] = a[i + 10]!;
  e[14] = a[i + 11]!;
  e[3] = e[7] = e[11] = 0;
  e[15] = 1;
  return into;
}

export function transform(a: ArrayLike<number>, [x, y, z]: Vec3, i = 0): Vec3 {
  return [
    a[i]! * x + a[i + 1]! * y + a[i + 2]! * z + a[i + 3]!,
    a[i + 4]! * x + a[i + 5]! * y + a[i + 6]! * z + a[i + 7]!,
    a[i + 8]! * x + a[i + 9]! * y + a[i + 10]! * z + a[i + 11]!,
  ];
}

export function direction(a: ArrayLike<number>, [x, y, z]: Vec3, i = 0): Vec3 {
  return [
    a[i]! * x + a[i + 1]! * y + a[i + 2]! * z,
    a[i + 4]! * x + a[i + 5]! * y + a[i + 6]! * z,
    a[i + 8]! * x + a[i + 9]! * y + a[i + 10]! * z,
  ];
}

/** Roll, pitch, yaw as URDF defines them. */
export function rpy(a: ArrayLike<number>): Vec3 {
  const pitch = Math.atan2(-a[8]!, Math.hypot(a[0]!, a[4]!));
  if (Math.abs(Math.cos(pitch)) < 1e-9) {
    return [Math.atan2(-a[6]!, a[5]!), pitch, 0];
  }
  return [Math.atan2(a[9]!, a[10]!), pitch, Math.atan2(a[4]!, a[0]!)];
}

/** The angle of a rotation [rad]. */
export function angle(a: ArrayLike<number>): number {
  const x = a[9]! - a[6]!;
  const y = a[2]! - a[8]!;
  const z = a[4]! - a[1]!;
  return Math.atan2(Math.hypot(x, y, z), a[0]! + a[5]! + a[10]! - 1);
}
