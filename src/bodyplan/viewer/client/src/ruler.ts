// Measurement of the distance and rotation between two frames or points.

import { Group, Sprite } from "three";
import type { App } from "./app";
import type { Ref } from "./store";
import { disposeLabel, label, labelScale } from "./labels";
import { MovingLines } from "./lines";
import { angle, inverse, product, rpy } from "./pose";
import type { Vec3 } from "./types";

export interface Measurement {
  from: string;
  to: string;
  distance: number;
  /** The pose of the second frame in the first frame. */
  offset: Vec3;
  rpy: Vec3;
  angle: number;
}

export class Ruler {
  from: Ref | null = null;
  to: Ref | null = null;
  onChange: () => void = () => undefined;
  private readonly group = new Group();
  private readonly line = new MovingLines(1, { color: 0xff3d81, width: 2.5, isDashed: true }, 18);
  private sprite: Sprite | null = null;
  private shown = "";

  constructor(private readonly app: App) {
    this.group.visible = false;
    this.group.add(this.line.object);
    app.stage.scene.add(this.group);
    app.stage.before.push(() => this.draw());
    app.on("scene", () => this.set(null, null));
    app.on("q", () => this.onChange());
  }

  set(from: Ref | null, to: Ref | null): void {
    this.from = from;
    this.to = to;
    this.group.visible = from !== null && to !== null;
    this.onChange();
    this.app.stage.invalidate();
  }

  private pose(ref: Ref): number[] | null {
    const view = this.app.views[ref.robot];
    if (!view || ref.link >= view.robot.links.length) return null;
    view.update();
    return [...view.kinematics.poses.slice(12 * ref.link, 12 * ref.link + 12)];
  }

  measure(): Measurement | null {
    const { from, to } = this;
    const [a, b] = [from && this.pose(from), to && this.pose(to)];
    if (!from || !to || !a || !b) return null;
    const between = product(inverse(a), b);
    const offset: Vec3 = [between[3]!, between[7]!, between[11]!];
    return {
      from: this.app.linkOf(from)!.name,
      to: this.app.linkOf(to)!.name,
      distance: Math.hypot(...offset),
      offset,
      rpy: rpy(between),
      angle: angle(between),
    };
  }

  private draw(): void {
    if (!this.group.visible) return;
    const { app } = this;
    const [a, b] = [this.from && this.pose(this.from), this.to && this.pose(this.to)];
    if (!a || !b) return;
    const ends = [a, b].map((p): Vec3 => [p[3]!, p[7]!, p[11]!]) as [Vec3, Vec3];
    this.line.ends.set(ends.flat());
    this.line.moved();
    this.line.object.material.dashSize = app.markSize * 0.25;
    this.line.object.material.gapSize = app.markSize * 0.12;
    const length = Math.hypot(...ends[0].map((v, k) => v - ends[1][k]!));
    const text = length < 1 ? `${(1000 * length).toPrecision(4)} mm` : `${length.toPrecision(4)} m`;
    if (text !== this.shown || !this.sprite) {
      if (this.sprite) disposeLabel(this.sprite);
      this.sprite = label(text, "#e11d5f", app.stage.theme);
      this.group.add(this.sprite);
      this.shown = text;
    }
    const { orbit, height } = app.stage;
    const [x, y] = labelScale(this.sprite, height, orbit.isOrthographic, orbit.perspective.fov, orbit.view.distance);
    const middle = ends[0].map((v, k) => (v + ends[1][k]!) / 2) as Vec3;
    this.sprite.matrixWorld.makeScale(x, y, 1).setPosition(...middle);
  }
}
