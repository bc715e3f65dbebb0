// The actions of the pointer in the picture: rotate, move and zoom the view, select links, drag
// joints.

import { Material, Mesh, Raycaster, Sphere, Vector2, Vector3 } from "three";
import type { App } from "./app";
import type { Ref } from "./store";
import { JointDrag } from "./drag";
import type { Part } from "./robotview";

export interface Hit extends Ref {
  point: Vector3;
  part: Part;
}

const CLICK_PIXELS = 5;
const DOUBLE_MS = 320;
const KEY_PIXELS = 40;
const KEY_ANGLE = Math.PI / 24;
const KEY_ZOOM = 1.15;

export class Pointer {
  private readonly ray = new Raycaster();
  private readonly fingers = new Map<number, { x: number; y: number }>();
  private start: { x: number; y: number; button: number; hit: Hit | null } | null = null;
  private isMoving = false;
  private drag: JointDrag | null = null;
  private hoverAt: { x: number; y: number } | null = null;
  private last: { time: number; hit: Hit | null } = { time: -Infinity, hit: null };
  private spread = 0;
  /** Called on a click, before selection; returns true if it has handled the click. */
  onClick: (hit: Hit | null) => boolean = () => false;
  /** Whether a drag on a link moves its joint. */
  canDrag = true;

  constructor(private readonly app: App, private readonly canvas: HTMLCanvasElement) {
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.up(event));
    canvas.addEventListener("pointercancel", (event) => this.cancel(event));
    canvas.addEventListener("pointerleave", () => {
      this.hoverAt = null;
      if (!this.start) this.app.hover(null);
    });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("keydown", (event) => this.key(event));
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  /** The nearest link under a point of the canvas. */
  hit(x: number, y: number): Hit | null {
    const { stage, views } = this.app;
    const at = new Vector2((2 * x) / stage.width - 1, 1 - (2 * y) / stage.height);
    this.ray.setFromCamera(at, stage.orbit.camera);
    const { ray } = this.ray;
    const near: [number, Mesh, number][] = [];
    const ball = new Sphere();
    const entry = new Vector3();
    views.forEach((view, robot) => {
      for (const mesh of view.targets) {
        if (!(mesh.material as Material).visible) continue;
        const { geometry } = mesh;
        if (!geometry.boundingSphere) geometry.computeBoundingSphere();
        if (!geometry.boundingBox) geometry.computeBoundingBox();
        ball.copy(geometry.boundingSphere!).applyMatrix4(mesh.matrixWorld);
        if (ball.containsPoint(ray.origin)) near.push([0, mesh, robot]);
        else if (ray.intersectSphere(ball, entry)) near.push([entry.distanceTo(ray.origin), mesh, robot]);
      }
    });
    near.sort((a, b) => a[0] - b[0]);
    let best: Hit | null = null;
    let nearest = Infinity;
    for (const [distance, mesh, robot] of near) {
      if (distance > nearest) break;
      const [first] = this.ray.intersectObject(mesh, false);
      if (!first || first.distance >= nearest) continue;
      nearest = first.distance;
      const part = mesh.userData["part"] as Part;
      best = { robot, link: part.link, point: first.point.clone(), part };
    }
    return best;
  }

