// The commands of the page, with their keys.

import type { App } from "../app";
import { TOGGLES, type Toggle } from "../settings";

export interface Command {
  key: string;
  name: string;
  run(): void;
}

const TOGGLE_KEYS: Partial<Record<Toggle, string>> = {
  visual: "v",
  collision: "c",
  frames: "t",
  axes: "a",
  com: "m",
  inertia: "i",
  bounds: "b",
  spheres: "s",
  overshoot: "e",
  skeleton: "k",
  names: "n",
  pairs: "p",
  grid: "g",
};

export const keyOf = (name: Toggle): string | undefined => TOGGLE_KEYS[name];

export function commands(app: App, more: Command[]): Command[] {
  const preset = (key: string, name: string, id: string): Command => ({
    key,
    name,
    run: () => {
      app.preset(id);
    },
  });
  return [
    { key: "f", name: "Fit the robot, or the selected link", run: () => app.fit(true, app.selected ? [app.selected.link] : undefined) },
    preset("1", "Isometric view", "iso"),
    preset("2", "View from the front (+x)", "front"),
    preset("3", "View from the right (−y)", "side"),
    preset("4", "View from the top", "top"),
    preset("5", "View from the back", "back"),
    preset("6", "View from the left (+y)", "left"),
    preset("7", "View from below", "bottom"),
    { key: "o", name: "Orthographic or perspective", run: () => switchProjection(app) },
    ...Object.entries(TOGGLE_KEYS).map(([toggle, key]) => ({
      key,
      name: `${TOGGLES[toggle as Toggle]} on or off`,
      run: () => app.toggle(toggle as Toggle),
    })),
    { key: "r", name: "Random configuration", run: () => app.setRandom(app.active) },
    { key: "z", name: "All joints at zero", run: () => app.setZero(app.active) },
    { key: "d", name: "Default configuration", run: () => app.setDefault(app.active) },
    { key: "u", name: "Degrees or radians", run: () => app.change({ isDegrees: !app.settings.isDegrees }) },
    ...more,
  ];
}

export function switchProjection(app: App): void {
  const { orbit } = app.stage;
  orbit.isOrthographic = !orbit.isOrthographic;
  orbit.onChange();
  app.emit("settings", app.settings);
}

export function listen(all: Command[]): void {
  const byKey = new Map(all.map((one) => [one.key, one]));
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { target } = event;
    const isTyping = target instanceof HTMLElement && target.matches("input:not([type=range],[type=checkbox]), select, textarea");
    if (isTyping && event.key !== "Escape") return;
    if (document.querySelector("dialog[open]")) return;
    const command = byKey.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
    if (!command) return;
    if (event.key === " " && target instanceof HTMLElement && target.matches("button, input, summary")) return;
    event.preventDefault();
    command.run();
  });
}
