// The state of the page: the scene, its robots and their configurations, what is selected and shown.

import { Group } from "three";
import { Assets } from "./assets";
import { RoleBatches } from "./batches";
import { cleanScene } from "./clean";
import { Emitter } from "./emitter";
import { Drawings } from "./drawings";
import { MARKS } from "./marks";
import { diagonal, firstShown, framed, union } from "./framing";
import { Kinematics } from "./kinematics";
import { findingLinks, writeMoods } from "./moods";
import { Overlays } from "./overlays";
import { type PairReport, Pairs } from "./pairs";
import { PRESETS } from "./orbit";
import { MANY, RobotView, shapesIn } from "./robotview";
import { isToggle, type Settings, type Toggle, TOGGLE_NAMES, usual } from "./settings";
import type { Box } from "./shapes";
import { corners } from "./shapes";
import type { Stage } from "./stage";
import { sceneLights } from "./lights";
import { random, zero } from "./configuration";
import type { Finding, Joint, Link, Robot, Scene, State, Vec3 } from "./types";

export interface Ref {
  robot: number;
  link: number;
}

export type AppEvents = {
  scene: Scene;
  q: number;
  select: Ref | null;
  hover: Ref | null;
  settings: Settings;
  finding: Finding | null;
  progress: { loaded: number; total: number; pending: number };
  active: number;
  pairs: PairReport | null;
};

const ROLES = ["visual", "collision"] as const;
/** What shows a robot that has no shapes. */
const MARKS_ALONE = ["skeleton", "frames", "names"] as const;

export class App extends Emitter<AppEvents> {
  scene: Scene = cleanScene({ robots: [] });
  views: RobotView[] = [];
  settings: Settings = usual();
  selected: Ref | null = null;
  hovered: Ref | null = null;
  finding: Finding | null = null;
  /** The robot that the panels show. */
  active = 0;
  /** Links of a chosen group; null for all. */
  group: Set<number> | null = null;
  readonly errors: string[] = [];
  /** Whether the scene is in the page, not on a server. */
  isEmbedded = false;
  readonly assets = new Assets();
  readonly overlays: Overlays;
  readonly pairs: Pairs;
  pairReport: PairReport | null = null;
  /** Size of marks [m]. */
  markSize = 0.1;
  floor = 0;
  /** Script time of the last moves [ms]. */
  readonly updateTimes: number[] = [];
  /** Of all robots, where equal ones are drawn together. */
  private batches: RoleBatches | null = null;
  private readonly drawings: Drawings;
  private ready_: Promise<void> = Promise.resolve();
  private isMoodOld = false;
  private shapeTimer = 0;
  private shapeDrawn = 0;

  constructor(readonly stage: Stage) {
    super();
    this.overlays = new Overlays(stage);
    this.pairs = new Pairs(this);
    this.drawings = new Drawings(this);
    stage.before.push(() => this.beforeDraw());
    stage.shapes = () => this.points();
    stage.isComing = () => this.assets.pending > 0;
    this.assets.onProgress = () => {
      const { loaded, total, pending } = this.assets;
      this.emit("progress", { loaded, total, pending });
    };
  }

  get view(): RobotView | undefined {
    return this.views[this.active];
  }

  /** Settled when all shapes that are to be seen have come. */
  get ready(): Promise<void> {
    return this.ready_;
  }

  fail(text: string): void {
    if (this.errors.length < 200) this.errors.push(text);
    console.warn(text);
  }

  // The scene

