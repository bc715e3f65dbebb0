// Objects that a script has added: points, lines, frames, labels. Trajectories are played by the
// panel.

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  Points,
  PointsMaterial,
  Sprite,
} from "three";
import { Line2 } from "three/examples/jsm/lines/Line2.js";
import { LineGeometry } from "three/examples/jsm/lines/LineGeometry.js";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { disposeLabel, label } from "./labels";
import { axesGeometry } from "./marks";
import { toMatrix4 } from "./pose";
import type { Mover, RobotView } from "./robotview";
import { type Box, corners, grow } from "./shapes";
import type { Stage } from "./stage";
import type { Drawn, Scene, Trajectory, Vec3 } from "./types";

export class Overlays {
  readonly group = new Group();
  readonly labels: Sprite[] = [];
  trajectories: Trajectory[] = [];
  private movers: [RobotView, Mover][] = [];
  /** The corners of the box around each object, in its own frame. */
  private places: { object: Object3D; points: Vec3[] }[] = [];

  constructor(private readonly stage: Stage) {
    stage.scene.add(this.group);
  }

  show(scene: Scene, views: readonly RobotView[], theme: "light" | "dark"): void {
    for (const [view, mover] of this.movers) view.movers.delete(mover);
    this.movers = [];
    this.labels.splice(0).forEach(disposeLabel);
    this.group.clear();
    this.places = [];
    this.trajectories = [];
    for (const one of scene.overlays) {
      if (one.kind === "trajectory") this.trajectories.push(one);
      else this.add(one, views, theme);
    }
    this.stage.invalidate();
  }

  private add(one: Drawn, views: readonly RobotView[], theme: "light" | "dark"): void {
    const [object, local] = this.make(one, theme);
    object.matrixAutoUpdate = false;
    object.matrixWorld.copy(local);
    this.group.add(object);
    this.places.push({ object, points: "points" in one ? boxCorners(one.points) : [[0, 0, 0]] });
    if (!one.parent) return;
    for (const view of views) {
      const link = view.robot.links.findIndex(({ name }) => name === one.parent);
      if (link < 0) continue;
      const mover: Mover = {
        update: (links, poses) => {
          for (const moved of links) {
            if (moved === link) object.matrixWorld.multiplyMatrices(poses[link]!, local);
          }
        },
      };
      view.addMover(mover);
      this.movers.push([view, mover]);
      break;
    }
  }

  /** The corners of the boxes around all objects, and around the robots on their trajectories. */
  points(views: readonly RobotView[]): Vec3[] {
    const found: Vec3[] = [];
    for (const { object, points } of this.places) {
      const e = object.matrixWorld.elements;
      for (const [x, y, z] of points) {
        found.push([0, 1, 2].map((k) => e[k]! * x + e[4 + k]! * y + e[8 + k]! * z + e[12 + k]!) as Vec3);
      }
    }
    for (const { robot, q } of this.trajectories) {
      const view = views[robot];
      if (view) found.push(...view.pointsOn(q));
    }
    return found;
  }

  private make(one: Drawn, theme: "light" | "dark"): [Object3D, Matrix4] {
    const local = new Matrix4();
    switch (one.kind) {
      case "points":
      case "lines": {
        const places = new Float32Array(one.points.flat());
        const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(places, 3));
        const color = cssColor(one.color);
        const object =
          one.kind === "points"
            ? new Points(
                geometry,
                new PointsMaterial({ color, size: one.size, sizeAttenuation: false, toneMapped: false }),
              )
            : thickLine(one.points, color, one.width);
        object.frustumCulled = false;
        return [object, local];
      }
      case "frame": {
        const material = new MeshBasicMaterial({ vertexColors: true, toneMapped: false });
        toMatrix4(local, one.pose).multiply(new Matrix4().makeScale(one.size, one.size, one.size));
        return [new Mesh(axesGeometry(), material), local];
      }
      case "label": {
        const sprite = label(one.text, one.color, theme);
        this.labels.push(sprite);
        return [sprite, local.setPosition(...one.at)];
      }
    }
  }
}

function boxCorners(points: Vec3[]): Vec3[] {
  let box: Box | null = null;
  for (const point of points) box = grow(box, point);
  return box ? corners(box) : [];
}

function cssColor(text: string): Color {
  const color = new Color(0xe4572e);
  const probe = new Option().style;
  probe.color = text;
  if (probe.color) color.setStyle(probe.color);
  return color;
}

function thickLine(points: Vec3[], color: Color, linewidth: number): Line2 {
  const geometry = new LineGeometry().setPositions(points.flat());
  return new Line2(geometry, new LineMaterial({ color, linewidth, toneMapped: false }));
}
