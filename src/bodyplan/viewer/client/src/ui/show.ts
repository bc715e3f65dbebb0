// The menu of display settings.

import type { App } from "../app";
import { TOGGLES, TOGGLE_NAMES, type Toggle } from "../settings";
import { keyOf } from "./commands";
import { h } from "./dom";

export class ShowMenu {
  readonly element: HTMLElement;
  private readonly boxes = new Map<Toggle, HTMLInputElement>();
  private readonly opacity: HTMLInputElement;
  private readonly inertia: HTMLSelectElement;

  constructor(private readonly app: App) {
    const rows = TOGGLE_NAMES.map((name) => {
      const box = h("input", { type: "checkbox", change: () => app.toggle(name, box.checked) });
      this.boxes.set(name, box);
      const key = keyOf(name);
      return h("label", { class: "check" }, box, h("span", {}, TOGGLES[name]), key ? h("kbd", {}, key.toUpperCase()) : null);
    });
    this.opacity = h("input", {
      type: "range",
      min: 0,
      max: 1,
      step: 0.01,
      "aria-label": "Opacity of the robot",
      input: () => app.change({ opacity: this.opacity.valueAsNumber }),
    });
    this.inertia = h(
      "select",
      {
        "aria-label": "Form of inertias",
        change: () => app.change({ inertia: this.inertia.value === "box" ? "box" : "ellipsoid" }),
      },
      h("option", { value: "ellipsoid" }, "as ellipsoids"),
      h("option", { value: "box" }, "as boxes"),
    );
    this.element = h(
      "div",
      { class: "menu show-menu" },
      ...rows,
      h("label", { class: "check wide" }, h("span", {}, "Inertia"), this.inertia),
      h("label", { class: "check wide" }, h("span", {}, "Opacity"), this.opacity),
    );
    app.on("settings", () => this.refresh());
    app.on("scene", () => this.refresh());
  }

  private refresh(): void {
    const { shown, opacity, inertia } = this.app.settings;
    for (const [name, box] of this.boxes) box.checked = shown.has(name);
    if (document.activeElement !== this.opacity) this.opacity.value = String(opacity);
    this.opacity.style.setProperty("--part", `${100 * opacity}%`);
    this.inertia.value = inertia;
    const links = this.app.scene.robots.flatMap((robot) => robot.links);
    const has: [Toggle, boolean][] = [
      ["collision", links.some((link) => link.collisions.length > 0)],
      ["spheres", links.some((link) => link.spheres.length > 0)],
      ["overshoot", this.app.scene.has_overshoot],
      ["inertia", links.some((link) => link.inertial !== undefined)],
      ["com", links.some((link) => link.inertial !== undefined)],
      ["disabled", this.app.scene.robots.some((robot) => robot.disabled.length > 0)],
    ];
    for (const [name, isThere] of has) {
      const label = this.boxes.get(name)!.parentElement!;
      label.classList.toggle("nothing", !isThere);
      this.boxes.get(name)!.disabled = !isThere && !shown.has(name);
      label.title = isThere ? "" : `This ${name === "overshoot" ? "page" : "robot"} has none`;
    }
  }
}
