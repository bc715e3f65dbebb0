import { expect, test } from "vitest";
import { cleanScene } from "../src/clean";
import { overlap } from "../src/convex";
import { Kinematics } from "../src/kinematics";
import { coneOf, sceneLights } from "../src/lights";
import { factor, lengths, shown } from "../src/ui/numbers";
import { controlsOf } from "../src/ui/controls";

const I = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
const at = (x: number, y: number, z: number): number[] => [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z];

function robot(joint: object, q: number[], more: object[] = []) {
  const joints = [{ name: "j", parent: 0, child: 1, origin: at(0, 0, 1), tail: at(1, 0, 0), q: 0, ...joint }, ...more];
  const links = ["base", "arm", "tip"].slice(0, joints.length + 1).map((name) => ({ name }));
  const variables = q.map((_, k) => ({ name: `v${k}`, joint: 0, unit: "rad", lower: -1, upper: 2 }));
  return cleanScene({ robots: [{ name: "r", pose: I, links, joints, q, variables }] }).robots[0]!;
}

const position = (model: Kinematics, link: number): number[] =>
  [3, 7, 11].map((k) => Math.round(1e9 * model.poses[12 * link + k]!) / 1e9 + 0);

test.each([
  ["revolute", { count: 1, axis: [0, 0, 1] }, [Math.PI / 2], [0, 1, 1]],
  ["prismatic", { count: 1, axis: [0, 0, 1] }, [0.25], [1, 0, 1.25]],
  ["screw", { count: 1, axis: [0, 0, 1], pitch: 0.1 }, [Math.PI], [-1, 0, 1 + 0.1 * Math.PI]],
  ["universal", { count: 2, axis: [0, 0, 1], axis2: [0, 1, 0] }, [Math.PI / 2, -Math.PI / 2], [0, 0, 2]],
  ["planar", { count: 3, axis: [0, 0, 1], plane: [[1, 0, 0], [0, 1, 0]] }, [1, 2, Math.PI], [0, 2, 1]],
  ["ball", { count: 4 }, [0, 0, 2, 2], [0, 1, 1]],
  ["floating", { count: 7 }, [1, 2, 3, 0, 0, 1, 1], [1, 3, 4]],
  ["hinge of tomorrow", { count: 1 }, [1], [1, 0, 1]],
])("a %s joint moves its child", (type, joint, q, expected) => {
  const model = new Kinematics(robot({ type, ...joint }, q));
  position(model, 1).forEach((value, k) => expect(value).toBeCloseTo(expected[k]!, 8));
});

test("a mimic joint follows, and only what moves is computed", () => {
  const mimic = { name: "m", type: "revolute", parent: 1, child: 2, axis: [0, 0, 1], q: 0, count: 1, tail: at(1, 0, 0), mimic: { joint: 0, multiplier: -1, offset: 0 } };
  const model = new Kinematics(robot({ type: "revolute", axis: [0, 0, 1], count: 1 }, [0], [mimic]));
  model.set(0, Math.PI / 2);
  expect(model.update()).toBe(true);
  expect([...model.changed]).toEqual([1, 2]);
  expect(position(model, 2)).toEqual([1, 1, 1]);
  model.set(0, Math.PI / 2);
  expect(model.update()).toBe(false);
});

test("values that are not finite are replaced and listed", () => {
  const scene = cleanScene({
    robots: [{ name: "r", links: [{ name: "a", visuals: [{ pose: [null], shape: { kind: "box", size: [1, null, 1] } }] }], joints: [{ name: "j", parent: 0, child: 9 }], q: [null] }],
    findings: "none",
  });
  expect(scene.robots[0]!.links[0]!.visuals[0]!.pose).toEqual(I);
  expect(scene.robots[0]!.joints).toEqual([]);
  expect(scene.problems.length).toBe(4);
  expect(cleanScene(null).problems).toEqual(["the scene has no robots"]);
});

