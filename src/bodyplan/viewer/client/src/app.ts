// The drawing of the state of the page: the robots, their marks, and the camera.

import { Group } from "three";
import { Assets } from "./assets";
import { RoleBatches } from "./batches";
import { Drawings } from "./drawings";
import { firstShown, framed, measured } from "./framing";
import { sceneLights } from "./lights";
import { MARKS, type MarkName } from "./marks";
import { writeMoods } from "./moods";
import { PRESETS } from "./orbit";
import { Overlays } from "./overlays";
import { fetchOvershoot, largestOf, legend } from "./overshoot";
import { Pairs } from "./pairs";
import { RobotView, SEVERAL, shapesIn } from "./robotview";
import { corners } from "./shapes";
import type { Stage } from "./stage";
import { Store } from "./store";
import type { LinkOvershoot, Scene, Vec3 } from "./types";

const NONE: LinkOvershoot[] = [];
const ROLES = ["visual", "collision"] as const;

/** The drawn page: the representation of the state on the screen. */
export class App extends Store {
  views: readonly RobotView[] = [];
  /** Whether the scene is contained in the page, without a server. */
  readonly isEmbedded: boolean;
  readonly assets = new Assets();
  readonly overlays: Overlays;
  readonly pairs: Pairs;
  /** The size of marks [m]. */
  markSize = 0.1;
  floor = 0;
  /** The script times of the last motions of links [ms]. */
  readonly updateTimes: number[] = [];
  /** The batches of all robots, if equal robots are drawn together. */
  private batches: RoleBatches | null = null;
  private readonly drawings: Drawings;
  private ready_: Promise<void> = Promise.resolve();
  private sky: Promise<void> = Promise.resolve();
  /** The overshoot of shapes beyond the approximated geometry; fetched when first shown. */
  private overshoot: Promise<LinkOvershoot[][]> | null = null;
  /** The end of the scale of overshoots [m]; null if overshoots are not shown. */
  private largest: number | null = null;
  private isMoodOld = false;
  private shapeTimer = 0;
  private shapeDrawn = 0;

