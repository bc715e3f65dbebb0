// Forward kinematics of the link tree, in one pass and only for links that move.

import { IDENTITY, multiply, rotate, turn } from "./pose";
import type { Joint, Robot } from "./types";

const QUATERNIONS: Record<string, number> = { floating: 3, ball: 0 };
/** The neutral values of a joint. */
export function neutral(type: string, count: number): number[] {
  const values = new Array<number>(count).fill(0);
  if (type in QUATERNIONS && count >= 4) values[count - 1] = 1;
  return values;
}

/** A robot in a configuration. */
export class Kinematics {
  readonly robot: Robot;
  /** The values of the variables of the independent joints. */
  readonly q: Float64Array;
  /** The poses of all links in the world, with 12 numbers each. */
  readonly poses: Float64Array;
  /** The joints that move with a variable, including mimic joints. */
  readonly moved: number[][];
  /** The links whose poses changed in the last update. */
  readonly changed: number[] = [];
  private readonly dirtyJoints: Uint8Array;
  private readonly dirtyLinks: Uint8Array;
  private isDirty = true;
  private readonly motion = new Float64Array(IDENTITY);
  private readonly second = new Float64Array(IDENTITY);
  private readonly before = new Float64Array(12);
  private readonly local = new Float64Array(12);

  constructor(robot: Robot) {
    this.robot = robot;
    this.q = Float64Array.from(robot.q);
    this.poses = new Float64Array(12 * robot.links.length);
    this.dirtyJoints = new Uint8Array(robot.joints.length).fill(1);
    this.dirtyLinks = new Uint8Array(robot.links.length);
    this.moved = robot.q.map(() => []);
    robot.joints.forEach((joint, index) => {
      for (let k = 0; joint.q >= 0 && k < joint.count; k++) this.moved[joint.q + k]?.push(index);
    });
    robot.links.forEach((_, index) => this.poses.set(robot.pose, 12 * index));
    this.update();
    this.changed.splice(0, Infinity, ...robot.links.keys());
  }

  set(index: number, value: number): void {
    if (!(index in this.q) || !Number.isFinite(value) || this.q[index] === value) return;
    this.q[index] = value;
    for (const joint of this.moved[index]!) this.dirtyJoints[joint] = 1;
    this.isDirty = true;
  }

  /** The values of a joint; those of a mimic joint follow from the joint that it mimics. */
  values(joint: Joint): number[] {
    if (joint.q < 0) return [];
    const found: number[] = [];
    for (let k = 0; k < joint.count; k++) {
      const value = this.q[joint.q + k] ?? 0;
      const mimic = joint.mimic;
      found.push(mimic ? mimic.multiplier * value + mimic.offset : value);
    }
    return found;
  }

  /** Compute the changed poses; return whether any pose changed. */
  update(): boolean {
    this.changed.length = 0;
    if (!this.isDirty) return false;
    const { joints } = this.robot;
    const { dirtyJoints, dirtyLinks } = this;
    for (let index = 0; index < joints.length; index++) {
      const joint = joints[index]!;
      if (!dirtyJoints[index] && !dirtyLinks[joint.parent]) continue;
      dirtyJoints[index] = 0;
      dirtyLinks[joint.child] = 1;
      this.changed.push(joint.child);
      this.move(joint);
      multiply(this.before, 0, joint.origin, 0, this.motion, 0);
      multiply(this.local, 0, this.before, 0, joint.tail, 0);
      multiply(this.poses, 12 * joint.child, this.poses, 12 * joint.parent, this.local, 0);
    }
    for (const link of this.changed) dirtyLinks[link] = 0;
    this.isDirty = false;
    return true;
  }

  /** Write the motion of the joint from neutral. */
  private move(joint: Joint): void {
    const m = this.motion;
    m.set(IDENTITY);
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 1] = this.values(joint);
    switch (joint.type) {
      case "revolute":
      case "continuous":
      case "gearbox":
        turn(m, joint.axis, a);
        break;
      case "prismatic":
        m[3] = joint.axis[0] * a;
        m[7] = joint.axis[1] * a;
        m[11] = joint.axis[2] * a;
        break;
      case "screw": {
        const along = (joint.pitch ?? 0) * a;
        turn(m, joint.axis, a);
        m[3] = joint.axis[0] * along;
        m[7] = joint.axis[1] * along;
        m[11] = joint.axis[2] * along;
        break;
      }
      case "universal":
      case "revolute2":
        turn(this.before, joint.axis, a);
        turn(this.second, joint.axis2 ?? joint.axis, b);
        multiply(m, 0, this.before, 0, this.second, 0);
        break;
      case "planar": {
        const [u, v] = joint.plane ?? [
          [1, 0, 0],
          [0, 1, 0],
        ];
        turn(m, joint.axis, c);
        for (let k = 0; k < 3; k++) m[4 * k + 3] = u[k]! * a + v[k]! * b;
        break;
      }
      case "ball":
        rotate(m, a, b, c, joint.count >= 4 ? d : 1);
        break;
      case "floating":
        rotate(m, d, e, f, g);
        m[3] = a;
        m[7] = b;
        m[11] = c;
        break;
      default:
        break; // fixed, or an unknown kind
    }
  }
}
