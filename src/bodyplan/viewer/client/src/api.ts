// `window.bodyplan`: the interface of the page for tests and scripts.

import type { App } from "./app";
import type { Shot } from "./stage";
import type { Vec3 } from "./types";

export interface CameraRequest {
  preset?: string;
  /** Rotation about z, added to the preset [rad]. */
  turn?: number;
  position?: Vec3;
  target?: Vec3;
  orthographic?: boolean;
  /** Whether to keep the distance and target; otherwise the view is fitted to the robot. */
  keep?: boolean;
}

export type Values = Record<string, number | number[]>;

export class Api {
  constructor(private readonly app: App) {}

  /** Settled when all visible meshes are loaded. */
  get ready(): Promise<void> {
    return this.app.ready;
  }

  get errors(): string[] {
    return this.app.errors;
  }

  /** The pose matrix of each link in the world, row by row. */
  poses(robot = 0): Record<string, number[]> {
    const view = this.app.views[robot];
    if (!view) return {};
    view.update();
    const { poses } = view.kinematics;
    return Object.fromEntries(
      view.robot.links.map((link, at) => [link.name, [...poses.slice(12 * at, 12 * at + 12), 0, 0, 0, 1]]),
    );
  }

  /** Set joints by name; mimic joints follow. */
  setQ(values: Values, robot = 0): void {
    const joints = this.app.scene.robots[robot]?.joints ?? [];
    for (const [name, value] of Object.entries(values)) {
      const joint = joints.find((one) => one.name === name);
      const own = typeof value === "number" ? [value] : value;
      if (!joint) this.app.fail(`joint '${name}' does not exist`);
      else if (!joint.mimic && own.length === joint.count) this.app.setJoint(robot, joint, own);
    }
  }

  q(robot = 0): Record<string, number[]> {
    const view = this.app.views[robot];
    if (!view) return {};
    const moving = view.robot.joints.filter((joint) => joint.count > 0);
    return Object.fromEntries(moving.map((joint) => [joint.name, view.kinematics.values(joint)]));
  }

  setToggle(name: string, isOn: boolean): void {
    if (!this.app.toggleByName(name, isOn)) this.app.fail(`unknown toggle '${name}'`);
  }

  toggles(): string[] {
    return this.app.shownNames;
  }

  setCamera(camera: CameraRequest | string): void {
    setCamera(this.app, typeof camera === "string" ? { preset: camera } : camera);
  }

  camera(): { position: Vec3; target: Vec3; orthographic: boolean } {
    const { orbit } = this.app.stage;
    return { position: orbit.position, target: orbit.view.target, orthographic: orbit.isOrthographic };
  }

  async screenshot(shot: Shot = {}): Promise<string> {
    await this.app.ready;
    return this.app.stage.shot(shot);
  }

  /** Select a link by name. */
  select(link: string | null, robot = 0): void {
    this.app.select(link === null ? null : this.app.find(link, robot));
  }

  selected(): string | null {
    return (this.app.selected && this.app.linkOf(this.app.selected)?.name) ?? null;
  }

  /** Show another scene; camera and joint values are kept. */
  show(scene: unknown): void {
    this.app.show(scene);
  }

  /** Meshes that could not be shown. */
  missing(): { link: string; uri: string; problem: string }[] {
    return this.app.views.flatMap((view) => view.missing);
  }

  /** The colliding pairs of links, if collisions are shown. */
  pairs(robot = 0): [string, string][] {
    const links = this.app.scene.robots[robot]?.links ?? [];
    const found = this.app.pairReport?.colliding[robot] ?? [];
    return found.map(([a, b]) => [links[a]?.name ?? "", links[b]?.name ?? ""]);
  }

  /** The position of a link on the page [CSS pixels]; null if it is behind the camera. */
  locate(link: string, robot = 0): [number, number] | null {
    const { app } = this;
    const at = app.scene.robots[robot]?.links.findIndex((one) => one.name === link) ?? -1;
    const view = app.views[robot];
    if (!view || at < 0) return null;
    view.update();
    const box = view.box([at])!;
    return app.stage.project([0, 1, 2].map((k) => (box[0][k]! + box[1][k]!) / 2) as Vec3);
  }

  /** The script time of the last pictures [ms]: the total, and the part for moving links. */
  times(): { frame: number[]; update: number[] } {
    return { frame: [...this.app.stage.times], update: [...this.app.updateTimes] };
  }

  /** The number of objects drawn in the last picture, including shadows. */
  draws(): number {
    return this.app.stage.renderer.info.render.calls;
  }
}

export function setCamera(app: App, camera: CameraRequest): void {
  const { orbit } = app.stage;
  if (camera.orthographic !== undefined) orbit.isOrthographic = camera.orthographic;
  const isPreset = camera.preset !== undefined && app.preset(camera.preset, false, camera.turn ?? 0);
  if (isPreset && !camera.keep) app.fit(false);
  else if (!isPreset && camera.preset) app.fail(`unknown camera preset '${camera.preset}'`);
  else if (!isPreset && camera.turn) {
    orbit.jump({ azimuth: orbit.view.azimuth + camera.turn });
  }
  if (camera.position) orbit.lookFrom(camera.position, camera.target ?? orbit.view.target);
  else if (camera.target) orbit.jump({ target: camera.target });
}
