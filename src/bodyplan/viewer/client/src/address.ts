// Configuration, view and toggles in the address of the page:
// #q=joint:value,...&camera=...&show=...

import type { App } from "./app";
import { withinLimits } from "./configuration";
import { type Settings, TOGGLE_NAMES, usual } from "./settings";
import type { Vec3 } from "./types";

const WAIT_MS = 350;
const short = (value: number): string => String(Number(value.toPrecision(6)));

export function readAddress(app: App, hash: string): void {
  const given = new Map(
    hash
      .replace(/^#/, "")
      .split("&")
      .filter(Boolean)
      .map((part): [string, string] => {
        const at = part.indexOf("=");
        return at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
      }),
  );
  const changes: Partial<Settings> = {};
  const theme = given.get("theme");
  if (theme === "light" || theme === "dark") changes.theme = theme;
  const units = given.get("units");
  if (units === "rad" || units === "deg") changes.isDegrees = units === "deg";
  const opacity = Number(given.get("opacity") ?? NaN);
  if (opacity >= 0 && opacity <= 1) changes.opacity = opacity;
  const blend = Number(given.get("blend") ?? NaN);
  if (blend >= 0 && blend <= 1) changes.blend = blend;
  app.change(changes);
  for (const name of listed(given.get("show"))) {
    const isOff = name.startsWith("-");
    if (!app.toggleByName(isOff ? name.slice(1) : name, !isOff)) app.fail(`unknown toggle '${name}'`);
  }
  readQ(app, given.get("q"));
  readCamera(app, given.get("camera"));
  const link = given.get("link");
  if (link) app.select(app.find(decode(link)));
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
const listed = (text: string | undefined): string[] =>
  (text ?? "").split(",").map(decode).filter(Boolean);

function readQ(app: App, text: string | undefined): void {
  const robots = app.scene.compare ? [0] : [...app.scene.robots.keys()];
  for (const part of (text ?? "").split(",").filter(Boolean)) {
    const [rawName = "", rawValues = ""] = part.split(":");
    const [name, at] = decode(rawName).split(/@(?=\d+$)/);
    const values = rawValues.split(";").map(Number);
    for (const robot of at === undefined ? robots.slice(0, 1) : [Number(at)]) {
      const joint = app.scene.robots[robot]?.joints.find((one) => one.name === name);
      if (!joint || joint.mimic || joint.count !== values.length || values.some(Number.isNaN)) {
        app.fail(`the address sets joint '${name}', which the robot does not have in this form`);
      } else app.setJoint(robot, joint, withinLimits(app.scene.robots[robot]!, joint, values));
    }
  }
}

function readCamera(app: App, text: string | undefined): void {
  if (!text) return;
  const { orbit } = app.stage;
  const parts = text.split(",");
  if (parts.includes("ortho")) orbit.isOrthographic = true;
  if (app.preset(parts[0]!, false)) {
    app.fit(false);
    return;
  }
  const numbers = parts.slice(0, 6).map(Number);
  if (numbers.length < 6 || !numbers.every(Number.isFinite)) return;
  const [azimuth, elevation, radius, x, y, z] = numbers as [number, number, number, number, number, number];
  orbit.isFitted = false;
  orbit.jump({ azimuth, elevation, distance: orbit.distanceOf(Math.abs(radius) || 1), target: [x, y, z] as Vec3 });
}

/** The address of the current configuration, view and toggles. */
export function writeAddress(app: App): string {
  const parts: string[] = [];
  const q: string[] = [];
  app.scene.robots.forEach((robot, at) => {
    if (app.scene.compare && at === 1) return;
    const values = app.views[at]!.kinematics.q;
    for (const joint of robot.joints) {
      if (joint.mimic || joint.q < 0) continue;
      const own = [...values.slice(joint.q, joint.q + joint.count)];
      if (own.every((value, k) => Math.abs(value - robot.q[joint.q + k]!) < 1e-9)) continue;
      const name = encodeURIComponent(joint.name) + (at ? `@${at}` : "");
      q.push(`${name}:${own.map(short).join(";")}`);
    }
  });
  if (q.length) parts.push(`q=${q.join(",")}`);
  const { orbit } = app.stage;
  const { azimuth, elevation, distance, target } = orbit.view;
  // The visible radius instead of the distance of the camera: a narrower picture needs a larger
  // distance for the same view.
  const camera = [azimuth, elevation, orbit.radiusOf(distance), ...target].map(short);
  if (orbit.isOrthographic) camera.push("ortho");
  parts.push(`camera=${camera.join(",")}`);
  const { settings } = app;
  const first = usual();
  const show = TOGGLE_NAMES.flatMap((name) => {
    const isOn = settings.shown.has(name);
    if (name === "inertia" && isOn && settings.inertia === "box") return ["inertia:box"];
    if (isOn === first.shown.has(name)) return [];
    return [isOn ? name : `-${name}`];
  });
  if (show.length) parts.push(`show=${show.join(",")}`);
  if (settings.opacity !== 1) parts.push(`opacity=${short(settings.opacity)}`);
  if (app.scene.compare && settings.blend !== 0.5) parts.push(`blend=${short(settings.blend)}`);
  if (!settings.isDegrees) parts.push("units=rad");
  if (settings.theme !== "auto") parts.push(`theme=${settings.theme}`);
  const link = app.selected && app.linkOf(app.selected);
  if (link) parts.push(`link=${encodeURIComponent(link.name)}`);
  return `#${parts.join("&")}`;
}

/** Update the address of the page after each change. */
export function followAddress(app: App): void {
  let timer = 0;
  const write = (): void => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      try {
        history.replaceState(null, "", writeAddress(app));
      } catch {
        // the address of a page inside another page may be read-only
      }
    }, WAIT_MS);
  };
  app.on("q", write);
  app.on("settings", write);
  app.on("select", write);
  const { orbit } = app.stage;
  const before = orbit.onChange;
  orbit.onChange = () => {
    before();
    write();
  };
  addEventListener("hashchange", () => readAddress(app, location.hash));
}
