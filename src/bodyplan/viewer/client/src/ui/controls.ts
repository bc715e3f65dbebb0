// The controls of a joint: one slider for each quantity that a user moves.

import { rotate, rpy } from "../pose";
import type { Joint, Robot, Variable } from "../types";

/** A slider. */
export interface Control {
  joint: Joint;
  name: string;
  unit: Variable["unit"];
  lower: number;
  upper: number;
  /**
   * Whether the range is a limit of the description; otherwise it is only the range of the
   * slider.
   */
  isLimited: [boolean, boolean];
  isMimic: boolean;
  get(values: number[]): number;
  set(values: number[], value: number): number[];
}

const ANGLES = ["roll", "pitch", "yaw"];

export function controlsOf(robot: Robot, joint: Joint, reach: number): Control[] {
  const common = { joint, isMimic: joint.mimic !== undefined };
  const start = joint.type === "floating" ? 3 : 0;
  const isTurned = (joint.type === "ball" || joint.type === "floating") && joint.count >= start + 4;
  const found: Control[] = [];
  for (let k = 0; k < (isTurned ? start : joint.count); k++) {
    const variable = robot.variables[joint.q + k];
    const unit = variable?.unit ?? "";
    let { lower = null, upper = null } = variable ?? {};
    const mimic = joint.mimic;
    if (mimic) {
      const ends = [lower, upper].map((end) => (end === null ? null : mimic.multiplier * end + mimic.offset));
      [lower, upper] = mimic.multiplier < 0 ? [ends[1]!, ends[0]!] : [ends[0]!, ends[1]!];
    }
    const range = unit === "m" ? reach : Math.PI;
    const ending = joint.count > 1 && variable ? variable.name.replace(/^.*\/(?:trans_)?/, " ") : "";
    found.push({
      ...common,
      name: joint.name + ending,
      unit,
      lower: lower ?? Math.min(-range, (upper ?? 0) - 2 * range),
      upper: upper ?? Math.max(range, (lower ?? 0) + 2 * range),
      isLimited: [lower !== null, upper !== null],
      get: (values) => values[k] ?? 0,
      set: (values, value) => values.map((one, at) => (at === k ? value : one)),
    });
  }
  if (isTurned) {
    for (let k = 0; k < 3; k++) {
      const half = k === 1 ? Math.PI / 2 : Math.PI;
      found.push({
        ...common,
        name: `${joint.name} ${ANGLES[k]}`,
        unit: "rad",
        lower: -half,
        upper: half,
        isLimited: [false, false],
        get: (values) => anglesOf(values.slice(start))[k]!,
        set: (values, value) => {
          const angles = anglesOf(values.slice(start));
          angles[k] = value;
          return [...values.slice(0, start), ...quaternion(angles)];
        },
      });
    }
  }
  return found;
}

function anglesOf([x = 0, y = 0, z = 0, w = 1]: number[]): number[] {
  const pose = new Array<number>(12).fill(0);
  rotate(pose, x, y, z, w);
  return rpy(pose);
}

function quaternion([roll = 0, pitch = 0, yaw = 0]: number[]): number[] {
  const [cr, sr] = [Math.cos(roll / 2), Math.sin(roll / 2)];
  const [cp, sp] = [Math.cos(pitch / 2), Math.sin(pitch / 2)];
  const [cy, sy] = [Math.cos(yaw / 2), Math.sin(yaw / 2)];
  return [
    sr * cp * cy - cr * sp * sy,
    cr * sp * cy + sr * cp * sy,
    cr * cp * sy - sr * sp * cy,
    cr * cp * cy + sr * sp * sy,
  ];
}
