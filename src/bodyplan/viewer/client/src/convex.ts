// The test whether two convex shapes overlap, with the algorithm of Gilbert, Johnson and Keerthi.

import type { Vec3 } from "./types";

/** A convex shape: the convex hull of points, enlarged by a radius. */
export interface Convex {
  points: Vec3[];
  radius: number;
}

const STEPS = 48;
const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const negative = (a: Vec3): Vec3 => [-a[0], -a[1], -a[2]];

function farthest({ points, radius }: Convex, d: Vec3): Vec3 {
  let best = points[0]!;
  let most = -Infinity;
  for (const one of points) {
    const along = dot(one, d);
    if (along > most) {
      most = along;
      best = one;
    }
  }
  if (radius === 0) return best;
  const scale = radius / (Math.hypot(...d) || 1);
  return [best[0] + d[0] * scale, best[1] + d[1] * scale, best[2] + d[2] * scale];
}

export function overlap(a: Convex, b: Convex): boolean {
  if (a.points.length === 1 && b.points.length === 1) {
    return Math.hypot(...minus(a.points[0]!, b.points[0]!)) < a.radius + b.radius;
  }
  const support = (d: Vec3): Vec3 => minus(farthest(a, d), farthest(b, negative(d)));
  let d = minus(b.points[0]!, a.points[0]!);
  if (dot(d, d) === 0) d = [1, 0, 0];
  const simplex: Vec3[] = [support(d)];
  d = negative(simplex[0]!);
  for (let step = 0; step < STEPS; step++) {
    if (dot(d, d) < 1e-24) return true; // they touch
    const point = support(d);
    if (dot(point, d) < 0) return false;
    simplex.push(point);
    const next = reduce(simplex);
    if (next === null) return true;
    d = next;
  }
  return true;
}

/**
 * Reduce the simplex to the part nearest to the origin; return the direction to the origin, null
 * if inside.
 */
function reduce(simplex: Vec3[]): Vec3 | null {
  const a = simplex[simplex.length - 1]!;
  const ao = negative(a);
  if (simplex.length === 2) return line(simplex, a, simplex[0]!, ao);
  if (simplex.length === 3) return triangle(simplex, a, simplex[1]!, simplex[0]!, ao);
  const [p, q, r] = [simplex[2]!, simplex[1]!, simplex[0]!];
  for (const [b, c, other] of [
    [p, q, r],
    [q, r, p],
    [r, p, q],
  ] as const) {
    let normal = cross(minus(b, a), minus(c, a));
    if (dot(normal, minus(other, a)) > 0) normal = negative(normal);
    if (dot(normal, ao) > 0) {
      simplex.splice(0, 4, c, b, a);
      return triangle(simplex, a, b, c, ao);
    }
  }
  return null;
}

function line(simplex: Vec3[], a: Vec3, b: Vec3, ao: Vec3): Vec3 {
  const ab = minus(b, a);
  if (dot(ab, ao) > 0) {
    simplex.splice(0, simplex.length, b, a);
    return cross(cross(ab, ao), ab);
  }
  simplex.splice(0, simplex.length, a);
  return ao;
}

function triangle(simplex: Vec3[], a: Vec3, b: Vec3, c: Vec3, ao: Vec3): Vec3 {
  const ab = minus(b, a);
  const ac = minus(c, a);
  const normal = cross(ab, ac);
  if (dot(cross(normal, ac), ao) > 0) {
    return dot(ac, ao) > 0 ? line(simplex, a, c, ao) : line(simplex, a, b, ao);
  }
  if (dot(cross(ab, normal), ao) > 0) return line(simplex, a, b, ao);
  if (dot(normal, ao) > 0) {
    simplex.splice(0, simplex.length, c, b, a);
    return normal;
  }
  simplex.splice(0, simplex.length, b, c, a);
  return negative(normal);
}
