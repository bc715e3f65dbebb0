// Convex shapes for the collision test of the page: SRDF spheres, primitives, and hulls of meshes.

import { BufferGeometry, Matrix4, Vector3 } from "three";
import type { Assets } from "./assets";
import type { Convex } from "./convex";
import { transform } from "./pose";
import { corners, shapeBox } from "./shapes";
import type { Geometry, Link, Shape, Vec3 } from "./types";

const DIRECTIONS: Vec3[] = Array.from({ length: 96 }, (_, k) => {
  const z = 1 - (2 * (k + 0.5)) / 96;
  const turn = k * Math.PI * (3 - Math.sqrt(5));
  const flat = Math.sqrt(1 - z * z);
  return [flat * Math.cos(turn), flat * Math.sin(turn), z];
});
const hulls = new Map<string, Vec3[]>();

/** The convex shapes of a link in its frame. */
export async function convexOf(link: Link, assets: Assets): Promise<Convex[]> {
  if (link.spheres.length) {
    return link.spheres.map(({ center, radius }) => ({ points: [center], radius }));
  }
  const shapes = link.collisions.length ? link.collisions : link.visuals;
  const found = await Promise.all(shapes.map((one) => convex(one, assets)));
  return found.filter((one) => one !== null);
}

async function convex(one: Geometry, assets: Assets): Promise<Convex | null> {
  const { shape, pose } = one;
  const made = await points(shape, assets);
  return made && { points: made.points.map((p) => transform(pose, p)), radius: made.radius };
}

async function points(shape: Shape, assets: Assets): Promise<Convex | null> {
  switch (shape.kind) {
    case "sphere":
      return { points: [[0, 0, 0]], radius: shape.radius };
    case "capsule":
      return { points: [-1, 1].map((s): Vec3 => [0, 0, (s * shape.length) / 2]), radius: shape.radius };
    case "cylinder":
    case "cone": {
      const half = shape.length / 2;
      const rim = (z: number): Vec3[] => circle().map(([x, y]) => [x * shape.radius, y * shape.radius, z]);
      const top: Vec3[] = shape.kind === "cone" ? [[0, 0, half]] : rim(half);
      return { points: [...rim(-half), ...top], radius: 0 };
    }
    case "ellipsoid":
      return {
        points: DIRECTIONS.map((d) => d.map((v, k) => v * shape.radii[k]!) as Vec3),
        radius: 0,
      };
    case "mesh": {
      if (shape.asset !== null) {
        const hull = await meshHull(shape.asset, assets).catch(() => null);
        if (hull) {
          return { points: hull.map((p) => p.map((v, k) => v * shape.scale[k]!) as Vec3), radius: 0 };
        }
      }
      break;
    }
  }
  const box = shapeBox(shape);
  return box && { points: corners(box), radius: 0 };
}

const circle = (): [number, number][] =>
  Array.from({ length: 24 }, (_, k) => [Math.cos((k * Math.PI) / 12), Math.sin((k * Math.PI) / 12)]);

/** The extreme vertices of a mesh in many directions. */
async function meshHull(id: string, assets: Assets): Promise<Vec3[]> {
  const known = hulls.get(id);
  if (known) return known;
  const best: Vec3[] = DIRECTIONS.map(() => [0, 0, 0]);
  const most = new Float64Array(DIRECTIONS.length).fill(-Infinity);
  for (const { geometry, matrix } of await assets.mesh(id)) extremes(geometry, matrix, best, most);
  const found = [...new Map(best.map((one) => [one.join(), one])).values()];
  hulls.set(id, found);
  return found;
}

function extremes(geometry: BufferGeometry, matrix: Matrix4, best: Vec3[], most: Float64Array): void {
  const position = geometry.getAttribute("position");
  const step = Math.max(1, Math.floor(position.count / 20000));
  const at = new Vector3();
  for (let k = 0; k < position.count; k += step) {
    at.fromBufferAttribute(position, k).applyMatrix4(matrix);
    for (let d = 0; d < DIRECTIONS.length; d++) {
      const [x, y, z] = DIRECTIONS[d]!;
      const along = at.x * x + at.y * y + at.z * z;
      if (along > most[d]!) {
        most[d] = along;
        best[d] = [at.x, at.y, at.z];
      }
    }
  }
}