  /** Show a scene; camera, joint values and selection are kept by name. */
  show(raw: unknown, keep = true): void {
    const old = keep && this.views.length ? this.snapshot() : null;
    const scene = cleanScene(raw);
    for (const problem of scene.problems) this.fail(problem);
    this.drawings.clear();
    for (const view of this.views) view.dispose();
    this.scene = scene;
    this.assets.use(scene.assets);
    const reach = sceneReach(scene);
    this.shareBatches(scene);
    this.views = scene.robots.map((robot, at) => {
      const view = new RobotView(robot, at, this.assets, reach, this.batches);
      view.theme = this.stage.theme;
      view.onShape = () => this.shapeCame();
      this.stage.scene.add(view.root);
      return view;
    });
    this.active = Math.min(this.active, Math.max(0, this.views.length - 1));
    this.group = null;
    this.finding = null;
    this.selected = null;
    const visuals = scene.robots.flatMap(({ links }) => links.flatMap((link) => link.visuals));
    this.stage.ground.hasFloor = visuals.some(({ shape }) => shape.kind === "plane");
    this.measure();
    this.stage.setSceneLights(sceneLights(scene.lights, reach));
    this.overlays.show(scene, this.views, this.stage.theme);
    if (old) {
      this.restore(old);
      if (!MARKS_ALONE.some((name) => this.settings.shown.has(name))) this.chooseUsual();
    } else {
      this.active = firstShown(scene.robots);
      this.chooseUsual();
      this.fit(false);
    }
    this.applySettings();
    this.emit("scene", scene);
    this.emit("active", this.active);
    this.emit("q", -1);
    this.emit("select", this.selected);
    this.moodsChanged();
  }

  /** Draw equal parts of many models together; each of two that are compared has looks of its own. */
  private shareBatches(scene: Scene): void {
    this.batches?.dispose();
    this.batches = null;
    if (scene.compare || scene.robots.length < 2 || shapesIn(scene.robots) <= MANY) return;
    const groups = { visual: new Group(), collision: new Group() };
    this.stage.scene.add(groups.visual, groups.collision);
    this.batches = new RoleBatches(groups);
  }

  /** Collisions if there are no visuals, the skeleton if there are neither. */
  private chooseUsual(): void {
    const links = this.scene.robots.flatMap((robot) => robot.links);
    const has = (shapes: (link: Link) => unknown[]): boolean =>
      links.some((link) => shapes(link).length > 0);
    const { shown } = this.settings;
    if (links.length && !has((link) => link.visuals)) {
      if (has((link) => link.collisions)) shown.add("collision");
      else for (const one of ["skeleton", "frames", "names"] as const) shown.add(one);
    }
  }

  private measure(): void {
    const box: Box = union(framed(this.views)) ?? [
      [-0.5, -0.5, 0],
      [0.5, 0.5, 1],
    ];
    const center = box[0].map((v, k) => (v + box[1][k]!) / 2) as Vec3;
    const reach = reachOf(box);
    this.floor = Math.min(0, box[0][2]);
    this.markSize = this.markSizeFor(reach);
    this.stage.fitTo(center, reach, this.floor);
  }

  private markSizeFor(reach: number): number {
    const links = this.view?.robot.links.length ?? 1;
    return reach * (links > 25 ? 0.055 : 0.085);
  }

  private snapshot(): { q: Map<string, number[]>[]; selected: string; active: number } {
    const q = this.views.map(
      (view) =>
        new Map(view.robot.joints.map((joint) => [joint.name, view.kinematics.values(joint)])),
    );
    const link = this.selected && this.linkOf(this.selected);
    return { q, selected: link?.name ?? "", active: this.active };
  }

  private restore(old: { q: Map<string, number[]>[]; selected: string }): void {
    this.views.forEach((view, at) => {
      for (const joint of view.robot.joints) {
        const values = old.q[at]?.get(joint.name);
        if (!joint.mimic && values?.length === joint.count) this.write(at, joint, values);
      }
    });
    const link = this.view?.robot.links.findIndex((one) => one.name === old.selected) ?? -1;
    if (link >= 0) this.selected = { robot: this.active, link };
  }

  /** Draw what has come; not for each of many shapes, which would only delay them. */
  private shapeCame(): void {
    clearTimeout(this.shapeTimer);
    const isLast = this.assets.pending === 0;
    const wait = isLast ? 0 : this.stage.isSoftware ? 400 : 60;
    if (performance.now() - this.shapeDrawn > wait) {
      this.shapeDrawn = performance.now();
      this.stage.shapesMoved();
    } else this.shapeTimer = window.setTimeout(() => this.stage.shapesMoved(), wait);
  }

  linkOf(ref: Ref): Link | undefined {
    return this.scene.robots[ref.robot]?.links[ref.link];
  }

