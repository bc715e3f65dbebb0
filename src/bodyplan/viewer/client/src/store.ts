// The state of the page: its scene, configurations, selection and settings. Only the named
// actions change the state, and each notifies the listeners of the change. This module draws
// nothing.

import { cleanScene } from "./clean";
import { random, zero } from "./configuration";
import { Emitter } from "./emitter";
import { Kinematics } from "./kinematics";
import { findingLinks } from "./moods";
import type { PairReport } from "./pairs";
import { isToggle, type Settings, type Toggle, TOGGLE_NAMES, usual } from "./settings";
import type { Finding, Joint, Link, Robot, Scene, State } from "./types";

export interface Ref {
  robot: number;
  link: number;
}

export type Events = {
  scene: Scene;
  /** The robot whose configuration changed; -1 for all. */
  q: number;
  select: Ref | null;
  hover: Ref | null;
  settings: Settings;
  finding: Finding | null;
  progress: { loaded: number; total: number; pending: number };
  active: number;
  pairs: PairReport | null;
  /** The end of the scale of overshoots [m]; null if they are not shown. */
  overshoot: number | null;
  /** The highlighting of links has changed. */
  moods: null;
};

/** The parts of the state that a new version of a scene keeps, by name. */
interface Kept {
  q: Map<string, number[]>[];
  selected: string;
}

const MOST_ERRORS = 200;
/** The toggles for a robot without shapes. */
const MARKS_ALONE = ["skeleton", "frames", "names"] as const;

export class Store extends Emitter<Events> {
  readonly errors: string[] = [];
  private readonly settings_: Settings = usual();
  private scene_: Scene = cleanScene({ robots: [] });
  private kinematics_: readonly Kinematics[] = [];
  private selected_: Ref | null = null;
  private hovered_: Ref | null = null;
  private finding_: Finding | null = null;
  private active_ = 0;
  private group_: ReadonlySet<number> | null = null;
  private pairReport_: PairReport | null = null;

  get scene(): Scene {
    return this.scene_;
  }

  /** The robots in their configurations. */
  get kinematics(): readonly Kinematics[] {
    return this.kinematics_;
  }

  get settings(): Readonly<Settings> {
    return this.settings_;
  }

  get selected(): Ref | null {
    return this.selected_;
  }

  get hovered(): Ref | null {
    return this.hovered_;
  }

  get finding(): Finding | null {
    return this.finding_;
  }

  /** The robot that the panels show. */
  get active(): number {
    return this.active_;
  }

  /** The links of the chosen group; null for all links. */
  get group(): ReadonlySet<number> | null {
    return this.group_;
  }

