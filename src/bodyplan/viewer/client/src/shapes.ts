// Geometry of primitive shapes, shared by all of the same form, and the boxes around shapes.

import {
  BoxGeometry,
  BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  Matrix4,
  PlaneGeometry,
  Quaternion,
  SphereGeometry,
  Vector3,
} from "three";
import { transform } from "./pose";
import type { Geometry, Pose, Shape, Vec3 } from "./types";

export type Box = [Vec3, Vec3];
/** The drawn size of an infinite plane, as a multiple of the size of the scene. */
export const ENDLESS = 12;
const made = new Map<string, BufferGeometry>();

function shared(key: string, make: () => BufferGeometry): BufferGeometry {
  let found = made.get(key);
  if (!found) made.set(key, (found = make()));
  return found;
}

const upright = (geometry: BufferGeometry): BufferGeometry => geometry.rotateX(Math.PI / 2);
export const unitBox = (): BufferGeometry => shared("box", () => new BoxGeometry(1, 1, 1));
export const unitSphere = (): BufferGeometry =>
  shared("sphere", () => upright(new SphereGeometry(1, 32, 20)));
export const coarseSphere = (): BufferGeometry =>
  shared("coarse", () => upright(new SphereGeometry(1, 20, 12)));

/** The geometry of a primitive, and the matrix that gives it its size; null for other shapes. */
export function primitive(
  shape: Shape,
  reach: number,
): { geometry: BufferGeometry; size: Matrix4; key: string } | null {
  const size = new Matrix4();
  switch (shape.kind) {
    case "box":
      return { geometry: unitBox(), size: size.makeScale(...shape.size), key: "box" };
    case "sphere": {
      const r = shape.radius;
      return { geometry: unitSphere(), size: size.makeScale(r, r, r), key: "sphere" };
    }
    case "ellipsoid":
      return { geometry: unitSphere(), size: size.makeScale(...shape.radii), key: "sphere" };
    case "cylinder":
      return {
        geometry: shared("cylinder", () => upright(new CylinderGeometry(1, 1, 1, 40, 1))),
        size: size.makeScale(shape.radius, shape.radius, shape.length),
        key: "cylinder",
      };
    case "cone":
      return {
        geometry: shared("cone", () => upright(new ConeGeometry(1, 1, 40, 1))),
        size: size.makeScale(shape.radius, shape.radius, shape.length),
        key: "cone",
      };
    case "capsule": {
      const key = `capsule ${shape.radius} ${shape.length}`;
      return {
        geometry: shared(key, () => upright(new CapsuleGeometry(shape.radius, shape.length, 10, 32))),
        size,
        key,
      };
    }
    case "plane": {
      const [x, y] = shape.size ?? [reach * ENDLESS, reach * ENDLESS];
      const normal = new Vector3(...shape.normal);
      if (normal.lengthSq() === 0) normal.set(0, 0, 1);
      const turned = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), normal.normalize());
      size.compose(new Vector3(), turned, new Vector3(x, y, 1));
      return { geometry: shared("plane", () => new PlaneGeometry(1, 1)), size, key: "plane" };
    }
    default:
      return null;
  }
}

/** The box around a shape in its own frame; null if unknown or infinite. */
export function shapeBox(shape: Shape): Box | null {
  const around = (x: number, y: number, z: number): Box => [
    [-x, -y, -z],
    [x, y, z],
  ];
  switch (shape.kind) {
    case "box":
      return around(shape.size[0] / 2, shape.size[1] / 2, shape.size[2] / 2);
    case "sphere":
      return around(shape.radius, shape.radius, shape.radius);
    case "ellipsoid":
      return around(...(shape.radii.map(Math.abs) as Vec3));
    case "cylinder":
    case "cone":
      return around(shape.radius, shape.radius, shape.length / 2);
    case "capsule":
      return around(shape.radius, shape.radius, shape.length / 2 + shape.radius);
    case "mesh": {
      if (!shape.bounds) return null;
      const ends = shape.bounds.map((end) => end.map((v, k) => v * shape.scale[k]!) as Vec3);
      return [
        [0, 1, 2].map((k) => Math.min(ends[0]![k]!, ends[1]![k]!)) as Vec3,
        [0, 1, 2].map((k) => Math.max(ends[0]![k]!, ends[1]![k]!)) as Vec3,
      ];
    }
    default:
      return null;
  }
}

export function corners([low, high]: Box): Vec3[] {
  const found: Vec3[] = [];
  for (const x of [low[0], high[0]]) {
    for (const y of [low[1], high[1]]) for (const z of [low[2], high[2]]) found.push([x, y, z]);
  }
  return found;
}

export function grow(box: Box | null, point: Vec3): Box {
  if (!box) return [[...point], [...point]];
  for (let k = 0; k < 3; k++) {
    box[0][k] = Math.min(box[0][k]!, point[k]!);
    box[1][k] = Math.max(box[1][k]!, point[k]!);
  }
  return box;
}

/** The axis-aligned box around a transformed box. */
export function growBy(box: Box | null, other: Box, pose: Pose | Float64Array, at = 0): Box | null {
  for (const corner of corners(other)) box = grow(box, transform(pose, corner, at));
  return box;
}

/** The box around shapes of a link, in its frame. */
export function boxOf(shapes: Geometry[]): Box | null {
  let found: Box | null = null;
  for (const one of shapes) {
    const box = shapeBox(one.shape);
    if (box) found = growBy(found, box, one.pose);
  }
  return found;
}
