// The boxes to which a view is fitted, in the world frame.

import type { Kinematics } from "./kinematics";
import { rotateToNormal } from "./pose";
import { type Box, boxOf, grow, growBy } from "./shapes";
import type { Geometry, Link, Robot, Vec3 } from "./types";

/**
 * A plane so many times larger than all other shapes is the ground, which may exceed the picture.
 */
const GROUND = 5;
/** The smallest visible size of scenes with only planes, which may be infinite [m]. */
const LEAST_PLANE: Vec3 = [0.5, 0.5, 0];
/**
 * The smallest radius of scenes with only planes or one point [m]; solid shapes may be smaller.
 */
const LEAST_REACH = 0.5;
const SMALLEST = 1e-3;
/** The box that is framed for a scene without links. */
const EMPTY: Box = [
  [-0.5, -0.5, 0],
  [0.5, 0.5, 1],
];

interface Posed {
  readonly kinematics: Kinematics;
}

/** The shapes of a link that are shown first. */
function shapesOf(link: Link): Geometry[] {
  return link.visuals.length ? link.visuals : link.collisions;
}

const isPlane = ({ shape }: Geometry): boolean => shape.kind === "plane";

/** Whether a model has only planes as visible shapes. */
export function isGround(robot: Robot): boolean {
  const shapes = robot.links.flatMap(shapesOf);
  return shapes.length > 0 && shapes.every(isPlane);
}

/** The number of the model that is shown first: the largest one that is not the ground. */
export function firstShown(robots: Robot[]): number {
  const size = (robot: Robot): number => (isGround(robot) ? -1 : robot.links.length + robot.q.length);
  const largest = Math.max(...robots.map(size));
  return Math.max(0, robots.findIndex((robot) => size(robot) === largest));
}

/**
 * The boxes to frame of robots in their configurations.
 *
 * Links without shapes count only if no link has a shape. Planes count only if they are not the
 * ground under smaller shapes, and infinite planes count as a square of 1 m.
 */
export function framed(views: readonly Posed[], links?: readonly number[]): Box[] {
  const solids: Box[] = [];
  const planes: Box[] = [];
  const points: Box[] = [];
  for (const { kinematics } of views) {
    const { robot, poses } = kinematics;
    for (const at of links ?? robot.links.keys()) {
      const shapes = shapesOf(robot.links[at]!);
      const moved = (box: Box): Box => growBy(null, box, poses, 12 * at)!;
      const solid = boxOf(shapes.filter((one) => !isPlane(one)));
      if (solid) solids.push(moved(solid));
      const flat = planesBox(shapes);
      if (flat) planes.push(moved(flat));
      if (!shapes.length) points.push(moved([[0, 0, 0], [0, 0, 0]]));
    }
  }
  if (links) return [...solids, ...planes, ...points];
  if (!solids.length) return planes.length ? planes : points;
  const most = GROUND * diagonal(union(solids)!);
  return [...solids, ...planes.filter((box) => diagonal(box) <= most)];
}

/** The extent of a scene: the box around it, and its largest distance from the centre [m]. */
export function measured(views: readonly Posed[]): { box: Box; reach: number } {
  const box = union(framed(views)) ?? EMPTY;
  const half = diagonal(box) / 2;
  const shapes = views.flatMap(({ kinematics }) => kinematics.robot.links.flatMap(shapesOf));
  const isFlat = shapes.every(isPlane) && (shapes.length > 0 || half < SMALLEST);
  return { box, reach: Math.max(half, isFlat ? LEAST_REACH : SMALLEST) };
}

export function union(boxes: Iterable<Box>): Box | null {
  let found: Box | null = null;
  for (const box of boxes) for (const end of box) found = grow(found, end);
  return found;
}

export function diagonal([low, high]: Box): number {
  return Math.hypot(...low.map((v, k) => high[k]! - v));
}

function planesBox(shapes: Geometry[]): Box | null {
  let found: Box | null = null;
  for (const { shape, pose } of shapes) {
    if (shape.kind !== "plane") continue;
    const [x, y] = shape.size ? shape.size.map((one) => one / 2) : LEAST_PLANE;
    const turned = rotateToNormal(shape.normal);
    const own = growBy(null, [[-x!, -y!, 0], [x!, y!, 0]], turned);
    found = growBy(found, own!, pose);
  }
  return found;
}
