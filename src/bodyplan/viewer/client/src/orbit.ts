// The camera and its control by the pointer: it looks at a target from a distance; z is up.

import { OrthographicCamera, PerspectiveCamera, Vector3 } from "three";
import type { Vec3 } from "./types";

export interface Inset {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface View {
  target: Vec3;
  /** The rotation of the camera about z, from +x [rad]. */
  azimuth: number;
  /** The angle of the camera above the horizon [rad]. */
  elevation: number;
  distance: number;
}

export const PRESETS: Record<string, [azimuth: number, elevation: number]> = {
  iso: [(-35 * Math.PI) / 180, (24 * Math.PI) / 180],
  front: [0, 0],
  back: [Math.PI, 0],
  left: [Math.PI / 2, 0],
  side: [-Math.PI / 2, 0],
  right: [-Math.PI / 2, 0],
  top: [-Math.PI / 2, Math.PI / 2],
  bottom: [-Math.PI / 2, -Math.PI / 2],
};

const FIELD = 35;
const STEEPEST = Math.PI / 2;
const EASE_MS = 260;

export class Orbit {
  readonly perspective = new PerspectiveCamera(FIELD, 1, 0.01, 100);
  readonly orthographic = new OrthographicCamera(-1, 1, 1, -1, 0.01, 100);
  isOrthographic = false;
  view: View = { target: [0, 0, 0], azimuth: PRESETS["iso"]![0], elevation: 0.4, distance: 3 };
  /** The radius of the scene about its centre, for the clipping planes [m]. */
  reach = 1;
  center: Vec3 = [0, 0, 0];
  aspect = 1;
  /** Whether the view was fitted, and not zoomed or moved by the user since. */
  isFitted = false;
  /** The position of the target in the picture, -1 to 1. */
  shift: [number, number] = [0, 0];
  /** The final position of the target during a motion. */
  private aim: [number, number] = [0, 0];
  /** The fractions of width and height that no panel covers. */
  private free: [number, number] = [1, 1];
  /** Called when the camera has moved. */
  onChange: () => void = () => undefined;
  private goal: { from: View; to: View; shift: [number, number]; start: number } | null = null;

  get camera(): PerspectiveCamera | OrthographicCamera {
    return this.isOrthographic ? this.orthographic : this.perspective;
  }

  get position(): Vec3 {
    const { target, azimuth, elevation, distance } = this.view;
    const flat = Math.cos(elevation) * distance;
    return [
      target[0] + flat * Math.cos(azimuth),
      target[1] + flat * Math.sin(azimuth),
      target[2] + Math.sin(elevation) * distance,
    ];
  }

  /** Set the position of the camera; without a position, keep its direction. */
  lookFrom(position: Vec3, target: Vec3): void {
    this.isFitted = false;
    const [x, y, z] = [0, 1, 2].map((k) => position[k]! - target[k]!) as Vec3;
    const distance = Math.hypot(x, y, z) || 1;
    this.jump({
      target,
      azimuth: Math.hypot(x, y) > 1e-9 * distance ? Math.atan2(y, x) : this.view.azimuth,
      elevation: Math.asin(Math.max(-1, Math.min(1, z / distance))),
      distance,
    });
  }

  jump(view: Partial<View>): void {
    this.goal = null;
    this.shift = this.aim;
    this.view = { ...this.view, ...view };
    this.onChange();
  }

  /** Move smoothly to a view. */
  glide(view: Partial<View>): void {
    const to = { ...this.view, ...view };
    const half = Math.PI * 2;
    const from = { ...this.view };
    from.azimuth += Math.round((to.azimuth - from.azimuth) / half) * half;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.jump(to);
      return;
    }
    this.goal = { from, to, shift: this.shift, start: performance.now() };
    this.onChange();
  }

  /** Advance a motion; return whether it continues. */
  step(now: number): boolean {
    if (!this.goal) return false;
    const { from, to, shift, start } = this.goal;
    const t = Math.min(1, Math.max(0, (now - start) / EASE_MS));
    const s = t * t * (3 - 2 * t);
    const mix = (a: number, b: number): number => a + (b - a) * s;
    this.view = {
      target: [0, 1, 2].map((k) => mix(from.target[k]!, to.target[k]!)) as Vec3,
      azimuth: mix(from.azimuth, to.azimuth),
      elevation: mix(from.elevation, to.elevation),
      distance: from.distance * (to.distance / from.distance) ** s,
    };
    this.shift = [mix(shift[0], this.aim[0]), mix(shift[1], this.aim[1])];
    if (t >= 1) this.goal = null;
    return t < 1;
  }

