// Values of joints: at neutral, and random.

import { neutral } from "./kinematics";
import type { Joint, Robot } from "./types";

/** The neutral values of a joint, moved into its limits. */
export function zero(robot: Robot, joint: Joint): number[] {
  return withinLimits(robot, joint, neutral(joint.type, joint.count));
}

/** Values of a joint, each moved to the nearest value within its limits. */
export function withinLimits(robot: Robot, joint: Joint, values: number[]): number[] {
  return values.map((value, k) => {
    const { lower, upper } = robot.variables[joint.q + k] ?? { lower: null, upper: null };
    if (lower !== null && value < lower) return lower;
    return upper !== null && value > upper ? upper : value;
  });
}

/**
 * Random values within the limits; a free or planar joint keeps its values.
 *
 * @param reach The radius of the scene [m], for joints without limits.
 */
export function random(robot: Robot, joint: Joint, reach: number): number[] {
  if (joint.type === "floating" || joint.type === "planar") return neutral(joint.type, joint.count);
  if (joint.type === "ball") {
    const q = [0, 0, 0, 0].map(() => Math.random() + Math.random() - 1);
    return q.slice(0, joint.count);
  }
  return Array.from({ length: joint.count }, (_, k) => {
    const { lower, upper, unit } = robot.variables[joint.q + k]!;
    const half = unit === "m" ? reach * 0.2 : Math.PI;
    const low = lower ?? (upper === null ? -half : upper - 2 * half);
    const high = upper ?? low + 2 * half;
    return low + Math.random() * (high - low);
  });
}