  get pairReport(): PairReport | null {
    return this.pairReport_;
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

  /** The links of the chosen finding. */
  findingLinks(finding: Finding, robot: number): number[] {
    return findingLinks(this.scene, finding, robot);
  }

  /** The names of all enabled toggles, as in addresses. */
  get shownNames(): string[] {
    return TOGGLE_NAMES.filter((name) => this.settings.shown.has(name)).map((name) =>
      name === "inertia" && this.settings.inertia === "box" ? "inertia:box" : name,
    );
  }

  fail(text: string): void {
    if (this.errors.length < MOST_ERRORS) this.errors.push(text);
    console.warn(text);
  }

  // The scene

  /**
   * Set another scene; with `keep`, joint values and the selection of the previous scene are kept
   * by name.
   */
  protected take(raw: unknown, keep: boolean): void {
    const kept = keep ? this.kept() : null;
    this.scene_ = cleanScene(raw);
    for (const problem of this.scene.problems) this.fail(problem);
    this.kinematics_ = this.scene.robots.map((robot) => new Kinematics(robot));
    this.active_ = Math.min(this.active, Math.max(0, this.kinematics.length - 1));
    this.group_ = this.finding_ = this.selected_ = null;
    if (kept) this.restore(kept);
    if (!kept || !MARKS_ALONE.some((name) => this.settings.shown.has(name))) this.showUsual();
  }

  private kept(): Kept {
    const q = this.kinematics.map(
      (one) => new Map(one.robot.joints.map((joint) => [joint.name, one.values(joint)])),
    );
    return { q, selected: (this.selected && this.linkOf(this.selected)?.name) ?? "" };
  }

  private restore(kept: Kept): void {
    this.kinematics.forEach((one, at) => {
      for (const joint of one.robot.joints) {
        const values = kept.q[at]?.get(joint.name);
        if (!joint.mimic && values?.length === joint.count) this.write(at, joint, values);
      }
    });
    const links = this.scene.robots[this.active]?.links ?? [];
    const link = links.findIndex((one) => one.name === kept.selected);
    if (link >= 0) this.selected_ = { robot: this.active, link };
  }

  /** Show collisions if the scene has no visuals, and the skeleton if it has neither. */
  private showUsual(): void {
    const links = this.scene.robots.flatMap((robot) => robot.links);
    const { shown } = this.settings_;
    if (!links.length || links.some((link) => link.visuals.length)) return;
    if (links.some((link) => link.collisions.length)) shown.add("collision");
    else for (const one of MARKS_ALONE) shown.add(one);
  }

  // Configurations

  private write(robot: number, joint: Joint, values: readonly number[]): void {
    values.forEach((value, k) => this.kinematics[robot]?.set(joint.q + k, value));
  }

  /** The robots that move together: both robots of a comparison. */
  private together(robot: number): number[] {
    return this.scene.compare && robot < 2 ? [0, 1] : [robot];
  }

  /**
   * Write the values of an independent joint, also to the joint of the same name in the compared
   * robot.
   */
  private writeTogether(robot: number, joint: Joint, values: readonly number[]): void {
    for (const at of this.together(robot)) {
      const { joints } = this.scene.robots[at]!;
      const own = at === robot ? joint : joints.find((one) => one.name === joint.name);
      if (own && own.q >= 0 && !own.mimic && own.count === joint.count) this.write(at, own, values);
    }
  }

  /** Set the values of an independent joint. */
  setJoint(robot: number, joint: Joint, values: readonly number[]): void {
    this.writeTogether(robot, joint, values);
    this.emit("q", robot);
  }

  setQ(robot: number, q: readonly (number | null)[]): void {
    const own = this.scene.robots[robot];
    if (!own) return;
    for (const joint of own.joints) {
      if (joint.mimic || joint.q < 0) continue;
      const values = q.slice(joint.q, joint.q + joint.count);
      const isWhole = values.length === joint.count && values.every(Number.isFinite);
      if (isWhole) this.writeTogether(robot, joint, values as number[]);
    }
    this.emit("q", robot);
  }

  setState(robot: number, state: State): void {
    this.setQ(robot, state.q);
  }

  setZero(robot: number): void {
    this.setEach(robot, zero);
  }

  setDefault(robot: number): void {
    this.setQ(robot, this.scene.robots[robot]?.q ?? []);
  }

  /** Set random values within the limits; joints without limits stay within a radius [m]. */
  setRandom(robot: number, reach: number): void {
    this.setEach(robot, (own, joint) => random(own, joint, reach));
  }

  /** Set the joints of a robot, or only those of the chosen group. */
  private setEach(robot: number, values: (own: Robot, joint: Joint) => number[]): void {
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

  // Selection

  select(ref: Ref | null): void {
    this.selected_ = ref;
    if (ref && ref.robot !== this.active) this.activate(ref.robot);
    this.emit("select", ref);
    this.emit("moods", null);
  }

  hover(ref: Ref | null): void {
    if (ref?.robot === this.hovered?.robot && ref?.link === this.hovered?.link) return;
    this.hovered_ = ref;
    this.emit("hover", ref);
    this.emit("moods", null);
  }

  light(finding: Finding | null): void {
    this.finding_ = finding;
    this.emit("finding", finding);
    this.emit("moods", null);
  }

  activate(robot: number): void {
    this.active_ = robot;
    this.group_ = null;
    this.emit("active", robot);
    this.emit("moods", null);
  }

  setGroup(links: readonly number[] | null): void {
    this.group_ = links ? new Set(links) : null;
    this.emit("active", this.active);
    this.emit("moods", null);
  }

  setPairs(report: PairReport | null): void {
    this.pairReport_ = report;
    this.emit("pairs", report);
    this.emit("moods", null);
  }

  // Settings

  change(settings: Partial<Settings>): void {
    Object.assign(this.settings_, settings);
    this.emit("settings", this.settings_);
  }

  toggle(name: Toggle, isOn = !this.settings.shown.has(name)): void {
    if (isOn) this.settings_.shown.add(name);
    else this.settings_.shown.delete(name);
    this.emit("settings", this.settings_);
  }

  /** Set toggles by name, as in addresses and scripts; "inertia:box" chooses boxes. */
  toggleByName(text: string, isOn: boolean): boolean {
    const [name = "", option] = text.split(":");
    if (!isToggle(name)) return false;
    if (name === "inertia" && (option === "box" || option === "ellipsoid")) {
      this.settings_.inertia = option;
    }
    this.toggle(name, isOn);
    return true;
  }

  /** The robot that is shown at first, before a choice of the user. */
  protected begin(robot: number): void {
    this.active_ = robot;
  }
}