  find(name: string, robot = this.active): Ref | null {
    const order = [robot, ...this.scene.robots.keys()];
    for (const at of order) {
      const link = this.scene.robots[at]?.links.findIndex((one) => one.name === name) ?? -1;
      if (link >= 0) return { robot: at, link };
    }
    return null;
  }

  // Configurations

  private write(robot: number, joint: Joint, values: number[]): void {
    values.forEach((value, k) => this.views[robot]?.kinematics.set(joint.q + k, value));
  }

  /** Robots that move together: both of a comparison. */
  private together(robot: number): number[] {
    return this.scene.compare && robot < 2 ? [0, 1] : [robot];
  }

  /** Set the values of an independent joint. */
  setJoint(robot: number, joint: Joint, values: number[]): void {
    for (const at of this.together(robot)) {
      const own =
        at === robot ? joint : this.scene.robots[at]!.joints.find((one) => one.name === joint.name);
      if (own && own.q >= 0 && !own.mimic && own.count === joint.count) this.write(at, own, values);
    }
    this.changed(robot);
  }

  setQ(robot: number, q: (number | null)[]): void {
    const own = this.scene.robots[robot];
    if (!own) return;
    for (const joint of own.joints) {
      if (joint.mimic || joint.q < 0) continue;
      const values = q.slice(joint.q, joint.q + joint.count);
      if (values.length < joint.count || values.some((v) => v === null || !Number.isFinite(v))) continue;
      for (const at of this.together(robot)) {
        const other =
          at === robot ? joint : this.scene.robots[at]!.joints.find((one) => one.name === joint.name);
        if (other && !other.mimic && other.count === joint.count) this.write(at, other, values as number[]);
      }
    }
    this.changed(robot);
  }

  setState(robot: number, state: State): void {
    this.setQ(robot, state.q);
  }

  setZero(robot: number): void {
    this.each(robot, (own, joint) => zero(own, joint));
  }

  setDefault(robot: number): void {
    this.setQ(robot, this.scene.robots[robot]?.q ?? []);
  }

  setRandom(robot: number): void {
    this.each(robot, (own, joint) => random(own, joint, this.stage.orbit.reach));
  }

  private each(robot: number, values: (own: Robot, joint: Joint) => number[]): void {
    const own = this.scene.robots[robot];
    if (!own) return;
    const q: (number | null)[] = own.q.map(() => null);
    for (const joint of own.joints) {
      if (joint.mimic || joint.q < 0) continue;
      if (this.group && robot === this.active && !this.group.has(joint.child)) continue;
      values(own, joint).forEach((value, k) => (q[joint.q + k] = value));
    }
    this.setQ(robot, q);
  }

  private changed(robot: number): void {
    this.emit("q", robot);
    this.stage.invalidate();
  }

  /** Move what has to move; the script that a slider costs. */
  private beforeDraw(): void {
    const start = performance.now();
    let isMoved = false;
    for (const view of this.views) {
      view.update();
      isMoved ||= view.hasMoved;
      view.hasMoved = false;
    }
    if (isMoved) {
      this.isMoodOld ||= this.scene.compare;
      this.pairs.moved();
      this.stage.shapesMoved();
    }
    if (this.isMoodOld) {
      this.isMoodOld = false;
      writeMoods(this);
    }
    this.drawings.scaleLabels();
    if (isMoved) this.updateTimes.push(performance.now() - start);
    if (this.updateTimes.length > 240) this.updateTimes.shift();
  }

  // Selection

  select(ref: Ref | null): void {
    this.selected = ref;
    if (ref && ref.robot !== this.active) this.activate(ref.robot);
    this.emit("select", ref);
    this.moodsChanged();
  }

  hover(ref: Ref | null): void {
    if (ref?.robot === this.hovered?.robot && ref?.link === this.hovered?.link) return;
    this.hovered = ref;
    this.emit("hover", ref);
    this.moodsChanged();
  }

  /** The links that a finding is about. */
  findingLinks(finding: Finding, robot: number): number[] {
    return findingLinks(this.scene, finding, robot);
  }

  light(finding: Finding | null): void {
    this.finding = finding;
    this.emit("finding", finding);
    this.moodsChanged();
  }

  activate(robot: number): void {
    this.active = robot;
    this.group = null;
    this.emit("active", robot);
    this.moodsChanged();
  }

