// Creation of a scene from any JSON: invalid values are replaced and listed, so that the rest can
// be shown.

import { IDENTITY } from "./pose";
import { shapeBox } from "./shapes";
import type {
  Asset,
  Drawn,
  Finding,
  Geometry,
  Inertial,
  Joint,
  Light,
  Link,
  Material,
  Overlay,
  Pose,
  Robot,
  Scene,
  Severity,
  Shape,
  Variable,
  Vec3,
  Where,
} from "./types";

type Json = Record<string, unknown>;
const MOST_PROBLEMS = 200;
/**
 * The largest size and distance [m]: larger ones are errors that would make all else invisible.
 */
const FARTHEST = 1e5;

class Cleaner {
  readonly problems: string[] = [];

  problem(text: string): void {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push(text);
  }

  number(value: unknown, otherwise: number, what = ""): number {
    if (typeof value === "number" && Number.isFinite(value)) return value;
    if (what) this.problem(`${what} is not a finite number; ${otherwise} is shown`);
    return otherwise;
  }

  size(value: unknown, what: string): number {
    const found = this.number(value, 0, what);
    return Math.abs(found) || 1e-6;
  }

  vector(value: unknown, otherwise: Vec3, what = ""): Vec3 {
    const found = list(value);
    if (found.length >= 3 && found.slice(0, 3).every(isFinite_)) {
      return [found[0] as number, found[1] as number, found[2] as number];
    }
    if (what) this.problem(`${what} is not 3 finite numbers; ${otherwise.join(" ")} is shown`);
    return [...otherwise];
  }

  unit(value: unknown, what: string): Vec3 {
    const found = this.vector(value, [1, 0, 0], what);
    const length = Math.hypot(...found);
    return length > 0 ? [found[0] / length, found[1] / length, found[2] / length] : [1, 0, 0];
  }

  pose(value: unknown, what: string): Pose {
    const found = list(value);
    if (found.length === 12 && found.every(isFinite_)) {
      if ([3, 7, 11].every((at) => Math.abs(found[at] as number) <= FARTHEST)) return found as number[];
      this.problem(`${what}: pose is more than ${FARTHEST / 1000} km away; the identity is shown`);
      return [...IDENTITY];
    }
    if (value !== undefined) this.problem(`${what}: pose is not finite; the identity is shown`);
    return [...IDENTITY];
  }
}

const isFinite_ = (value: unknown): boolean => typeof value === "number" && Number.isFinite(value);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const object = (value: unknown): Json =>
  value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Json) : {};
const objects = (value: unknown): Json[] => list(value).map(object);
const text = (value: unknown, otherwise = ""): string =>
  typeof value === "string" ? value : otherwise;
const texts = (value: unknown): string[] => list(value).map((one) => text(one));
const limit = (value: unknown): number | null => (isFinite_(value) ? (value as number) : null);
const index = (value: unknown, count: number): number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < count
    ? (value as number)
    : -1;

export function cleanScene(value: unknown): Scene {
  const clean = new Cleaner();
  const raw = object(value);
  if (!Array.isArray(raw["robots"])) clean.problem("the scene has no robots");
  const robots = objects(raw["robots"]).map((one) => robot(clean, one));
  const scene: Scene = {
    title: text(raw["title"], "robot"),
    compare: raw["compare"] === true && robots.length > 1,
    robots,
    assets: object(raw["assets"]) as unknown as Record<string, Asset>,
    findings: objects(raw["findings"]).map(finding),
    sources: object(raw["sources"]) as Record<string, string>,
    lights: objects(raw["lights"]).map((one) => light(clean, one)),
    overlays: objects(raw["overlays"]).flatMap((one) => overlay(clean, one)),
    differences: objects(raw["differences"]).map((one) => ({
      robot: index(one["robot"], robots.length),
      links: texts(one["links"]),
      joints: texts(one["joints"]),
    })),
    has_overshoot: raw["has_overshoot"] === true,
    sky: text(raw["sky"]) || null,
    problems: clean.problems,
  };
  if (typeof raw["error"] === "string" && raw["error"]) scene.error = raw["error"];
  return scene;
}

