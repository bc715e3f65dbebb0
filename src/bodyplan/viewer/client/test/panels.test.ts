import { expect, test } from "vitest";
import { cleanScene } from "../src/clean";
import { withinLimits } from "../src/configuration";
import { firstShown, framed, measured, union } from "../src/framing";
import { Kinematics } from "../src/kinematics";
import type { App } from "../src/app";
import { COLORS, type Mood } from "../src/materials";
import { writeMoods } from "../src/moods";
import { usual } from "../src/settings";
import { Orbit } from "../src/orbit";
import { rotateToNormal } from "../src/pose";
import { chosenAt, parsed } from "../src/ui/numbers";

test("the empty choice of a list selects no entry", () => {
  expect(chosenAt(["arm", "hand"], "")).toBeUndefined();
  expect(chosenAt(["arm", "hand"], "0")).toBe("arm");
  expect(chosenAt(undefined, "0")).toBeUndefined();
});

test.each([
  ["1.5", "m", false, 1.5],
  ["-0,25", "m", false, -0.25],
  ["−2", "m", true, -2],
  ["90", "rad", true, Math.PI / 2],
  ["0.5", "rad", false, 0.5],
  ["pi/2", "rad", true, Math.PI / 2],
  ["-3*pi/4", "rad", false, (-3 * Math.PI) / 4],
  ["π", "rad", true, Math.PI],
  ["1e-2", "m", false, 0.01],
  ["", "rad", true, null],
  [" ", "rad", true, null],
  ["abc", "rad", true, null],
  ["1/0", "m", false, null],
  ["2pi", "rad", false, null],
  ["*2", "m", false, null],
  ["1//2", "m", false, null],
] as const)("'%s' [%s] is read as a person means it", (text, unit, isDegrees, value) => {
  const read = parsed(text, unit, isDegrees);
  if (value === null) expect(read).toBeNull();
  else expect(read).toBeCloseTo(value, 12);
});

test("a pose of an address stays within the limits of its joint", () => {
  const variables = [{ name: "j", joint: 0, unit: "rad", lower: -1, upper: 2 }];
  const joints = [{ name: "j", type: "revolute", parent: 0, child: 1, q: 0, count: 1, axis: [0, 0, 1] }];
  const scene = cleanScene({ robots: [{ name: "r", links: [{ name: "a" }, { name: "b" }], joints, q: [0], variables }] });
  const [robot] = scene.robots;
  const [joint] = robot!.joints;
  expect(withinLimits(robot!, joint!, [999])).toEqual([2]);
  expect(withinLimits(robot!, joint!, [-999])).toEqual([-1]);
  expect(withinLimits(robot!, joint!, [0.5])).toEqual([0.5]);
});

test("an address shows the same on a screen of another form", () => {
  const [wide, narrow] = [new Orbit(), new Orbit()];
  wide.aspect = 16 / 9;
  narrow.aspect = 9 / 16;
  const radius = wide.radiusOf(3);
  expect(narrow.radiusOf(narrow.distanceOf(radius))).toBeCloseTo(radius, 12);
  expect(narrow.distanceOf(radius)).toBeCloseTo((3 * 16) / 9, 12);
});

const I = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
const plane = (size: [number, number] | null) => ({ name: "p", pose: I, shape: { kind: "plane", normal: [0, 0, 1], size } });
const box = (...size: number[]) => ({ name: "b", pose: I, shape: { kind: "box", size } });

/** The links of models with one link of shapes each. */
function viewsOf(...models: object[][]) {
  const robots = models.map((visuals, at) => ({ name: `m${at}`, pose: I, links: [{ name: "l", visuals }], joints: [], q: [], variables: [] }));
  const scene = cleanScene({ robots });
  return scene.robots.map((robot) => ({ kinematics: new Kinematics(robot) }));
}