  constructor(
    readonly stage: Stage,
    isEmbedded = false,
  ) {
    super();
    this.isEmbedded = isEmbedded;
    this.on("q", () => stage.invalidate());
    this.on("moods", () => this.moodsChanged());
    this.on("settings", () => this.drawSettings());
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

  /** Settled when all visible shapes are loaded. */
  get ready(): Promise<void> {
    return this.ready_;
  }

  /** Show a scene; camera, joint values and selection are kept by name. */
  show(raw: unknown, keep = true): void {
    const isKept = keep && this.views.length > 0;
    this.drawings.clear();
    for (const view of this.views) view.dispose();
    this.take(raw, isKept);
    const { scene } = this;
    this.assets.use(scene.assets);
    this.overshoot = this.largest = null;
    const { reach } = measured(this.kinematics.map((kinematics) => ({ kinematics })));
    this.shareBatches(scene);
    this.sky = this.drawSky(scene);
    this.views = this.kinematics.map((kinematics, at) => {
      const view = new RobotView(kinematics, at, this.assets, reach, this.batches);
      view.theme = this.stage.theme;
      view.onShape = () => this.shapeCame();
      this.stage.scene.add(view.root);
      return view;
    });
    const visuals = scene.robots.flatMap(({ links }) => links.flatMap((link) => link.visuals));
    this.stage.ground.hasFloor = visuals.some(({ shape }) => shape.kind === "plane");
    this.measure();
    this.stage.setSceneLights(sceneLights(scene.lights, reach));
    this.overlays.show(scene, this.views, this.stage.theme);
    if (!isKept) {
      this.begin(firstShown(scene.robots));
      this.fit(false);
    }
    this.emit("settings", this.settings);
    this.emit("scene", scene);
    this.emit("active", this.active);
    this.emit("q", -1);
    this.emit("select", this.selected);
    this.moodsChanged();
  }

  /** Draw equal parts of many models together; two compared robots keep separate materials. */
  private shareBatches(scene: Scene): void {
    this.batches?.dispose();
    this.batches = null;
    if (scene.compare || scene.robots.length < 2 || shapesIn(scene.robots) <= SEVERAL) return;
    const groups = { visual: new Group(), collision: new Group() };
    this.stage.scene.add(groups.visual, groups.collision);
    this.batches = new RoleBatches(groups);
  }

  private async drawSky(scene: Scene): Promise<void> {
    this.stage.setSky(null);
    const cube = scene.sky ? await this.assets.cube(scene.sky).catch(() => null) : null;
    if (cube && this.scene === scene) this.stage.setSky(cube);
  }

  private measure(): void {
    const { box, reach } = measured(this.views);
    const center = box[0].map((v, k) => (v + box[1][k]!) / 2) as Vec3;
    this.floor = Math.min(0, box[0][2]);
    this.markSize = this.markSizeFor(reach);
    this.stage.fitTo(center, reach, this.floor);
  }

  private markSizeFor(reach: number): number {
    const links = this.view?.robot.links.length ?? 1;
    return reach * (links > 25 ? 0.055 : 0.085);
  }

  /** Draw the loaded shapes; not after each of many shapes, which would delay loading. */
  private shapeCame(): void {
    clearTimeout(this.shapeTimer);
    const isLast = this.assets.pending === 0;
    const wait = isLast ? 0 : this.stage.isSoftware ? 400 : 60;
    if (performance.now() - this.shapeDrawn > wait) {
      this.shapeDrawn = performance.now();
      this.stage.shapesMoved();
    } else this.shapeTimer = window.setTimeout(() => this.stage.shapesMoved(), wait);
  }

  /** Move the links and marks; this is the script time of a slider motion. */
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

  override setRandom(robot: number, reach = this.stage.orbit.reach): void {
    super.setRandom(robot, reach);
  }

  // Materials

  private drawSettings(): void {
    const { shown } = this.settings;
    const loading: Promise<void>[] = [this.drawOvershoot()];
    for (const role of ROLES) this.batches?.show(role, shown.has(role));
    for (const view of this.views) {
      for (const role of ROLES) loading.push(view.show(role, shown.has(role)));
      for (const name of MARKS) this.drawings.show(name, view, shown.has(name), this.optionOf(name));
    }
    this.ready_ = Promise.all([this.ready_, this.sky, ...loading]).then(() => {
      this.assets.onProgress();
      this.moodsChanged();
    });
    this.stage.ground.object.visible = shown.has("grid");
    this.stage.setShadows(shown.has("shadows"));
    this.pairs.show(shown.has("pairs"), shown.has("disabled"));
    this.moodsChanged();
    this.stage.shapesMoved();
  }

  private optionOf(name: MarkName): string {
    if (name === "inertia") return this.settings.inertia;
    return name === "spheres" && this.largest !== null ? String(this.largest) : "";
  }

  private get hasOvershoot(): boolean {
    const { shown } = this.settings;
    return this.scene.has_overshoot && shown.has("overshoot") && (shown.has("spheres") || shown.has("collision"));
  }

  /** Colour spheres and collision shapes by their overshoot, or in their own colours. */
  private async drawOvershoot(): Promise<void> {
    if (!this.hasOvershoot) {
      this.colorOvershoot([]);
      return;
    }
    const coming = (this.overshoot ??= fetchOvershoot());
    try {
      const found = await coming;
      if (coming === this.overshoot && this.hasOvershoot) this.colorOvershoot(found);
    } catch (error) {
      if (coming === this.overshoot) this.overshoot = null;
      this.fail(`the overshoot could not be loaded: ${String(error)}`);
    }
  }

  private colorOvershoot(robots: LinkOvershoot[][]): void {
    const { shown } = this.settings;
    const largest = largestOf(robots, shown.has("spheres"), shown.has("collision"));
    if (largest === null && this.largest === null) return;
    this.largest = largest;
    this.views.forEach((view, at) => {
      view.colorOvershoot(largest === null ? NONE : (robots[at] ?? NONE), largest ?? 0);
      this.drawings.show("spheres", view, shown.has("spheres"), this.optionOf("spheres"));
    });
    this.stage.legend = largest === null ? null : () => legend(largest, this.stage.theme, 1);
    this.emit("overshoot", largest);
    this.stage.invalidate();
  }

  setTheme(theme: "light" | "dark"): void {
    this.stage.setTheme(theme);
    for (const view of this.views) view.theme = theme;
    this.drawings.drop("names");
    this.overlays.show(this.scene, this.views, theme);
    this.emit("settings", this.settings);
  }

  private moodsChanged(): void {
    this.isMoodOld = true;
    this.stage.invalidate();
  }

  // Camera

  /**
   * Fit the view to the robot or some links; for views from all sides, if the camera will turn.
   */
  fit(isSmooth = true, links?: number[], isFromAllSides = false, points = this.points(links)): void {
    if (!links) points = [...points, ...this.overlays.points(this.views)];
    if (!points.length) points.push([-0.5, -0.5, 0], [0.5, 0.5, 1]);
    const { orbit } = this.stage;
    const isPoint = points.every((one) => one.every((v, k) => v === points[0]![k]));
    const least = isPoint ? this.markSize * 1.5 : orbit.reach * 0.03; // for a point, its frame is visible
    const view = orbit.viewOf(points, least, isFromAllSides);
    orbit.isFitted = !links;
    if (isSmooth) orbit.glide(view);
    else orbit.jump(view);
  }

  /** The corners of the boxes of all links, or of some links of the shown robot. */
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
}