function robot(clean: Cleaner, raw: Json): Robot {
  const rawLinks = objects(raw["links"]);
  const rawJoints = objects(raw["joints"]);
  const rawVariables = objects(raw["variables"]);
  const links = rawLinks.map((one) => link(clean, one));
  const name = text(raw["name"], "robot");
  const q = list(raw["q"]).map((one, at) =>
    isFinite_(one) ? (one as number) : clean.number(one, 0, `${name}: default of variable ${at}`),
  );
  const joints = rawJoints.flatMap((one) => {
    const found = joint(clean, one, links.length, q.length);
    return found ? [found] : [];
  });
  links.forEach((one) => (one.joint = -1));
  joints.forEach((one, at) => (links[one.child]!.joint = at));
  for (const one of joints) {
    if (one.mimic && !(one.mimic.joint in joints)) one.mimic.joint = -1;
  }
  const variables: Variable[] = q.map((_, at) => {
    const one = rawVariables[at] ?? {};
    const unit = one["unit"];
    return {
      name: text(one["name"], `variable ${at}`),
      joint: index(one["joint"], joints.length),
      unit: unit === "rad" || unit === "m" ? unit : "",
      lower: limit(one["lower"]),
      upper: limit(one["upper"]),
    };
  });
  const inRange = (values: unknown, count: number): number[] =>
    list(values).map((one) => index(one, count)).filter((one) => one >= 0);
  return {
    name,
    format: text(raw["format"]),
    file: text(raw["file"]),
    pose: clean.pose(raw["pose"], name),
    links,
    joints,
    q,
    variables,
    states: objects(raw["states"]).map((one) => ({
      name: text(one["name"]),
      group: text(one["group"]),
      q: list(one["q"]).map(limit),
    })),
    groups: objects(raw["groups"]).map((one) => ({
      name: text(one["name"]),
      links: inRange(one["links"], links.length),
      joints: inRange(one["joints"], joints.length),
    })),
    disabled: list(raw["disabled"]).flatMap((one) => {
      const [a, b, reason] = list(one);
      const pair: [number, number, string] = [
        index(a, links.length),
        index(b, links.length),
        text(reason),
      ];
      return pair[0] < 0 || pair[1] < 0 ? [] : [pair];
    }),
    loops: objects(raw["loops"]).flatMap((one) => {
      const [a, b] = list(one["links"]).map((value) => index(value, links.length));
      const [x, y] = list(one["origins"]);
      if (a === undefined || b === undefined || a < 0 || b < 0) return [];
      const what = `loop '${text(one["name"])}'`;
      return [
        {
          name: text(one["name"]),
          links: [a, b] as [number, number],
          origins: [clean.pose(x, what), clean.pose(y, what)] as [Pose, Pose],
        },
      ];
    }),
    frames: objects(raw["frames"]).flatMap((one) => {
      const at = index(one["link"], links.length);
      const what = `frame '${text(one["name"])}'`;
      return at < 0 ? [] : [{ name: text(one["name"]), link: at, pose: clean.pose(one["pose"], what) }];
    }),
    mass: limit(raw["mass"]),
  };
}

function joint(clean: Cleaner, raw: Json, links: number, variables: number): Joint | null {
  const name = text(raw["name"]);
  const what = `joint '${name}'`;
  const parent = index(raw["parent"], links);
  const child = index(raw["child"], links);
  if (parent < 0 || child < 0) {
    clean.problem(`${what} connects links that do not exist; it is not shown`);
    return null;
  }
  const type = text(raw["type"], "fixed");
  const q = index(raw["q"], variables);
  const found: Joint = {
    name,
    type,
    parent,
    child,
    origin: clean.pose(raw["origin"], what),
    tail: clean.pose(raw["tail"], what),
    axis: clean.unit(raw["axis"], `${what}: axis`),
    q,
    count: q < 0 ? 0 : Math.max(0, Math.min(clean.number(raw["count"], 0), variables - q)),
  };
  if (!KINDS.has(type)) clean.problem(`${what}: type '${type}' is unknown; it is shown as fixed`);
  if (raw["axis2"] !== undefined) found.axis2 = clean.unit(raw["axis2"], `${what}: second axis`);
  if (raw["pitch"] !== undefined) found.pitch = clean.number(raw["pitch"], 0, `${what}: pitch`);
  const plane = list(raw["plane"]);
  if (plane.length === 2) {
    found.plane = [clean.unit(plane[0], `${what}: plane`), clean.unit(plane[1], `${what}: plane`)];
  }
  if (raw["mimic"]) {
    const mimic = object(raw["mimic"]);
    found.mimic = {
      joint: Number.isInteger(mimic["joint"]) ? (mimic["joint"] as number) : -1,
      multiplier: clean.number(mimic["multiplier"], 1, `${what}: multiplier of mimic`),
      offset: clean.number(mimic["offset"], 0, `${what}: offset of mimic`),
    };
  }
  if (raw["where"]) found.where = where(raw["where"])!;
  return found;
}