  private place(event: MouseEvent): { x: number; y: number } {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  private down(event: PointerEvent): void {
    const at = this.place(event);
    this.canvas.setPointerCapture(event.pointerId);
    this.canvas.focus({ preventScroll: true });
    this.fingers.set(event.pointerId, at);
    if (this.fingers.size > 1) {
      this.drag?.end();
      this.drag = this.start = null;
      this.spread = 0;
      return;
    }
    this.isMoving = false;
    this.start = { ...at, button: event.button, hit: event.button === 0 ? this.hit(at.x, at.y) : null };
  }

  private move(event: PointerEvent): void {
    const at = this.place(event);
    const finger = this.fingers.get(event.pointerId);
    if (!finger) {
      this.askHover(at);
      return;
    }
    const [dx, dy] = [at.x - finger.x, at.y - finger.y];
    if (this.fingers.size > 1) {
      this.fingers.set(event.pointerId, at);
      this.pinch(dx, dy);
      return;
    }
    if (!this.start) return;
    if (!this.isMoving) {
      if (Math.hypot(at.x - this.start.x, at.y - this.start.y) < CLICK_PIXELS) return;
      this.isMoving = true;
      this.begin(event);
    }
    this.fingers.set(event.pointerId, at);
    const { stage } = this.app;
    if (this.drag) {
      const hit = this.ray;
      hit.setFromCamera(
        new Vector2((2 * at.x) / stage.width - 1, 1 - (2 * at.y) / stage.height),
        stage.orbit.camera,
      );
      this.drag.move(hit.ray);
    } else if (this.start.button === 0 && !event.shiftKey) {
      const turn = Math.PI / Math.min(stage.width, stage.height);
      stage.orbit.rotate(dx * turn, dy * turn);
    } else {
      stage.orbit.pan(dx, dy, stage.height);
    }
  }

  /** Choose the action of a drag. */
  private begin(event: PointerEvent): void {
    const { hit, button } = this.start!;
    if (!hit || button !== 0 || event.shiftKey || !this.canDrag) return;
    const isTouch = event.pointerType === "touch";
    const { selected } = this.app;
    const isSelected = selected?.robot === hit.robot && selected.link === hit.link;
    if (isTouch && !isSelected) return;
    this.drag = JointDrag.of(this.app, hit);
    if (this.drag) this.canvas.classList.add("dragging");
  }

  private pinch(dx: number, dy: number): void {
    const [a, b] = [...this.fingers.values()];
    if (!a || !b) return;
    const spread = Math.hypot(a.x - b.x, a.y - b.y);
    const { stage } = this.app;
    if (this.spread > 0 && spread > 0) {
      const x = (a.x + b.x) / stage.width - 1;
      const y = 1 - (a.y + b.y) / stage.height;
      stage.orbit.zoom(this.spread / spread, x, y);
    }
    this.spread = spread;
    stage.orbit.pan(dx / 2, dy / 2, stage.height);
  }

  private up(event: PointerEvent): void {
    const wasClick = this.start !== null && !this.isMoving && this.start.button === 0;
    const hit = this.start?.hit ?? null;
    this.cancel(event);
    if (!wasClick) return;
    if (this.onClick(hit)) return;
    const time = performance.now();
    const { last } = this;
    this.last = { time, hit };
    if (time - last.time < DOUBLE_MS) {
      // The first click may have moved the picture, to make room for the panel of the link.
      if (last.hit) this.app.fit(true, [last.hit.link]);
      return;
    }
    this.app.select(hit && { robot: hit.robot, link: hit.link });
  }

  private cancel(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    this.drag?.end();
    this.drag = null;
    this.start = null;
    this.isMoving = false;
    this.spread = 0;
    this.canvas.classList.remove("dragging");
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const at = this.place(event);
    const { stage } = this.app;
    const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1);
    const x = (2 * at.x) / stage.width - 1;
    const y = 1 - (2 * at.y) / stage.height;
    stage.orbit.zoom(Math.exp(Math.max(-300, Math.min(300, pixels)) * 0.0013), x, y);
  }

  /** Arrow keys act like dragging, plus and minus like the wheel. */
  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { orbit, height } = this.app.stage;
    const arrows: Record<string, [number, number]> = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const arrow = arrows[event.key];
    if (arrow && event.shiftKey) orbit.pan(KEY_PIXELS * arrow[0], KEY_PIXELS * arrow[1], height);
    else if (arrow) orbit.rotate(KEY_ANGLE * arrow[0], KEY_ANGLE * arrow[1]);
    else if (event.key === "+" || event.key === "=") orbit.zoom(1 / KEY_ZOOM);
    else if (event.key === "-") orbit.zoom(KEY_ZOOM);
    else return;
    event.preventDefault();
  }

  /** Find the link under the pointer, once per picture. */
  private askHover(at: { x: number; y: number }): void {
    const isAsked = this.hoverAt !== null;
    this.hoverAt = at;
    if (isAsked) return;
    setTimeout(() => {
      const place = this.hoverAt;
      this.hoverAt = null;
      if (!place || this.start) return;
      const hit = this.hit(place.x, place.y);
      this.canvas.classList.toggle("over", hit !== null && this.canDrag);
      this.app.hover(hit && { robot: hit.robot, link: hit.link });
    }, 40);
  }
}