  /** The view in the same direction that is fitted to points. */
  viewOf(points: Vec3[], least: number, isFromAllSides = false): Pick<View, "target" | "distance"> {
    const tangent = Math.tan((FIELD * Math.PI) / 360);
    const [wide, high] = [tangent * this.aspect * this.free[0], tangent * this.free[1]];
    const low = [0, 1, 2].map((k) => extreme(points, k, 1));
    const top = [0, 1, 2].map((k) => extreme(points, k, -1));
    let target = low.map((v, k) => (v + top[k]!) / 2) as Vec3;
    const radius = Math.max(Math.hypot(...low.map((v, k) => top[k]! - v)) / 2, least);
    if (isFromAllSides) {
      return { target, distance: (1.04 * radius) / Math.sin(Math.atan(Math.min(wide, high))) };
    }
    const { right, up, away } = this.directions;
    const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let distance = radius / Math.min(wide, high);
    for (let turn = 0; turn < 4; turn++) {
      const ends = [Infinity, -Infinity, Infinity, -Infinity] as [number, number, number, number];
      let needed = 0;
      for (const point of points) {
        const way = point.map((v, k) => v - target[k]!) as Vec3;
        const [x, y, z] = [dot(way, right), dot(way, up), dot(way, away)];
        const depth = this.isOrthographic ? distance : Math.max(distance - z, 1e-9);
        ends[0] = Math.min(ends[0], x / depth);
        ends[1] = Math.max(ends[1], x / depth);
        ends[2] = Math.min(ends[2], y / depth);
        ends[3] = Math.max(ends[3], y / depth);
        needed = Math.max(needed, Math.max(Math.abs(x) / wide, Math.abs(y) / high) + (this.isOrthographic ? 0 : z));
      }
      const [dx, dy] = [((ends[0] + ends[1]) / 2) * distance, ((ends[2] + ends[3]) / 2) * distance];
      if (turn < 3) target = target.map((v, k) => v + dx * right[k]! + dy * up[k]!) as Vec3;
      distance = Math.max(needed, least / Math.min(wide, high)) * (turn < 3 ? 1 : 1.14);
    }
    return { target, distance };
  }

  /**
   * The radius around the target that is visible in the free part of the picture from a distance.
   */
  radiusOf(distance: number): number {
    return distance * this.narrowest;
  }

  /** The distance from which the free part of the picture shows a radius around the target. */
  distanceOf(radius: number): number {
    return radius / this.narrowest;
  }

  private get narrowest(): number {
    return Math.tan((FIELD * Math.PI) / 360) * Math.min(this.aspect * this.free[0], this.free[1]);
  }

  /** The axes of the picture in the world frame. */
  private get directions(): { right: Vec3; up: Vec3; away: Vec3 } {
    const { azimuth: a, elevation: e } = this.view;
    return {
      right: [-Math.sin(a), Math.cos(a), 0],
      up: [-Math.sin(e) * Math.cos(a), -Math.sin(e) * Math.sin(a), Math.cos(e)],
      away: [Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e)],
    };
  }

  /** Set the fractions of width and height that panels cover, 0 to 1. */
  setInset({ left, right, top, bottom }: Inset): void {
    this.aim = [left - right, bottom - top];
    this.free = [Math.max(0.25, 1 - left - right), Math.max(0.25, 1 - top - bottom)];
  }

  /** The size of a pixel in the plane of the target [m]. */
  perPixel(height: number): number {
    return (2 * this.view.distance * Math.tan((FIELD * Math.PI) / 360)) / Math.max(height, 1);
  }

  rotate(dx: number, dy: number): void {
    const elevation = this.view.elevation + dy;
    this.jump({
      azimuth: this.view.azimuth - dx,
      elevation: Math.max(-STEEPEST, Math.min(STEEPEST, elevation)),
    });
  }

  pan(dx: number, dy: number, height: number): void {
    this.isFitted = false;
    const scale = this.perPixel(height);
    const { target } = this.view;
    const { right, up } = this.directions;
    this.jump({
      target: target.map((v, k) => v - scale * (dx * right[k]! - dy * up[k]!)) as Vec3,
    });
  }

  /**
   * Zoom by a factor; the point under the pointer (-1 to 1) keeps its position in the picture.
   */
  zoom(factor: number, x = 0, y = 0): void {
    this.isFitted = false;
    const old = this.view.distance;
    const distance = Math.max(this.reach * 1e-4, Math.min(this.reach * 200, old * factor));
    const half = Math.tan((FIELD * Math.PI) / 360) * (old - distance);
    const { target } = this.view;
    const { right, up } = this.directions;
    this.jump({
      distance,
      target: target.map(
        (v, k) => v + half * ((x - this.shift[0]) * this.aspect * right[k]! + (y - this.shift[1]) * up[k]!),
      ) as Vec3,
    });
  }

  /** Update the camera of three.js. */
  apply(): void {
    const { azimuth, elevation, distance, target } = this.view;
    const camera = this.camera;
    camera.position.set(...this.position);
    const steep = Math.abs(elevation) > STEEPEST - 1e-6;
    const away = Math.sign(elevation);
    camera.up.set(
      steep ? -Math.cos(azimuth) * away : 0,
      steep ? -Math.sin(azimuth) * away : 0,
      steep ? 0 : 1,
    );
    camera.lookAt(new Vector3(...target));
    const offset = Math.hypot(...this.position.map((v, k) => v - this.center[k]!));
    const far = offset + this.reach * 3;
    if (this.isOrthographic) {
      const half = distance * Math.tan((FIELD * Math.PI) / 360);
      this.orthographic.top = half;
      this.orthographic.bottom = -half;
      this.orthographic.right = half * this.aspect;
      this.orthographic.left = -half * this.aspect;
      this.orthographic.near = -far;
      this.orthographic.far = far;
    } else {
      this.perspective.aspect = this.aspect;
      this.perspective.far = far;
      this.perspective.near = Math.max(far * 1e-5, Math.min(distance * 0.05, offset - this.reach));
    }
    const [x, y] = this.shift;
    const w = 2 * this.aspect;
    if (x || y) camera.setViewOffset(w, 2, (-x * w) / 2, y, w, 2);
    else camera.clearViewOffset();
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }
}

/** The smallest (sign 1) or largest (sign -1) coordinate of points. */
function extreme(points: Vec3[], k: number, sign: number): number {
  let best = Infinity;
  for (const point of points) best = Math.min(best, sign * point[k]!);
  return sign * best;
}
