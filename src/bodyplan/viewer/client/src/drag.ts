// Dragging a link: the joint that moves it follows the pointer.

import { Plane, Ray, Vector3 } from "three";
import type { App } from "./app";
import type { Hit } from "./pick";
import { direction, inverse, product, transform } from "./pose";
import type { Joint, Vec3 } from "./types";

const STRAIGHT = 0.25;
const DRAGGED = new Set(["revolute", "continuous", "prismatic", "screw", "gearbox", "universal", "revolute2", "planar"]);

export class JointDrag {
  private last: Vector3 | null = null;
  private grabbed: Vector3;

  private constructor(
    private readonly app: App,
    private readonly robot: number,
    private readonly joint: Joint,
    hit: Hit,
  ) {
    this.grabbed = hit.point.clone();
  }

  /** The nearest joint above the link that can be dragged; null without one. */
  static of(app: App, hit: Hit): JointDrag | null {
    const own = app.scene.robots[hit.robot]!;
    let joint = own.joints[own.links[hit.link]!.joint];
    while (joint) {
      if (joint.count > 0 && DRAGGED.has(joint.type)) return new JointDrag(app, hit.robot, joint, hit);
      if (joint.count > 0) return null;
      joint = own.joints[own.links[joint.parent]!.joint];
    }
    return null;
  }

  /** Follow a ray from the camera. */
  move(ray: Ray): void {
    const { joint } = this;
    const frame = this.frame();
    const axis = new Vector3(...direction(frame, joint.axis));
    const pivot = new Vector3(...transform(frame, [0, 0, 0]));
    if (joint.type === "prismatic") this.slide(ray, axis);
    else if (joint.type === "planar") this.glide(ray, frame, axis);
    else this.turn(ray, axis, pivot);
  }

  end(): void {
    this.last = null;
  }

  /** The joint frame in the world at neutral. */
  private frame(): number[] {
    const { poses } = this.app.views[this.robot]!.kinematics;
    const at = 12 * this.joint.parent;
    return product(poses.slice(at, at + 12), this.joint.origin);
  }

  private turn(ray: Ray, axis: Vector3, pivot: Vector3): void {
    const isFlat = Math.abs(ray.direction.dot(axis)) < STRAIGHT;
    const normal = isFlat ? this.facing() : axis;
    const plane = new Plane().setFromNormalAndCoplanarPoint(normal, this.grabbed);
    const point = ray.intersectPlane(plane, new Vector3());
    if (!point) return;
    const before = isFlat ? (this.last ?? this.grabbed) : this.grabbed;
    let angle: number;
    if (isFlat) {
      const arm = this.grabbed.clone().sub(pivot);
      const along = axis.clone().cross(arm);
      const length = along.lengthSq();
      if (length < 1e-12) return;

      angle = point.clone().sub(before).dot(along) / length;
    } else {
      const a = before.clone().sub(pivot).projectOnPlane(axis);
      const b = point.clone().sub(pivot).projectOnPlane(axis);
      if (a.lengthSq() < 1e-14 || b.lengthSq() < 1e-14) return;
      angle = Math.atan2(axis.dot(a.clone().cross(b)), a.dot(b));
    }
    const moved = this.add([angle]);
    this.last = point;
    const arm = this.grabbed.clone().sub(pivot);
    this.grabbed = arm.applyAxisAngle(axis, moved).add(pivot);
  }

  private slide(ray: Ray, axis: Vector3): void {
    const start = this.grabbed;
    const way = ray.origin.clone().sub(start);
    const b = ray.direction.dot(axis);
    const bottom = 1 - b * b;
    if (bottom < 1e-4) return;
    const along = (way.dot(axis) - b * way.dot(ray.direction)) / bottom;
    const moved = this.add([along]);
    this.grabbed = start.clone().addScaledVector(axis, moved);
  }

  private glide(ray: Ray, frame: number[], axis: Vector3): void {
    const plane = new Plane().setFromNormalAndCoplanarPoint(axis, this.grabbed);
    const point = ray.intersectPlane(plane, new Vector3());
    if (!point) return;
    const way = point.clone().sub(this.grabbed);
    const local = direction(inverse(frame), way.toArray() as Vec3);
    const [u, v] = this.joint.plane ?? [
      [1, 0, 0],
      [0, 1, 0],
    ];
    const along = (d: Vec3): number => d[0] * local[0] + d[1] * local[1] + d[2] * local[2];
    this.add([along(u as Vec3), along(v as Vec3)]);
    this.grabbed = point;
  }

  private facing(): Vector3 {
    return this.app.stage.orbit.camera.getWorldDirection(new Vector3());
  }

  /** Add to the values of the joint, within its limits; return how far the first one moved. */
  private add(steps: number[]): number {
    const { app, robot } = this;
    const own = app.scene.robots[robot]!;
    const mimic = this.joint.mimic;
    const joint = mimic ? (own.joints[mimic.joint] ?? this.joint) : this.joint;
    const factor = mimic ? mimic.multiplier || 1 : 1;
    const kinematics = app.views[robot]!.kinematics;
    const values = kinematics.values(joint);
    const before = values[0] ?? 0;
    steps.forEach((step, k) => {
      const { lower, upper } = own.variables[joint.q + k] ?? { lower: null, upper: null };
      let value = (values[k] ?? 0) + step / factor;
      if (lower !== null) value = Math.max(lower, value);
      if (upper !== null) value = Math.min(upper, value);
      values[k] = value;
    });
    app.setJoint(robot, joint, values);
    return ((values[0] ?? 0) - before) * factor;
  }
}