const KINDS = new Set([
  ...["revolute", "continuous", "prismatic", "fixed", "floating", "planar", "ball"],
  ...["universal", "screw", "revolute2", "gearbox"],
]);

function link(clean: Cleaner, raw: Json): Link {
  const name = text(raw["name"]);
  const what = `link '${name}'`;
  const found: Link = {
    name,
    joint: -1,
    visuals: objects(raw["visuals"]).map((one) => geometry(clean, one, `${what}: visual`)),
    collisions: objects(raw["collisions"]).map((one) => geometry(clean, one, `${what}: collision`)),
    spheres: objects(raw["spheres"]).map((one) => ({
      center: clean.vector(one["center"], [0, 0, 0], `${what}: centre of sphere`),
      radius: clean.size(one["radius"], `${what}: radius of sphere`),
    })),
  };
  if (raw["inertial"]) found.inertial = inertial(clean, object(raw["inertial"]), what);
  if (raw["where"]) found.where = where(raw["where"])!;
  return found;
}

function inertial(clean: Cleaner, raw: Json, what: string): Inertial {
  const found: Inertial = {
    mass: clean.number(raw["mass"], 0, `${what}: mass`),
    pose: clean.pose(raw["pose"], `${what}: inertial`),
    inertia: list(raw["inertia"]).map((one) => (isFinite_(one) ? (one as number) : NaN)),
    axes: clean.pose(raw["axes"] ?? raw["pose"], `${what}: principal axes`),
    moments: clean.vector(raw["moments"], [0, 0, 0]),
  };
  if (raw["ellipsoid"]) found.ellipsoid = clean.vector(raw["ellipsoid"], [0, 0, 0], what);
  if (raw["box"]) found.box = clean.vector(raw["box"], [0, 0, 0], what);
  return found;
}

function geometry(clean: Cleaner, raw: Json, what: string): Geometry {
  const found: Geometry = {
    name: text(raw["name"]),
    pose: clean.pose(raw["pose"], what),
    shape: shape(clean, object(raw["shape"]), what),
  };
  const box = shapeBox(found.shape);
  if (box?.some((end) => end.some((v) => !(Math.abs(v) <= FARTHEST)))) {
    clean.problem(`${what} is larger than ${FARTHEST / 1000} km; it is not shown`);
    found.shape = { kind: "other", name: "too large" };
  }
  if (raw["material"]) found.material = material(object(raw["material"]));
  if (raw["where"]) found.where = where(raw["where"])!;
  return found;
}

function material(raw: Json): Material {
  const rgba = list(raw["rgba"]);
  const numbers = rgba.map((one) => (isFinite_(one) ? Math.min(1, Math.max(0, one as number)) : 1));
  const found: Material = {
    name: text(raw["name"]),
    rgba: numbers.length >= 3 ? [numbers[0]!, numbers[1]!, numbers[2]!, numbers[3] ?? 1] : null,
    texture: text(raw["texture"]) || null,
  };
  const pattern = object(raw["pattern"]);
  const repeat = list(pattern["repeat"]);
  if (text(pattern["asset"]) && repeat.length === 2 && repeat.every(isFinite_)) {
    found.pattern = {
      asset: text(pattern["asset"]),
      kind: pattern["kind"] === "cube" ? "cube" : "2d",
      repeat: repeat as [number, number],
      is_uniform: pattern["is_uniform"] === true,
    };
  }
  return found;
}

function shape(clean: Cleaner, raw: Json, what: string): Shape {
  const kind = text(raw["kind"], "other");
  switch (kind) {
    case "box": {
      const [x, y, z] = clean.vector(raw["size"], [0.1, 0.1, 0.1], `${what}: size`);
      return { kind, size: [Math.abs(x) || 1e-6, Math.abs(y) || 1e-6, Math.abs(z) || 1e-6] };
    }
    case "cylinder":
    case "capsule":
    case "cone":
      return {
        kind,
        radius: clean.size(raw["radius"], `${what}: radius`),
        length: clean.size(raw["length"], `${what}: length`),
      };
    case "sphere":
      return { kind, radius: clean.size(raw["radius"], `${what}: radius`) };
    case "ellipsoid":
      return { kind, radii: clean.vector(raw["radii"], [0.1, 0.1, 0.1], `${what}: radii`) };
    case "plane": {
      const size = list(raw["size"]);
      return {
        kind,
        normal: clean.vector(raw["normal"], [0, 0, 1], `${what}: normal`),
        size: size.length >= 2 && size.every(isFinite_) ? [size[0] as number, size[1] as number] : null,
      };
    }
    case "mesh": {
      const bounds = list(raw["bounds"]).map((one) => list(one));
      const isBox = bounds.length === 2 && bounds.every((b) => b.length >= 3 && b.every(isFinite_));
      return {
        kind,
        name: text(raw["name"], "mesh"),
        uri: text(raw["uri"]),
        asset: text(raw["asset"]) || null,
        scale: clean.vector(raw["scale"] ?? [1, 1, 1], [1, 1, 1], `${what}: scale`),
        bounds: isBox ? (bounds as unknown as [Vec3, Vec3]) : null,
        faces: clean.number(raw["faces"], 0),
        has_colors: raw["has_colors"] === true,
        problem: text(raw["problem"]) || null,
      };
    }
    default:
      return { kind: "other", name: text(raw["name"], kind) };
  }
}

