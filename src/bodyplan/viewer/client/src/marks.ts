// Marks that can be shown on a robot: frames, axes, inertias, centres of mass, boxes, spheres, names.

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  Group,
  Material,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Quaternion,
  SphereGeometry,
  Sprite,
  Vector3,
} from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import { Instances, type Mark } from "./instances";
import { MovingLines } from "./lines";
import { type Lit, lit } from "./materials";
import { disposeLabel, label } from "./labels";
import { COLORS } from "./materials";
import { multiply, toMatrix4, transform } from "./pose";
import type { Mover, RobotView } from "./robotview";
import { type Box, boxOf, coarseSphere, corners, unitBox } from "./shapes";
import type { Vec3 } from "./types";

export const MARKS = [
  "frames",
  "axes",
  "com",
  "inertia",
  "bounds",
  "spheres",
  "names",
  "skeleton",
  "disabled",
] as const;
export type MarkName = (typeof MARKS)[number];
const MOST_NAMES = 400;

/** A mark that is drawn for a toggle; it is created when first shown. */
export interface Drawing {
  group: Group;
  sprites: Sprite[];
  dispose(): void;
}

export function draw(name: MarkName, view: RobotView, size: number, option: string): Drawing {
  const group = new Group();
  const sprites: Sprite[] = [];
  const movers: Mover[] = [];
  const instances = (geometry: BufferGeometry, material: Material, marks: Mark[], order = 0): void => {
    if (!marks.length) return;
    const made = new Instances(geometry, material, marks, order);
    group.add(made.mesh);
    movers.push(made);
  };
  switch (name) {
    case "frames":
      instances(axesGeometry(), overlayMaterial(), frameMarks(view, size), 12);
      break;
    case "axes":
      instances(arrowGeometry(), overlayMaterial(), axisMarks(view, size), 11);
      break;
    case "com":
      instances(checkered(), overlayMaterial(), massMarks(view, size), 13);
      movers.push(wholeMass(view, group, size));
      break;
    case "inertia":
      inertiaMarks(view, option, instances);
      break;
    case "spheres":
      instances(coarseSphere(), glass(0xffffff, option ? 0.7 : 0.42), sphereMarks(view), 3);
      break;
    case "bounds":
      movers.push(boundsLines(view, group));
      break;
    case "skeleton":
      movers.push(skeleton(view, group));
      break;
    case "disabled":
      movers.push(disabledLines(view, group));
      break;
    case "names":
      view.robot.links.slice(0, MOST_NAMES).forEach((link, at) => {
        const sprite = label(link.name, "", view.theme);
        sprite.matrixAutoUpdate = false;
        sprite.userData["link"] = at;
        sprites.push(sprite);
        group.add(sprite);
      });
      movers.push({
        update: (links, poses) => {
          for (const link of links) {
            const sprite = sprites[link];
            if (sprite) sprite.matrixWorld.setPosition(new Vector3().setFromMatrixPosition(poses[link]!));
          }
        },
      });
      break;
  }
  view.root.add(group);
  for (const mover of movers) view.addMover(mover);
  return {
    group,
    sprites,
    dispose() {
      for (const mover of movers) {
        view.movers.delete(mover);
        if (mover instanceof Instances) mover.dispose();
      }
      sprites.forEach(disposeLabel);
      group.removeFromParent();
    },
  };
}

/** Drawn over all shapes, so that it is visible inside links. */
function overlayMaterial(): MeshBasicMaterial {
  return new MeshBasicMaterial({
    vertexColors: true,
    depthTest: false,
    depthWrite: false,
    transparent: true,
    toneMapped: false,
  });
}

function glass(color: number, opacity: number): Lit {
  return lit({
    color,
    transparent: true,
    opacity,
    depthWrite: false,
    roughness: 0.7,
  });
}

function colored(geometry: BufferGeometry, color: number): BufferGeometry {
  const { r, g, b } = new Color(color);
  const count = geometry.getAttribute("position").count;
  const colors = new Float32Array(3 * count);
  for (let k = 0; k < count; k++) colors.set([r, g, b], 3 * k);
  geometry.setAttribute("color", new BufferAttribute(colors, 3));
  geometry.deleteAttribute("uv");
  return geometry;
}

let axes: BufferGeometry | null = null;
/** Axes of length 1: x red, y green, z blue. */
export function axesGeometry(): BufferGeometry {
  const stick = (color: number, turn: (one: BufferGeometry) => BufferGeometry): BufferGeometry =>
    colored(turn(new CylinderGeometry(0.035, 0.035, 1, 8).translate(0, 0.5, 0)), color);
  axes ??= mergeGeometries([
    stick(0xe5383b, (one) => one.rotateZ(-Math.PI / 2)),
    stick(0x2fa84f, (one) => one),
    stick(0x2f6fed, (one) => one.rotateX(Math.PI / 2)),
  ]);
  return axes;
}