test("a quaternion is moved by angles", () => {
  const own = robot({ type: "ball", count: 4 }, [0, 0, 0, 1]);
  const yaw = controlsOf(own, own.joints[0]!, 1)[2]!;
  expect(yaw.get(yaw.set([0, 0, 0, 1], 0.5))).toBeCloseTo(0.5, 12);
});

test("convex shapes overlap or do not", () => {
  const box = (x: number): [number, number, number][] => [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [x + (k & 1), (k >> 1) & 1, k >> 2]);
  expect(overlap({ points: box(0), radius: 0 }, { points: box(0.9), radius: 0 })).toBe(true);
  expect(overlap({ points: box(0), radius: 0 }, { points: box(1.1), radius: 0 })).toBe(false);
  expect(overlap({ points: box(0), radius: 0 }, { points: [[1.2, 0.5, 0.5]], radius: 0.25 })).toBe(true);
  expect(overlap({ points: box(0), radius: 0 }, { points: [[1.2, 0.5, 0.5]], radius: 0.15 })).toBe(false);
});

test("angles are shown in degrees or radians", () => {
  expect(shown(Math.PI, "rad", true)).toBe("180.0");
  expect(shown(Math.PI, "rad", false)).toBe("3.142");
  expect(shown(-1e-9, "m", true)).toBe("0.0000");
  expect(factor("m", true)).toBe(1);
});

test("the first directional light that casts shadows is the sun", () => {
  const light = (type: string, more: object = {}) => ({ name: "l", type, pose: I, direction: [0, 0, -2], diffuse: [1, 1, 1], cast_shadows: true, intensity: 1, ...more });
  const lights = (...all: object[]) => sceneLights(cleanScene({ robots: [], lights: all }).lights, 1);
  expect(lights()).toBe(null);
  expect(lights(light("directional", { cast_shadows: false }), light("point"))!.sun).toBe(null);
  const found = lights(light("spot"), light("directional", { direction: [0, -3, -4] }), light("directional"))!;
  expect(found.sun!.side.map((v) => Math.round(100 * v) / 100 + 0)).toEqual([0, 0.6, 0.8]);
  expect(found.objects.length).toBe(4); // two lights and their targets
});

test("the cone of a spot light has the angles of its file, and is half as bright where Gazebo's is", () => {
  const cone = (inner: number, outer: number, falloff: number) => coneOf(cleanScene({ robots: [], lights: [{ type: "spot", spot: { inner_angle: inner, outer_angle: outer, falloff } }] }).lights[0]!);
  const smooth = (low: number, high: number, x: number) => {
    const t = Math.min(Math.max((x - low) / (high - low), 0), 1);
    return t * t * (3 - 2 * t);
  };
  for (const [inner, outer, falloff] of [[0.4, 1.2, 1], [0.6, 1.0, 0.5], [0.1, 0.9, 0.25], [0.8, 1.2, 1.0]] as const) {
    const { angle, penumbra } = cone(inner, outer, falloff);
    expect(angle).toBeCloseTo(outer / 2, 12);
    const [low, high] = [Math.cos(outer / 2), Math.cos(inner / 2)];
    const middle = low + 0.5 ** (1 / falloff) * (high - low); // half of Gazebo's brightness
    expect(smooth(low, Math.cos(angle * (1 - penumbra)), middle)).toBeCloseTo(0.5, 9);
  }
  expect(cone(0.2, 1.0, 0).penumbra).toBeCloseTo(0, 9); // without a falloff the edge is sharp
  expect(cone(2.0, 1.0, 1).penumbra).toBeCloseTo(0, 9); // an inner cone is not larger
  expect(cone(0, 9, 1).angle).toBeCloseTo(Math.PI / 2, 12);
  expect(cone(0, -1, 1)).toEqual({ angle: 0, penumbra: 0 });
  expect(coneOf(cleanScene({ robots: [], lights: [{ type: "spot" }] }).lights[0]!).angle).toBe(0.6);
});

test("lengths share their unit", () => {
  expect(lengths([0.06, 0.01, 0.0205])).toBe("60 × 10 × 20.5 mm");
  expect(lengths([2, 0.5, 0.25])).toBe("2 × 0.5 × 0.25 m");
});