function where(value: unknown): Where | null {
  if (value === null || typeof value !== "object") return null;
  const raw = object(value);
  const line = isFinite_(raw["line"]) ? (raw["line"] as number) : 1;
  const column = isFinite_(raw["column"]) ? (raw["column"] as number) : 1;
  return {
    file: text(raw["file"]),
    line,
    column,
    end_line: isFinite_(raw["end_line"]) ? (raw["end_line"] as number) : line,
    end_column: isFinite_(raw["end_column"]) ? (raw["end_column"] as number) : column,
  };
}

function finding(raw: Json): Finding {
  const severity = text(raw["severity"]);
  return {
    code: text(raw["code"]),
    name: text(raw["name"]),
    severity: (["error", "warning", "info", "hint"].includes(severity)
      ? severity
      : "warning") as Severity,
    message: text(raw["message"]),
    hint: text(raw["hint"]),
    where: where(raw["where"]),
    robot: Number.isInteger(raw["robot"]) ? (raw["robot"] as number) : -1,
    links: texts(raw["links"]),
    joints: texts(raw["joints"]),
  };
}

function light(clean: Cleaner, raw: Json): Light {
  const type = text(raw["type"]);
  const what = `light '${text(raw["name"])}'`;
  const cone = object(raw["spot"]);
  return {
    name: text(raw["name"]),
    type: type === "point" || type === "spot" ? type : "directional",
    pose: clean.pose(raw["pose"], what),
    direction: clean.vector(raw["direction"], [0, 0, -1], `${what}: direction`),
    diffuse: clean.vector(raw["diffuse"], [1, 1, 1], `${what}: diffuse`),
    cast_shadows: raw["cast_shadows"] === true,
    intensity: clean.number(raw["intensity"] ?? 1, 1, `${what}: intensity`),
    spot: raw["spot"]
      ? {
          inner: clean.number(cone["inner_angle"], 0, `${what}: inner_angle`),
          outer: clean.number(cone["outer_angle"], 1, `${what}: outer_angle`),
          falloff: clean.number(cone["falloff"], 1, `${what}: falloff`),
        }
      : null,
  };
}

function overlay(clean: Cleaner, raw: Json): Overlay[] {
  const name = text(raw["name"]);
  const what = `overlay '${name}'`;
  const kind = raw["kind"];
  if (kind === "trajectory") {
    const q = list(raw["q"]).map((row) =>
      list(row).map((value) => (isFinite_(value) ? (value as number) : NaN)),
    );
    const times = list(raw["times"]).map((value, at) => clean.number(value, at, `${what}: time`));
    if (!q.length || q.length !== times.length) return [];
    const robot = Number.isInteger(raw["robot"]) ? (raw["robot"] as number) : 0;
    return [{ kind, name, robot, times, q }];
  }
  const common = { name, color: text(raw["color"]), parent: text(raw["parent"]) };
  const points = () => list(raw["points"]).map((one) => clean.vector(one, [0, 0, 0], what));
  const found: Record<string, () => Drawn> = {
    points: () => ({ kind: "points", ...common, points: points(), size: clean.number(raw["size"], 5) }),
    lines: () => ({ kind: "lines", ...common, points: points(), width: clean.number(raw["width"], 2) }),
    frame: () => ({
      kind: "frame",
      ...common,
      pose: clean.pose(raw["pose"], what),
      size: clean.number(raw["size"], 0.1),
    }),
    label: () => ({
      kind: "label",
      ...common,
      text: text(raw["text"]),
      at: clean.vector(raw["at"], [0, 0, 0], what),
    }),
  };
  const make = found[String(kind)];
  if (!make) clean.problem(`${what}: kind '${String(kind)}' is unknown`);
  return make ? [make()] : [];
}