test.each([
  ["a small plane alone", [[plane([0.2, 0.1])]], [[-0.1, -0.05, 0], [0.1, 0.05, 0]]],
  ["an endless plane alone", [[plane(null)]], [[-0.5, -0.5, 0], [0.5, 0.5, 0]]],
  ["a robot on large ground", [[plane([100, 100])], [box(1, 1, 1)]], [[-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]]],
  ["a tag on a robot", [[plane([2, 2]), box(1, 1, 1)]], [[-1, -1, -0.5], [1, 1, 0.5]]],
  ["nothing with a shape", [[]], [[0, 0, 0], [0, 0, 0]]],
] as const)("%s is framed", (_, models, expected) => {
  expect(union(framed(viewsOf(...(models as unknown as object[][]))))).toEqual(expected);
});

test.each([
  ["planes alone", [[plane([0.02, 0.01])]], 0.5],
  ["a large plane alone", [[plane([8, 6])]], 5],
  ["links without shapes", [[]], 0.5],
  ["a small gripper", [[box(0.03, 0.04, 1e-9)]], 0.025],
  ["a small gripper on the ground", [[plane([100, 100])], [box(0.03, 0.04, 1e-9)]], 0.025],
  ["nothing", [], Math.sqrt(3) / 2],
] as const)("%s reaches half a metre at least, unless solid shapes are smaller", (_, models, reach) => {
  expect(measured(viewsOf(...(models as unknown as object[][]))).reach).toBeCloseTo(reach, 9);
});

test("a link without shapes does not count beside one that has some", () => {
  const far = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -97];
  const joints = [{ name: "j", type: "fixed", parent: 0, child: 1, origin: far, q: -1, count: 0 }];
  const links = [{ name: "world" }, { name: "tank", visuals: [box(2, 2, 2)] }];
  const scene = cleanScene({ robots: [{ name: "r", pose: I, links, joints, q: [], variables: [] }] });
  const found = union(framed([{ kinematics: new Kinematics(scene.robots[0]!) }]));
  expect(found).toEqual([[-1, -1, -98], [1, 1, -96]]);
});

test("the largest model that is not the ground is shown first", () => {
  const ground = { name: "ground", links: [{ name: "l", visuals: [plane([100, 100])] }] };
  const crate = { name: "crate", links: [{ name: "l", visuals: [box(1, 1, 1)] }] };
  const rover = { name: "rover", links: ["a", "b", "c"].map((name) => ({ name, visuals: [box(1, 1, 1)] })) };
  const { robots } = cleanScene({ robots: [ground, crate, rover] });
  expect(firstShown(robots)).toBe(2);
  expect(firstShown(robots.slice(0, 1))).toBe(0);
});

test("z is turned to the normal of a plane", () => {
  for (const normal of [[0, 0, 1], [0, 0, -2], [1, 0, 0], [0.3, -0.4, 0.5]] as [number, number, number][]) {
    const pose = rotateToNormal(normal);
    const length = Math.hypot(...normal);
    [2, 6, 10].forEach((at, k) => expect(pose[at]).toBeCloseTo(normal[k]! / length, 12));
  }
});

test("a chosen diagnostic lights its link in the colour of its severity, not in that of the selection", () => {
  const scene = cleanScene({
    robots: [{ name: "r", links: [{ name: "a" }, { name: "b" }], joints: [], q: [], variables: [] }],
    findings: [{ code: "I1", name: "n", severity: "error", message: "m", hint: "", robot: 0, links: ["a"], joints: [] }],
  });
  let moods: Mood[] = [];
  const view = { robot: scene.robots[0]!, setMoods: (all: Mood[]) => void (moods = all) };
  const state = { scene, settings: usual(), finding: scene.findings[0], views: [view], selected: { robot: 0, link: 0 }, hovered: null, group: null, active: 0, pairReport: null };
  writeMoods(state as unknown as App);
  expect(moods.map((mood) => mood.tint)).toEqual([COLORS.error, null]);
});
