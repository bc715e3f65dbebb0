// Textures on primitive shapes and around the scene, as drawn by MuJoCo.

import {
  BackSide,
  BoxGeometry,
  BufferGeometry,
  CubeTexture,
  Float32BufferAttribute,
  Mesh,
  ShaderMaterial,
} from "three";
import type { Lit } from "./materials";
import { ENDLESS } from "./shapes";
import type { Pattern, Shape, Vec3 } from "./types";

const known = new Map<string, BufferGeometry>();

/**
 * The geometry of a primitive with texture coordinates: `uv` of a flat picture, `cubeAt` of a
 * cube map.
 *
 * The coordinates are those of MuJoCo 4, computed from the shape with half lengths of 1.
 */
export function patterned(
  geometry: BufferGeometry,
  shape: Shape,
  pattern: Pattern,
  reach: number,
): BufferGeometry {
  const key = JSON.stringify([shape, pattern.kind, pattern.repeat, pattern.is_uniform, reach]);
  let found = known.get(key);
  if (!found) known.set(key, (found = withCoordinates(geometry, shape, pattern, reach)));
  return found;
}

function withCoordinates(
  geometry: BufferGeometry,
  shape: Shape,
  { kind, repeat, is_uniform }: Pattern,
  reach: number,
): BufferGeometry {
  const made = geometry.index ? geometry.toNonIndexed() : geometry.clone();
  const at = made.getAttribute("position");
  const half = is_uniform ? halfOf(shape) : [1, 1, 1];
  const values: number[] = [];
  for (let first = 0; first < at.count; first += 3) {
    const corners = [first, first + 1, first + 2].map((k): Vec3 => [at.getX(k), at.getY(k), at.getZ(k)]);
    const middle = corners.reduce((sum, corner) => sum + corner[2] / 3, 0);
    const points = corners.map((corner) => unitOf(shape, corner, middle, reach));
    if (kind === "cube") values.push(...points.flatMap((point) => point.map((one, k) => one * half[k]!)));
    else {
      const places = flat(shape, points, Math.abs(middle) > capOf(shape));
      values.push(...places.flatMap((place) => place.map((one, k) => one * repeat[k]! * half[k]!)));
    }
  }
  if (kind === "cube") made.setAttribute("cubeAt", new Float32BufferAttribute(values, 3));
  else made.setAttribute("uv", new Float32BufferAttribute(values, 2));
  return made;
}

/** The half lengths of a shape; 1 along infinite directions. */
function halfOf(shape: Shape): number[] {
  switch (shape.kind) {
    case "box":
      return shape.size.map((one) => one / 2);
    case "ellipsoid":
      return shape.radii;
    case "cylinder":
    case "cone":
    case "capsule":
      return [shape.radius, shape.radius, shape.length / 2];
    case "sphere":
      return [shape.radius, shape.radius, shape.radius];
    case "plane":
      return shape.size ? [shape.size[0] / 2, shape.size[1] / 2, 1] : [1, 1, 1];
    default:
      return [1, 1, 1];
  }
}

/** The distance from the centre at which the caps of the drawn geometry begin. */
function capOf(shape: Shape): number {
  if (shape.kind === "capsule") return shape.length / 2;
  return shape.kind === "cylinder" ? 0.49 : Infinity;
}

/**
 * A point of the drawn geometry in the shape with half lengths of 1; the caps of a capsule are
 * two spheres.
 */
function unitOf(shape: Shape, [x, y, z]: Vec3, middle: number, reach: number): Vec3 {
  switch (shape.kind) {
    case "box":
      return [2 * x, 2 * y, 2 * z];
    case "plane": {
      const scale = shape.size ? 2 : ENDLESS * reach;
      return [scale * x, scale * y, 0];
    }
    case "cylinder":
    case "cone":
      return [x, y, 2 * z];
    case "capsule": {
      const half = shape.length / 2;
      const isCap = Math.abs(middle) > half;
      const along = isCap ? (z - Math.sign(middle) * half) / shape.radius : z / half;
      return [x / shape.radius, y / shape.radius, along];
    }
    default:
      return [x, y, z];
  }
}

