import { expect, test } from "vitest";
import { Store } from "../src/store";

const I = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
const link = (name: string, more = {}) => ({ name, ...more });
const hinge = (name: string, child: number, more = {}) => ({ name, type: "revolute", parent: child - 1, child, q: child - 1, count: 1, axis: [0, 0, 1], ...more });
const variable = (name: string, joint: number) => ({ name, joint, unit: "rad", lower: -1, upper: 1 });
const arm = (name: string, more = {}) => ({
  name,
  pose: I,
  links: [link("base"), link("upper"), link("lower")],
  joints: [hinge("shoulder", 1), hinge("elbow", 2)],
  q: [0.5, 0],
  variables: [variable("shoulder", 0), variable("elbow", 1)],
  ...more,
});

/** A state as the page has it, without what draws it. */
class Page extends Store {
  readonly heard: string[] = [];

  constructor(scene: object) {
    super();
    for (const name of ["q", "select", "active", "finding", "settings", "moods"] as const) {
      this.on(name, () => void this.heard.push(name));
    }
    this.show(scene, false);
  }

  show(scene: object, keep = true): void {
    this.take(scene, keep);
  }

  values(robot = 0): number[] {
    return [...this.kinematics[robot]!.q];
  }

  joint(name: string, robot = 0) {
    return this.scene.robots[robot]!.joints.find((one) => one.name === name)!;
  }
}

test("a new version of a scene keeps joint values and the selection by name", () => {
  const page = new Page({ robots: [arm("r")] });
  page.setJoint(0, page.joint("elbow"), [0.25]);
  page.select({ robot: 0, link: 2 });
  const swapped = arm("r", {
    links: [link("base"), link("lower"), link("upper")],
    joints: [hinge("elbow", 1), hinge("wrist", 2)],
    q: [0, 0.125],
    variables: [variable("elbow", 0), variable("wrist", 1)],
  });
  page.show({ robots: [swapped] });
  expect(page.values()).toEqual([0.25, 0.125]);
  expect(page.selected).toEqual({ robot: 0, link: 1 });
  page.show({ robots: [swapped] }, false);
  expect(page.values()).toEqual([0, 0.125]);
  expect(page.selected).toBeNull();
});

test("a new version forgets the group and the diagnostic, and shows a robot that there is", () => {
  const page = new Page({ robots: [arm("a"), arm("b")] });
  page.select({ robot: 1, link: 0 });
  page.setGroup([1]);
  expect(page.active).toBe(1);
  page.show({ robots: [arm("a")] });
  expect([page.active, page.group, page.finding]).toEqual([0, null, null]);
});

test("all groups can be chosen again", () => {
  const page = new Page({ robots: [arm("r")] });
  page.setGroup([2]);
  page.setZero(0);
  expect(page.values()).toEqual([0.5, 0]); // the shoulder is not of the group
  page.setGroup(null);
  page.setZero(0);
  expect(page.values()).toEqual([0, 0]);
});

test("both robots of a comparison move, by the names of their joints", () => {
  const other = arm("b", { joints: [hinge("elbow", 1), hinge("shoulder", 2)] });
  const page = new Page({ robots: [arm("a"), other], compare: true });
  page.setJoint(0, page.joint("shoulder"), [-1]);
  page.setQ(1, [0.75, null]);
  expect(page.values(0)).toEqual([-1, 0.75]);
  expect(page.values(1)).toEqual([0.75, -1]);
  const apart = new Page({ robots: [arm("a"), other] });
  apart.setJoint(0, apart.joint("shoulder"), [-1]);
  expect(apart.values(1)).toEqual([0.5, 0]);
});

test("values that are missing or not finite leave the joint where it is", () => {
  const page = new Page({ robots: [arm("r")] });
  page.setQ(0, [NaN, 0.5]);
  page.setQ(0, [null]);
  page.setQ(7, [1]);
  expect(page.values()).toEqual([0.5, 0.5]);
});

test("a mimic joint cannot be set", () => {
  const joints = [hinge("shoulder", 1), hinge("elbow", 2, { q: 0, mimic: { joint: "shoulder", multiplier: 2, offset: 0 } })];
  const page = new Page({ robots: [arm("r", { joints, q: [0.5], variables: [variable("shoulder", 0)] })] });
  page.setJoint(0, page.joint("elbow"), [1]);
  expect(page.values()).toEqual([0.5]);
});

test("random values are within the limits", () => {
  const page = new Page({ robots: [arm("r")] });
  for (let k = 0; k < 50; k++) {
    page.setRandom(0, 1);
    for (const value of page.values()) expect(Math.abs(value)).toBeLessThanOrEqual(1);
  }
});

test("each action says what has changed", () => {
  const page = new Page({ robots: [arm("a"), arm("b")] });
  const after = (action: () => void): string[] => {
    page.heard.length = 0;
    action();
    return page.heard;
  };
  expect(after(() => page.setDefault(0))).toEqual(["q"]);
  expect(after(() => page.select({ robot: 0, link: 1 }))).toEqual(["select", "moods"]);
  expect(after(() => page.select({ robot: 1, link: 1 }))).toEqual(["active", "moods", "select", "moods"]);
  expect(after(() => page.light(null))).toEqual(["finding", "moods"]);
  expect(after(() => page.toggle("frames"))).toEqual(["settings"]);
  expect(after(() => page.change({ opacity: 0.5 }))).toEqual(["settings"]);
  page.hover({ robot: 0, link: 1 });
  expect(after(() => page.hover({ robot: 0, link: 1 }))).toEqual([]);
});

test.each([
  ["visuals and collisions", { visuals: [{ name: "v", pose: I, shape: { kind: "sphere", radius: 1 } }], collisions: [{ name: "c", pose: I, shape: { kind: "sphere", radius: 1 } }] }, ["visual", "grid", "shadows"]],
  ["collisions alone", { collisions: [{ name: "c", pose: I, shape: { kind: "sphere", radius: 1 } }] }, ["visual", "collision", "grid", "shadows"]],
  ["no shapes", {}, ["visual", "frames", "skeleton", "names", "grid", "shadows"]],
])("a robot with %s is visible at first", (_, more, shown) => {
  const page = new Page({ robots: [{ name: "r", links: [link("a", more)], joints: [], q: [], variables: [] }] });
  expect(page.shownNames).toEqual(shown);
});

test("toggles are named as an address names them", () => {
  const page = new Page({ robots: [arm("r")] });
  expect(page.toggleByName("inertia:box", true)).toBe(true);
  expect(page.shownNames).toContain("inertia:box");
  expect(page.toggleByName("gravity", true)).toBe(false);
});