let arrow: BufferGeometry | null = null;
/** A line along z, from -0.5 to 1. */
function arrowGeometry(): BufferGeometry {
  const stick = new CylinderGeometry(0.03, 0.03, 1.3, 10).translate(0, 0.15, 0);
  const tip = new ConeGeometry(0.1, 0.26, 14).translate(0, 0.9, 0);
  arrow ??= mergeGeometries([colored(stick, 0xffffff), colored(tip, 0xffffff)]).rotateX(Math.PI / 2);
  return arrow;
}

let ball: BufferGeometry | null = null;
/** The symbol of a centre of mass: a ball with black and white quarters. */
function checkered(): BufferGeometry {
  if (ball) return ball;
  const made = new SphereGeometry(1, 16, 12).toNonIndexed();
  const at = made.getAttribute("position");
  const colors = new Float32Array(3 * at.count);
  for (let k = 0; k < at.count; k += 3) {
    const mean = [0, 1, 2].map((c) => at.array[3 * k + c]! + at.array[3 * k + 3 + c]! + at.array[3 * k + 6 + c]!);
    const shade = mean[0]! * mean[1]! * mean[2]! > 0 ? 0.02 : 1;
    for (let v = k; v < k + 3; v++) colors.set([shade, shade * 0.86, shade * 0.2 + 0.02], 3 * v);
  }
  made.setAttribute("color", new BufferAttribute(colors, 3));
  ball = made;
  return ball;
}

function frameMarks(view: RobotView, size: number): Mark[] {
  const scale = new Matrix4().makeScale(size, size, size);
  const small = new Matrix4().makeScale(size * 0.6, size * 0.6, size * 0.6);
  const { links, frames } = view.robot;
  return [
    ...links.map((_, link) => ({ link, local: scale })),
    ...frames.map(({ link, pose }) => ({
      link,
      local: toMatrix4(new Matrix4(), pose).multiply(small),
    })),
  ];
}

const JOINT_COLORS: Record<string, number> = {
  revolute: 0xf2b705,
  continuous: 0xff8c1a,
  prismatic: 0x27b3c9,
  planar: 0x8a63d2,
  screw: 0xc2478f,
};

function axisMarks(view: RobotView, size: number): Mark[] {
  const marks: Mark[] = [];
  const z = new Vector3(0, 0, 1);
  const scale = new Vector3().setScalar(size * 1.25);
  for (const joint of view.robot.joints) {
    if (joint.count === 0 || joint.type === "floating" || joint.type === "ball") continue;
    for (const axis of [joint.axis, ...(joint.axis2 ? [joint.axis2] : [])]) {
      const turned = new Quaternion().setFromUnitVectors(z, new Vector3(...axis));
      const local = toMatrix4(new Matrix4(), joint.tail).invert();
      local.multiply(new Matrix4().compose(new Vector3(), turned, scale));
      const color = joint.mimic ? 0x9aa3ad : (JOINT_COLORS[joint.type] ?? 0xf2b705);
      marks.push({ link: joint.child, local, color });
    }
  }
  return marks;
}

function massMarks(view: RobotView, size: number): Mark[] {
  const masses = view.robot.links.map((link) => Math.max(0, link.inertial?.mass ?? 0));
  const most = Math.max(...masses, 1e-12);
  return view.robot.links.flatMap((one, link) => {
    if (!one.inertial || one.inertial.mass <= 0) return [];
    const radius = size * (0.08 + 0.14 * Math.cbrt(one.inertial.mass / most));
    const local = new Matrix4().makeScale(radius, radius, radius);
    return [{ link, local: local.setPosition(...origin(one.inertial.pose)) }];
  });
}

const origin = (pose: number[]): Vec3 => [pose[3]!, pose[7]!, pose[11]!];

/** The centre of mass of the whole robot. */
export function centerOfMass(view: RobotView): { mass: number; at: Vec3 } | null {
  let mass = 0;
  const sum: Vec3 = [0, 0, 0];
  view.robot.links.forEach((link, at) => {
    const own = link.inertial;
    if (!own || !(own.mass > 0)) return;
    const place = transform(view.kinematics.poses, origin(own.pose), 12 * at);
    mass += own.mass;
    for (let k = 0; k < 3; k++) sum[k] = sum[k]! + own.mass * place[k]!;
  });
  return mass > 0 ? { mass, at: sum.map((v) => v / mass) as Vec3 } : null;
}

