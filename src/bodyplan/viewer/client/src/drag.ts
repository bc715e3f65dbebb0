// Dragging a link: the joint that moves it follows the pointer.

import { Matrix4, Plane, Quaternion, Ray, Vector3 } from "three";
import type { App } from "./app";
import type { Hit } from "./pick";
import { direction, inverse, product, transform } from "./pose";
import type { Joint, Vec3 } from "./types";

const STRAIGHT = 0.25;
const TURNED = new Set(["revolute", "continuous", "screw", "gearbox"]);
const TWO_AXES = new Set(["universal", "revolute2"]);
const DRAGGED = new Set([...TURNED, ...TWO_AXES, "prismatic", "planar", "ball", "floating"]);

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

  /** The nearest ancestor joint of the link that can be dragged; null without such a joint. */
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

  /** Move the joint so that the grabbed point follows a ray from the camera. */
  move(ray: Ray): void {
    const { joint } = this;
    const frame = this.frame();
    const axis = new Vector3(...direction(frame, joint.axis));
    const pivot = new Vector3(...transform(frame, [0, 0, 0]));
    if (joint.type === "prismatic") this.slide(ray, axis);
    else if (joint.type === "planar") this.glide(ray, frame, axis);
    else if (joint.type === "floating") this.carry(ray, frame);
    else if (joint.type === "ball") this.roll(ray, frame, pivot);
    else if (TWO_AXES.has(joint.type)) this.bend(ray, frame, pivot);
    else this.turn(ray, axis, pivot);
  }

  end(): void {
    this.last = null;
  }

  /** The joint frame in the world at the neutral value. */
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

  /** A free body moves in the plane of the picture. */
  private carry(ray: Ray, frame: number[]): void {
    const point = this.inPicture(ray);
    if (!point) return;
    this.add(direction(inverse(frame), point.clone().sub(this.grabbed).toArray() as Vec3));
    this.grabbed = point;
  }

  /** A ball joint turns by the shortest arc. */
  private roll(ray: Ray, frame: number[], pivot: Vector3): void {
    const point = this.inPicture(ray);
    const arm = this.grabbed.clone().sub(pivot);
    const wanted = point?.clone().sub(pivot);
    if (!wanted || arm.lengthSq() < 1e-14 || wanted.lengthSq() < 1e-14) return;
    const arc = new Quaternion().setFromUnitVectors(arm.clone().normalize(), wanted.normalize());
    this.grabbed = arm.applyQuaternion(arc).add(pivot);
    const [x, y, z] = direction(inverse(frame), [arc.x, arc.y, arc.z]);
    const { app, robot, joint } = this;
    const [a = 0, b = 0, c = 0, d = 1] = app.views[robot]!.kinematics.values(joint);
    const q = new Quaternion(x, y, z, arc.w).multiply(new Quaternion(a, b, c, d).normalize());
    app.setJoint(robot, joint, [q.x, q.y, q.z, q.w]);
  }

  /** Two axes rotate so that the grabbed point comes as near to the pointer as possible. */
  private bend(ray: Ray, frame: number[], pivot: Vector3): void {
    const point = this.inPicture(ray);
    if (!point) return;
    const { joint } = this;
    const view = this.facing();
    const values = (): [number, number] => {
      const [a = 0, b = 0] = this.app.views[this.robot]!.kinematics.values(joint);
      return [a, b];
    };
    const first = new Vector3(...direction(frame, joint.axis));
    const second = (a: number): Vector3 =>
      new Vector3(...direction(frame, joint.axis2 ?? joint.axis)).applyAxisAngle(first, a);
    const [a, b] = values();
    const arm = this.grabbed.clone().sub(pivot);
    const [u, v] = [first, second(a)].map((axis) => axis.clone().cross(arm).projectOnPlane(view)) as [Vector3, Vector3];
    const way = point.sub(this.grabbed);
    // Least squares, damped if both axes move the point in similar directions.
    const damping = 1e-3 * (u.lengthSq() + v.lengthSq()) + 1e-12;
    const [uu, uv, vv] = [u.lengthSq() + damping, u.dot(v), v.lengthSq() + damping];
    const det = uu * vv - uv * uv;
    const [du, dv] = [u.dot(way), v.dot(way)];
    this.add([(du * vv - dv * uv) / det, (dv * uu - du * uv) / det]);
    const [newA, newB] = values();
    const undo = new Matrix4().makeRotationAxis(second(a), -b).premultiply(new Matrix4().makeRotationAxis(first, -a));
    arm.applyMatrix4(undo);
    const unturned = new Vector3(...direction(frame, joint.axis2 ?? joint.axis));
    arm.applyAxisAngle(unturned, newB).applyAxisAngle(first, newA);
    this.grabbed = arm.add(pivot);
  }

  /** The intersection of a ray with the plane of the picture through the grabbed point. */
  private inPicture(ray: Ray): Vector3 | null {
    const plane = new Plane().setFromNormalAndCoplanarPoint(this.facing(), this.grabbed);
    return ray.intersectPlane(plane, new Vector3());
  }

  private facing(): Vector3 {
    return this.app.stage.orbit.camera.getWorldDirection(new Vector3());
  }

  /** Change the values of the joint, within its limits; return the change of the first value. */
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
