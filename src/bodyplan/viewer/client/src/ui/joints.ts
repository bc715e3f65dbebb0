// The panel of joints: a slider for each variable, named states, groups, and poses.

import type { App } from "../app";
import { type Control, controlsOf } from "./controls";
import { button, h } from "./dom";
import { chosenAt, parsed, shown, unitName } from "./numbers";
import type { State } from "../types";
import { VirtualList } from "./virtual";

const ROW = 46;

export class JointsPanel {
  readonly element: HTMLElement;
  private readonly list: VirtualList<Control>;
  private readonly chips = h("div", { class: "chips" });
  private readonly empty = h("p", { class: "empty" });
  private readonly filter: HTMLInputElement;
  private readonly units: HTMLButtonElement;
  private readonly groups = h("select", { "aria-label": "Group" });
  private all: Control[] = [];

  constructor(private readonly app: App) {
    this.list = new VirtualList<Control>(ROW, (one) => this.row(one), { class: "joints" });
    this.filter = h("input", {
      type: "search",
      placeholder: "Filter joints",
      "aria-label": "Filter joints",
      input: () => this.show(),
    });
    this.units = button("deg", () => app.change({ isDegrees: !app.settings.isDegrees }), "Switch between degrees and radians (U)");
    this.groups.addEventListener("change", () => {
      const group = chosenAt(this.robot?.groups, this.groups.value);
      app.setGroup(group ? groupLinks(app, group) : null);
    });
    const poses = h(
      "div",
      { class: "row" },
      button("Default", () => app.setDefault(app.active), "Default configuration (D)"),
      button("Zero", () => app.setZero(app.active), "All joints at zero, within their limits (Z)"),
      button("Random", () => app.setRandom(app.active), "A random configuration within the limits (R)"),
      this.units,
    );
    this.element = h(
      "div",
      { class: "tab-body" },
      poses,
      this.chips,
      h("div", { class: "row" }, this.filter, this.groups),
      this.empty,
      this.list.element,
    );
    app.on("active", () => this.rebuild());
    app.on("q", () => this.refresh());
    app.on("settings", () => this.refresh());
    app.on("select", () => this.reveal());
  }

  private get robot() {
    return this.app.scene.robots[this.app.active];
  }

  private rebuild(): void {
    const { robot, app } = this;
    this.chips.replaceChildren(
      ...(robot?.states ?? []).map((state) =>
        button(stateName(state, robot!.states), () => app.setState(app.active, state), `State '${state.name}' of group '${state.group}'`),
      ),
    );
    this.chips.hidden = !robot?.states.length;
    const chosen = app.group === null ? "" : this.groups.value;
    this.groups.replaceChildren(
      h("option", { value: "" }, "All groups"),
      ...(robot?.groups ?? []).map((group, at) => h("option", { value: at }, group.name)),
    );
    this.groups.value = chosen;
    this.groups.hidden = !robot?.groups.length;
    this.all = (robot?.joints ?? [])
      .filter((joint) => joint.count > 0)
      .flatMap((joint) => controlsOf(robot!, joint, app.stage.orbit.reach));
    this.show();
  }

  private show(): void {
    const text = this.filter.value.trim().toLowerCase();
    const { group } = this.app;
    const found = this.all.filter(
      (one) => (!text || one.name.toLowerCase().includes(text)) && (!group || group.has(one.joint.child)),
    );
    this.filter.hidden = this.all.length < 8;
    this.empty.hidden = found.length > 0;
    const where = group && !text ? `Group '${this.groups.selectedOptions[0]?.text ?? ""}'` : "This robot";
    this.empty.textContent = this.all.length && text ? "No joint matches." : `${where} has no movable joints.`;
    this.list.show(found);
    this.refresh();
  }