/** The texture coordinates of a triangle in a flat picture that covers the shape once. */
function flat(shape: Shape, points: Vec3[], isCap: boolean): [number, number][] {
  const across = (x: number, y: number): [number, number] => [0.5 * (x + 1), 0.5 * (1 - y)];
  switch (shape.kind) {
    case "plane": // the picture of an infinite plane starts at its origin
      return points.map(([x, y]) => (shape.size ? across(x, y) : [0.5 * x, -0.5 * y]));
    case "box": {
      const side = [0, 1, 2].find((k) => points.every((point) => Math.abs(point[k]! - points[0]![k]!) < 1e-6)) ?? 2;
      const [u, v] = [[1, 2], [0, 2], [0, 1]][side]!;
      return points.map((point) => across(point[u!]!, point[v!]!));
    }
    case "cylinder":
      if (isCap) return points.map(([x, y]) => across(x, -y));
      return around(points, ([, , z]) => 0.5 * (1 - z));
    case "capsule":
      if (isCap) return around(points, ([, , z]) => (polar(z) * 2) % 1 || (z < -0.5 ? 1 : 0));
      return around(points, ([, , z]) => 0.5 * (1 - z));
    default:
      return around(points, ([, , z]) => polar(z));
  }
}

/** The angle from the upper pole of a ball, 0 to 1. */
const polar = (z: number): number => Math.acos(Math.max(-1, Math.min(1, z))) / Math.PI;

/**
 * Coordinates around the axis, without a jump in a triangle across the seam; a corner at a pole
 * gets the mean of the other corners.
 */
function around(points: Vec3[], down: (point: Vec3) => number): [number, number][] {
  const isPole = points.map(([x, y]) => Math.hypot(x, y) < 1e-6);
  const turns = points.map(([x, y]) => (Math.atan2(y, x) / (2 * Math.PI) + 1) % 1);
  const least = Math.min(...turns.filter((_, k) => !isPole[k]));
  const unwound = turns.map((turn) => (turn > least + 0.5 ? turn - 1 : turn));
  const others = unwound.filter((_, k) => !isPole[k]);
  const mean = others.reduce((sum, turn) => sum + turn, 0) / others.length;
  return points.map((point, k) => [isPole[k] ? mean : unwound[k]!, down(point)]);
}

/** Set a cube map as the picture of a material. */
export function withCube(base: Lit, cube: CubeTexture): Lit {
  const made = base.clone();
  made.onBeforeCompile = (shader) => {
    shader.uniforms["cube"] = { value: cube };
    shader.vertexShader = `attribute vec3 cubeAt;\nvarying vec3 toCube;\n${shader.vertexShader}`.replace(
      "#include <begin_vertex>",
      "#include <begin_vertex>\ntoCube = cubeAt;",
    );
    shader.fragmentShader = `uniform samplerCube cube;\nvarying vec3 toCube;\n${shader.fragmentShader}`.replace(
      "#include <map_fragment>",
      "diffuseColor *= textureCube(cube, toCube);",
    );
  };
  return made;
}

/** The picture around the scene, whose third axis is up. */
export function skyOf(cube: CubeTexture): Mesh<BoxGeometry, ShaderMaterial> {
  const material = new ShaderMaterial({
    side: BackSide,
    depthTest: false,
    depthWrite: false,
    uniforms: { cube: { value: cube } },
    vertexShader: `
varying vec3 way;
void main() {
  way = vec3(position.x, position.z, -position.y);
  gl_Position = (projectionMatrix * mat4(mat3(viewMatrix)) * vec4(position, 1.0)).xyww;
}`,
    fragmentShader: `
uniform samplerCube cube;
varying vec3 way;
void main() {
  gl_FragColor = textureCube(cube, way);
  #include <colorspace_fragment>
}`,
  });
  const sky = new Mesh(new BoxGeometry(2, 2, 2), material);
  sky.frustumCulled = false;
  sky.renderOrder = -10;
  return sky;
}
