import { BoxGeometry, CylinderGeometry, PlaneGeometry } from "three";
import { expect, test } from "vitest";
import { patterned } from "../src/patterns";
import type { Pattern, Shape, Vec3 } from "../src/types";

// What MuJoCo 4 draws there: a picture whose red is its column and whose green is its row.
const box: Shape = { kind: "box", size: [2, 4, 6] };
const cylinder: Shape = { kind: "cylinder", radius: 1, length: 2 };
const plane: Shape = { kind: "plane", normal: [0, 0, 1], size: [4, 2] };
const endless: Shape = { kind: "plane", normal: [0, 0, 1], size: null };
const upright = (): CylinderGeometry => new CylinderGeometry(1, 1, 1, 40, 1).rotateX(Math.PI / 2) as CylinderGeometry;

test.each([
  ["the upper side of a box", box, new BoxGeometry(1, 1, 1), [2, 3], false, [0.5, 0.5, 0.5], [2, 0]],
  ["the lower corner of it", box, new BoxGeometry(1, 1, 1), [2, 3], false, [-0.5, -0.5, 0.5], [0, 3]],
  ["in space", box, new BoxGeometry(1, 1, 1), [1, 1], true, [0.5, -0.5, 0.5], [1, 2]],
  ["a plane", plane, new PlaneGeometry(1, 1), [2, 3], false, [0.5, 0.5, 0], [2, 0]],
  ["a plane in space", plane, new PlaneGeometry(1, 1), [2, 3], true, [-0.5, -0.5, 0], [0, 3]],
  ["an endless plane", endless, new PlaneGeometry(1, 1), [1, 2], false, [0.5, 0.5, 0], [3, -6]],
  ["the end of a cylinder", cylinder, upright(), [1, 1], false, [1, 0, 0.5], [1, 0.5]],
] as [string, Shape, BoxGeometry, [number, number], boolean, Vec3, number[]][])(
  "a flat picture lies on %s as in MuJoCo",
  (_, shape, geometry, repeat, is_uniform, corner, expected) => {
    const pattern: Pattern = { asset: "a", kind: "2d", repeat, is_uniform };
    const made = patterned(geometry, shape, pattern, 1);
    const [at, normal, uv] = ["position", "normal", "uv"].map((name) => made.getAttribute(name));
    const found = [...Array(at!.count).keys()].filter(
      (k) =>
        Math.hypot(at!.getX(k) - corner[0], at!.getY(k) - corner[1], at!.getZ(k) - corner[2]) < 1e-6 &&
        normal!.getZ(k) > 0.9,
    );
    expect(found.length).toBeGreaterThan(0);
    for (const k of found) {
      expect(uv!.getX(k)).toBeCloseTo(expected[0]!);
      expect(uv!.getY(k)).toBeCloseTo(expected[1]!);
    }
  },
);

test.each([false, true])("a cube is seen from the centre of a shape, uniform: %s", (is_uniform) => {
  const made = patterned(new BoxGeometry(1, 1, 1), box, { asset: "a", kind: "cube", repeat: [1, 1], is_uniform }, 1);
  const at = made.getAttribute("cubeAt");
  const expected = is_uniform ? [1, 2, 3] : [1, 1, 1];
  expect([at.getX(0), at.getY(0), at.getZ(0)].map(Math.abs)).toEqual(expected);
});