  private row(one: Control): HTMLElement {
    const { app } = this;
    const slider = h("input", {
      type: "range",
      min: one.lower,
      max: one.upper,
      step: "any",
      "aria-label": one.name,
      disabled: one.isMimic || one.lower >= one.upper,
    });
    const number = h("input", {
      type: "text",
      inputmode: "decimal",
      class: "number",
      "aria-label": `${one.name}, value`,
      disabled: one.isMimic,
    });
    const put = (value: number): void => {
      const values = app.view!.kinematics.values(one.joint);
      app.setJoint(app.active, one.joint, one.set(values, value));
    };
    slider.addEventListener("input", () => put(slider.valueAsNumber));
    slider.addEventListener("dblclick", () => put(Math.min(Math.max(0, one.lower), one.upper)));
    number.addEventListener("change", () => {
      const value = parsed(number.value, one.unit, app.settings.isDegrees);
      if (value !== null) {
        const low = one.isLimited[0] ? one.lower : -Infinity;
        const high = one.isLimited[1] ? one.upper : Infinity;
        put(Math.min(Math.max(value, low), high));
      }
      this.write(one, row, true); // also after Enter, when the field keeps the focus
    });
    const leader = one.joint.mimic ? this.robot?.joints[one.joint.mimic.joint]?.name : null;
    const row = h(
      "div",
      { class: `joint${one.isMimic ? " mimic" : ""}`, title: leader ? `${one.name}, mimics '${leader}'` : one.name },
      h(
        "div",
        { class: "joint-head" },
        h("span", { class: "name" }, one.name),
        h("span", { class: "kind" }, one.isMimic ? "mimic" : one.joint.type === "revolute" ? "" : one.joint.type),
        number,
        h("span", { class: "unit" }),
      ),
      h("div", { class: "joint-range" }, h("span", { class: "end" }), slider, h("span", { class: "end" })),
    );
    row.addEventListener("pointerenter", () => app.hover({ robot: app.active, link: one.joint.child }));
    row.addEventListener("pointerleave", () => app.hover(null));
    row.querySelector(".name")!.addEventListener("click", () => app.select({ robot: app.active, link: one.joint.child }));
    this.write(one, row);
    return row;
  }

  private write(one: Control, row: HTMLElement, isEntered = false): void {
    const { app } = this;
    const { isDegrees } = app.settings;
    const value = one.get(app.view!.kinematics.values(one.joint));
    const [number, slider] = [row.querySelector<HTMLInputElement>(".number")!, row.querySelector<HTMLInputElement>("input[type=range]")!];
    if (isEntered || document.activeElement !== number) number.value = shown(value, one.unit, isDegrees);
    if (document.activeElement !== slider || slider.valueAsNumber !== value) slider.value = String(value);
    const part = (value - one.lower) / (one.upper - one.lower);
    slider.style.setProperty("--part", `${(100 * Math.min(1, Math.max(0, part))).toFixed(2)}%`);
    const beyond = (one.isLimited[0] && value < one.lower - 1e-9) || (one.isLimited[1] && value > one.upper + 1e-9);
    row.classList.toggle("beyond", beyond);
    slider.setAttribute("aria-valuetext", `${shown(value, one.unit, isDegrees)} ${unitName(one.unit, isDegrees)}`);
    const [low, high] = row.querySelectorAll<HTMLElement>(".end");
    if (row.dataset["units"] !== String(isDegrees)) {
      row.dataset["units"] = String(isDegrees);
      row.querySelector(".unit")!.textContent = unitName(one.unit, isDegrees);
      low!.textContent = one.isLimited[0] ? shown(one.lower, one.unit, isDegrees) : "−∞";
      high!.textContent = one.isLimited[1] ? shown(one.upper, one.unit, isDegrees) : "∞";
    }
  }

  private refresh(): void {
    this.units.textContent = this.app.settings.isDegrees ? "deg" : "rad";
    if (!this.app.view) return;
    for (const [one, row] of this.list.visible()) this.write(one, row);
  }

  private reveal(): void {
    for (const [one, row] of this.list.visible()) {
      row.classList.toggle("selected", one.joint.child === this.app.selected?.link);
    }
  }
}

/** The name of a state, with its group if states of other groups have the same name. */
function stateName({ name, group }: State, all: State[]): string {
  return all.filter((one) => one.name === name).length > 1 && group ? `${group} / ${name}` : name;
}

/** The links of a group, and the links that its joints move. */
function groupLinks(app: App, group: { links: number[]; joints: number[] }): number[] {
  const joints = app.scene.robots[app.active]?.joints ?? [];
  return [...new Set([...group.links, ...group.joints.flatMap((at) => joints[at]?.child ?? [])])];
}
