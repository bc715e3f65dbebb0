// Pairs of links that collide in the current configuration, and pairs that are not checked.

import type { App } from "./app";
import { type Convex, overlap } from "./convex";
import { convexOf } from "./hulls";
import { transform } from "./pose";
import type { RobotView } from "./robotview";
import type { Vec3 } from "./types";

export type Pair = [number, number];

export interface PairReport {
  /** The colliding pairs of each robot. */
  colliding: Pair[][];
  disabled: Pair[][];
  /**
   * Whether the pairs come from the collision library of the server, not from convex shapes in
   * the page.
   */
  isExact: boolean;
}

interface Placed {
  link: number;
  shapes: Convex[];
  low: Vec3;
  high: Vec3;
}

const WAIT_MS = 60;
const ASK_MS = 250;

export class Pairs {
  private isOn = false;
  private isDisabledOn = false;
  private timer = 0;
  private asking = 0;
  private hasServer = true;
  private readonly shapes = new Map<RobotView, Convex[][]>();
  private readonly skipped = new Map<RobotView, Set<number>>();

  constructor(private readonly app: App) {}

  show(isOn: boolean, isDisabledOn: boolean): void {
    const isChanged = isOn !== this.isOn || isDisabledOn !== this.isDisabledOn;
    this.isOn = isOn;
    this.isDisabledOn = isDisabledOn;
    if (isOn || isDisabledOn) this.schedule();
    else if (isChanged) this.app.setPairs(null);
  }

  moved(): void {
    if (this.isOn) this.schedule();
  }

  private schedule(): void {
    if (this.timer) return;
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      void this.compute();
    }, WAIT_MS);
  }

  private async compute(): Promise<void> {
    const { views } = this.app;
    const report: PairReport = {
      colliding: views.map(() => []),
      disabled: views.map((view) =>
        this.isDisabledOn ? view.robot.disabled.map(([a, b]): Pair => [a, b]) : [],
      ),
      isExact: false,
    };
    if (this.isOn) {
      for (const [at, view] of views.entries()) {
        if (!this.shapes.has(view)) {
          const found = await Promise.all(view.robot.links.map((link) => convexOf(link, this.app.assets)));
          this.shapes.set(view, found);
        }
        report.colliding[at] = this.own(view);
      }
      this.ask();
    }
    if (views === this.app.views && (this.isOn || this.isDisabledOn)) this.app.setPairs(report);
  }

  /** Pairs whose convex shapes overlap. */
  private own(view: RobotView): Pair[] {
    const { poses } = view.kinematics;
    const placed: Placed[] = [];
    (this.shapes.get(view) ?? []).forEach((shapes, link) => {
      if (!shapes.length) return;
      const made = shapes.map(({ points, radius }) => ({
        points: points.map((p) => transform(poses, p, 12 * link)),
        radius,
      }));
      placed.push({ link, shapes: made, ...bounds(made) });
    });
    placed.sort((a, b) => a.low[0] - b.low[0]);
    const skipped = this.notChecked(view);
    const count = view.robot.links.length;
    const found: Pair[] = [];
    for (let i = 0; i < placed.length; i++) {
      const a = placed[i]!;
      for (let j = i + 1; j < placed.length; j++) {
        const b = placed[j]!;
        if (b.low[0] > a.high[0]) break;
        if (b.low[1] > a.high[1] || a.low[1] > b.high[1]) continue;
        if (b.low[2] > a.high[2] || a.low[2] > b.high[2]) continue;
        if (skipped.has(Math.min(a.link, b.link) * count + Math.max(a.link, b.link))) continue;
        if (a.shapes.some((one) => b.shapes.some((two) => overlap(one, two)))) found.push([a.link, b.link]);
      }
    }
    return found;
  }

  /**
   * The pairs of links of one rigid body, of bodies connected by a joint, and the pairs disabled
   * in the SRDF.
   */
  private notChecked(view: RobotView): Set<number> {
    const known = this.skipped.get(view);
    if (known) return known;
    const { joints, links, disabled } = view.robot;
    const count = links.length;
    const body = links.map((_, at) => at);
    for (const joint of joints) if (joint.count === 0) body[joint.child] = body[joint.parent]!;
    const members = new Map<number, number[]>();
    body.forEach((one, at) => members.set(one, [...(members.get(one) ?? []), at]));
    const found = new Set<number>();
    const skip = (a: number, b: number): void => void found.add(Math.min(a, b) * count + Math.max(a, b));
    const skipAll = (a: number[], b: number[]): void => a.forEach((x) => b.forEach((y) => skip(x, y)));
    for (const one of members.values()) if (one.length < 200) skipAll(one, one);
    for (const joint of joints) {
      if (joint.count) skipAll(members.get(body[joint.parent]!) ?? [], members.get(joint.child) ?? []);
    }
    for (const [a, b] of disabled) skip(a, b);
    this.skipped.set(view, found);
    return found;
  }

  /** Request exact pairs from the server after the robot has stopped. */
  private ask(): void {
    if (!this.hasServer || !location.protocol.startsWith("http") || this.app.isEmbedded) return;
    const turn = ++this.asking;
    window.setTimeout(() => void (turn === this.asking && this.exact(turn)), ASK_MS);
  }

  private async exact(turn: number): Promise<void> {
    const { views } = this.app;
    const colliding: Pair[][] = [];
    for (const view of views) {
      const answer = await fetch("/collisions", {
        method: "POST",
        body: JSON.stringify({ robot: view.index, q: [...view.kinematics.q] }),
      }).catch(() => null);
      if (!answer?.ok) {
        this.hasServer = answer?.status === 400;
        return;
      }
      const { pairs } = (await answer.json()) as { pairs: [string | number, string | number][] };
      const at = (name: string | number): number =>
        typeof name === "number" ? name : view.robot.links.findIndex((link) => link.name === name);
      colliding.push(pairs.map(([a, b]): Pair => [at(a), at(b)]));
    }
    const report = this.app.pairReport;
    if (turn === this.asking && report && views === this.app.views) {
      this.app.setPairs({ ...report, colliding, isExact: true });
    }
  }
}

function bounds(shapes: Convex[]): { low: Vec3; high: Vec3 } {
  const low: Vec3 = [Infinity, Infinity, Infinity];
  const high: Vec3 = [-Infinity, -Infinity, -Infinity];
  for (const { points, radius } of shapes) {
    for (const point of points) {
      for (let k = 0; k < 3; k++) {
        low[k] = Math.min(low[k]!, point[k]! - radius);
        high[k] = Math.max(high[k]!, point[k]! + radius);
      }
    }
  }
  return { low, high };
}