function wholeMass(view: RobotView, group: Group, size: number): Mover {
  const mesh = new Mesh(checkered(), overlayMaterial());
  mesh.renderOrder = 14;
  mesh.matrixAutoUpdate = false;
  const line = new MovingLines(1, { color: 0xd99a00 }, 13);
  group.add(mesh, line.object);
  return {
    update() {
      const found = centerOfMass(view);
      mesh.visible = line.object.visible = found !== null;
      if (!found) return;
      const radius = size * 0.36;
      mesh.matrixWorld.makeScale(radius, radius, radius).setPosition(...found.at);
      const floor = (group.userData["floor"] as number | undefined) ?? 0;
      const [x, y, z] = found.at;
      line.ends.set([x, y, z, x, y, floor]);
      line.moved();
    },
  };
}

function inertiaMarks(
  view: RobotView,
  option: string,
  instances: (geometry: BufferGeometry, material: Material, marks: Mark[], order: number) => void,
): void {
  const isBox = option === "box";
  const marks = view.robot.links.flatMap((one, link): Mark[] => {
    const size = isBox ? one.inertial?.box : one.inertial?.ellipsoid;
    if (!one.inertial || !size || size.some((v) => !(v > 0))) return [];
    const local = toMatrix4(new Matrix4(), one.inertial.axes);
    return [{ link, local: local.multiply(new Matrix4().makeScale(...size)) }];
  });
  instances(isBox ? unitBox() : coarseSphere(), glass(0x9b5de5, 0.42), marks, 3);
}

function sphereMarks(view: RobotView): Mark[] {
  return view.robot.links.flatMap((one, link) =>
    one.spheres.map(({ center, radius }, number) => ({
      link,
      local: new Matrix4().makeScale(radius, radius, radius).setPosition(...center),
      color: view.sphereColor(link, number) ?? 0x14b8a6,
    })),
  );
}

const EDGES = [0, 1, 0, 2, 0, 4, 1, 3, 1, 5, 2, 3, 2, 6, 3, 7, 4, 5, 4, 6, 5, 7, 6, 7];

function boundsLines(view: RobotView, group: Group): Mover {
  const boxes = view.robot.links.map((link): Box | null => boxOf(link.visuals) ?? boxOf(link.collisions));
  const places = new Map<number, number>();
  boxes.forEach((box, link) => void (box && places.set(link, places.size)));
  const lines = moving(group, (places.size * EDGES.length) / 2, 0x7c8894);
  return {
    update(links) {
      for (const link of links) {
        const place = places.get(link);
        if (place === undefined) continue;
        const ends = corners(boxes[link]!).map((one) => transform(view.kinematics.poses, one, 12 * link));
        EDGES.forEach((end, k) => lines.ends.set(ends[end]!, 3 * (place * EDGES.length + k)));
      }
      lines.moved();
    },
  };
}

/** Lines from each link to its children, and between the ends of closed loops. */
function skeleton(view: RobotView, group: Group): Mover {
  const { joints, loops } = view.robot;
  const lines = moving(group, joints.length + loops.length, 0xb0802a, 3);
  const ends = [new Float64Array(12), new Float64Array(12)] as const;
  return {
    update() {
      const { poses } = view.kinematics;
      const at = (link: number): Vec3 => transform(poses, [0, 0, 0], 12 * link);
      joints.forEach(({ parent, child }, k) => {
        lines.ends.set(at(parent), 6 * k);
        lines.ends.set(at(child), 6 * k + 3);
      });
      loops.forEach(({ links, origins }, k) => {
        for (const side of [0, 1] as const) {
          multiply(ends[side], 0, poses, 12 * links[side], origins[side], 0);
          const place = 6 * (joints.length + k) + 3 * side;
          lines.ends.set([ends[side][3]!, ends[side][7]!, ends[side][11]!], place);
        }
      });
      lines.moved();
    },
  };
}

/** Lines between the centres of links whose pair is disabled in the SRDF. */
function disabledLines(view: RobotView, group: Group): Mover {
  const { links, disabled } = view.robot;
  const middles = links.map((link): Vec3 => {
    const box = boxOf(link.collisions) ?? boxOf(link.visuals);
    return box ? (box[0].map((v, k) => (v + box[1][k]!) / 2) as Vec3) : [0, 0, 0];
  });
  const lines = moving(group, disabled.length, COLORS.disabled);
  return {
    update() {
      const { poses } = view.kinematics;
      const ends = middles.map((middle, link) => transform(poses, middle, 12 * link));
      disabled.forEach(([a, b], k) => {
        lines.ends.set(ends[a]!, 6 * k);
        lines.ends.set(ends[b]!, 6 * k + 3);
      });
      lines.moved();
    },
  };
}

function moving(group: Group, count: number, color: number, width = 2): MovingLines {
  const lines = new MovingLines(count, { color, width, opacity: 0.85 }, 10);
  group.add(lines.object);
  return lines;
}