  setGroup(links: number[] | null): void {
    this.group = links ? new Set(links) : null;
    this.emit("active", this.active);
    this.moodsChanged();
  }

  // Looks

  change(settings: Partial<Settings>): void {
    Object.assign(this.settings, settings);
    this.applySettings();
  }

  toggle(name: Toggle, isOn = !this.settings.shown.has(name)): void {
    if (isOn) this.settings.shown.add(name);
    else this.settings.shown.delete(name);
    this.applySettings();
  }

  /** Toggles by name, as addresses and scripts call them; "inertia:box" chooses boxes. */
  toggleByName(text: string, isOn: boolean): boolean {
    const [name = "", option] = text.split(":");
    if (!isToggle(name)) return false;
    if (name === "inertia" && (option === "box" || option === "ellipsoid")) {
      this.settings.inertia = option;
    }
    this.toggle(name, isOn);
    return true;
  }

  applySettings(): void {
    const { shown, inertia } = this.settings;
    const loading: Promise<void>[] = [];
    for (const role of ROLES) this.batches?.show(role, shown.has(role));
    for (const view of this.views) {
      for (const role of ROLES) loading.push(view.show(role, shown.has(role)));
      for (const name of MARKS) this.drawings.show(name, view, shown.has(name), name === "inertia" ? inertia : "");
    }
    this.ready_ = Promise.all([this.ready_, ...loading]).then(() => {
      this.assets.onProgress();
      this.moodsChanged();
    });
    this.stage.ground.object.visible = shown.has("grid");
    this.stage.setShadows(shown.has("shadows"));
    this.pairs.show(shown.has("pairs"), shown.has("disabled"));
    this.moodsChanged();
    this.emit("settings", this.settings);
    this.stage.shapesMoved();
  }

  setTheme(theme: "light" | "dark"): void {
    this.stage.setTheme(theme);
    for (const view of this.views) view.theme = theme;
    this.drawings.drop("names");
    this.overlays.show(this.scene, this.views, theme);
    this.applySettings();
  }

  moodsChanged(): void {
    this.isMoodOld = true;
    this.stage.invalidate();
  }

  setPairs(report: PairReport | null): void {
    this.pairReport = report;
    this.emit("pairs", report);
    this.moodsChanged();
  }

  // Camera

  /** Fill the picture with the robot or some links; from all sides, if it is to turn. */
  fit(isSmooth = true, links?: number[], isFromAllSides = false, points = this.points(links)): void {
    if (!links) points = [...points, ...this.overlays.points(this.views)];
    if (!points.length) points.push([-0.5, -0.5, 0], [0.5, 0.5, 1]);
    const { orbit } = this.stage;
    const view = orbit.viewOf(points, orbit.reach * 0.03, isFromAllSides);
    orbit.isFitted = !links;
    if (isSmooth) orbit.glide(view);
    else orbit.jump(view);
  }

  /** The corners of the boxes of all links, or of some of the shown robot. */
  points(links?: number[]): Vec3[] {
    const views = this.views.filter((view) => !links || view.index === this.active);
    for (const view of views) view.update();
    return framed(views, links).flatMap(corners);
  }

  preset(name: string, isSmooth = true, turn = 0): boolean {
    const angles = PRESETS[name];
    if (!angles) return false;
    const view = { azimuth: angles[0] + turn, elevation: angles[1] };
    if (isSmooth) this.stage.orbit.glide(view);
    else this.stage.orbit.jump(view);
    return true;
  }

  /** The names of all toggles that are on, as addresses write them. */
  get shownNames(): string[] {
    return TOGGLE_NAMES.filter((name) => this.settings.shown.has(name)).map((name) =>
      name === "inertia" && this.settings.inertia === "box" ? "inertia:box" : name,
    );
  }
}

/** How far what is framed of a scene reaches from its centre [m]. */
function sceneReach(scene: Scene): number {
  const box = union(framed(scene.robots.map((robot) => ({ kinematics: new Kinematics(robot) }))));
  return box ? reachOf(box) : 1;
}

function reachOf(box: Box): number {
  return Math.max(diagonal(box) / 2, 1e-3);
}
