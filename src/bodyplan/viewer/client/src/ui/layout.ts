// The page around the picture: bar, panels, menus, messages.

import type { App } from "../app";
import type { Ref } from "../store";
import type { PairReport } from "../pairs";
import type { Pointer } from "../pick";
import { Ruler } from "../ruler";
import { writeAddress } from "../address";
import { commands, listen, switchProjection } from "./commands";
import { DetailsPanel } from "./details";
import { button, h, iconButton } from "./dom";
import { FindingsPanel } from "./findings";
import { helpDialog } from "./help";
import { JointsPanel } from "./joints";
import type { Robot } from "../types";
import { mass, plural } from "./numbers";
import { legend } from "../overshoot";
import { Player } from "./player";
import { closePopovers, popover } from "./popover";
import { ShowMenu } from "./show";
import { TreePanel } from "./tree";

const TABS = ["joints", "links", "findings"] as const;
type Tab = (typeof TABS)[number];
const NARROW = matchMedia("(max-width: 720px)");
/** The panel of the selected link is below that of the robot, not beside the picture. */
const DOCKED = matchMedia("(max-width: 1000px)");

export class Layout {
  private readonly tabs = new Map<Tab, HTMLButtonElement>();
  private readonly bodies = new Map<Tab, HTMLElement>();
  private readonly panel = h("aside", { class: "panel main", "aria-label": "Robot" });
  private readonly title = h("h1", {});
  private readonly summary = h("p", { class: "summary" });
  private readonly banner = h("div", { class: "banner", role: "alert", hidden: true });
  private readonly progress = h("div", { class: "progress", role: "progressbar", "aria-label": "Loading meshes", hidden: true }, h("i", {}));
  private readonly toast = h("div", { class: "toast", role: "status" });
  private readonly choice = h("select", { "aria-label": "Model", class: "robots" });
  private readonly blend: HTMLElement;
  /** The number of colliding pairs, if their list is not visible. */
  private readonly pairs = h("button", { type: "button", class: "pairs", hidden: true, click: () => this.showFindings() });
  private readonly legend = h("div", { class: "legend", hidden: true });
  private readonly hint = h("div", { class: "hover-name", "aria-hidden": "true" });
  private toastTimer = 0;

  constructor(private readonly app: App, root: HTMLElement, pointer: Pointer) {
    const joints = new JointsPanel(app);
    const tree = new TreePanel(app);
    const findings = new FindingsPanel(app);
    const ruler = new Ruler(app);
    const details = new DetailsPanel(app, ruler);
    const player = new Player(app);
    pointer.onClick = (hit) => {
      if (!ruler.from || ruler.to || !hit) return false;
      ruler.set(ruler.from, { robot: hit.robot, link: hit.link });
      return true;
    };
    app.on("select", (ref) => {
      // The choice of a link in the tree ends a measurement, too.
      if (ref && ruler.from && !ruler.to && (ref.link !== ruler.from.link || ref.robot !== ruler.from.robot)) {
        ruler.set(ruler.from, ref);
      }
    });
    const names: Record<Tab, string> = { joints: "Joints", links: "Links", findings: "Diagnostics" };
    const bar = h("div", { class: "tabs", role: "tablist", "aria-label": "Panels", keydown: (event: KeyboardEvent) => this.stepTab(event) });
    for (const [tab, body] of [
      ["joints", joints.element],
      ["links", tree.element],
      ["findings", findings.element],
    ] as [Tab, HTMLElement][]) {
      const one = h("button", { type: "button", role: "tab", id: `tab-${tab}`, "aria-controls": `body-${tab}`, click: () => this.open(tab) }, names[tab]);
      this.tabs.set(tab, one);
      body.id = `body-${tab}`;
      body.setAttribute("role", "tabpanel");
      body.setAttribute("aria-labelledby", one.id);
      this.bodies.set(tab, body);
      bar.append(one);
    }
    const badge = h("span", { class: "badge", hidden: true });
    this.tabs.get("findings")!.append(" ", badge);
    findings.onCount = (count, worst) => {
      badge.hidden = count === 0;
      badge.textContent = count > 999 ? "999+" : String(count);
      badge.className = `badge ${worst ?? ""}`;
    };
    this.blend = this.blendControl();
    this.choice.addEventListener("change", () => app.activate(Number(this.choice.value)));
    this.panel.append(
      h("header", {}, h("div", { class: "titles" }, this.title, this.summary), iconButton("close", "Hide the panel (H)", () => this.togglePanel())),
      this.choice,
      this.blend,
      bar,
      ...this.bodies.values(),
    );
    const all = commands(app, [
      { key: "x", name: "Measure from the selected link", run: () => (app.selected ? ruler.set(app.selected, null) : this.say("Select the first link, then press X.")) },
      { key: "/", name: "Search links", run: () => this.search(tree) },
      { key: "h", name: "Show or hide the panels", run: () => this.togglePanel() },
      { key: "l", name: "Light or dark", run: () => this.switchTheme() },
      { key: " ", name: "Play or pause the trajectory", run: () => player.toggle() },
      { key: "Escape", name: "Clear the selection", run: () => this.escape(ruler) },
      { key: "?", name: "This list", run: () => help.showModal() },
    ]);
    const help = helpDialog(all);
    const dragging = h("input", { type: "checkbox", checked: true, change: () => (pointer.canDrag = dragging.checked) });
    const show = new ShowMenu(app);
    show.element.append(h("label", { class: "check" }, dragging, h("span", {}, "Drag links to move joints")));
    const toolbar = h(
      "nav",
      { class: "toolbar", "aria-label": "View" },
      iconButton("panel", "Show or hide the panels (H)", () => this.togglePanel()),
      popover("show", "What is shown", show.element),
      popover("views", "Camera", this.views()),
      iconButton("fit", "Fit (F)", () => app.fit(true)),
      iconButton("ortho", "Orthographic or perspective (O)", () => switchProjection(app)),
      iconButton("camera", "Save a picture", () => this.picture()),
      iconButton("link", "Copy the address of this view", () => this.share()),
      iconButton("theme", "Light or dark (L)", () => this.switchTheme()),
      iconButton("help", "Shortcuts (?)", () => help.showModal()),
    );
    root.append(this.progress, this.panel, details.element, toolbar, player.element, this.banner, this.pairs, this.legend, this.hint, this.toast, help);
    listen(all);
    this.open("joints");
    if (NARROW.matches) root.classList.add("no-panel");
    app.on("scene", () => this.sceneChanged());
    app.on("active", () => this.showTitle());
    app.on("settings", () => root.classList.toggle("is-orthographic", app.stage.orbit.isOrthographic));
    app.on("progress", (state) => this.showProgress(state));
    app.on("hover", (ref) => {
      const link = ref && app.linkOf(ref);
      const joint = ref && link && app.scene.robots[ref.robot]!.joints[link.joint];
      this.hint.replaceChildren(link?.name ?? "", joint?.count ? h("span", {}, ` · ${joint.name}`) : "");
    });
    app.on("overshoot", (largest) => {
      this.legend.hidden = largest === null;
      if (largest !== null) this.legend.replaceChildren(legend(largest, app.stage.theme, 2));
    });
    app.on("pairs", (report) => this.showPairs(report));
    this.root = root;
    this.details = details.element;
    this.player = player.element;
    app.on("select", (ref) => this.makeRoom(ref));
    app.stage.onResize = () => this.setInset();
    this.setInset();
  }

  private readonly root: HTMLElement;
  private readonly details: HTMLElement;
  private readonly player: HTMLElement;
  /** Whether the picture was moved to make space for the panel of a link. */
  private isAside = false;

  /** Set for the camera which part of the picture the panels cover. */
  private setInset(isSmooth = false): void {
    const { app, root } = this;
    const { stage } = app;
    const { orbit, width, height } = stage;
    const wide = (one: HTMLElement): number => (one.offsetWidth ? one.offsetWidth + 12 : 0);
    const inset = { left: 0, right: 0, top: Math.min(0.2, 60 / height), bottom: 0 };
    if (NARROW.matches) inset.bottom = wide(this.panel) || wide(this.details) ? 0.46 : 0;
    else {
      inset.left = Math.max(wide(this.panel), DOCKED.matches ? wide(this.details) : 0) / width;
      if (!DOCKED.matches && this.isAside) inset.right = wide(this.details) / width;
      inset.top /= 2;
    }
    root.style.setProperty("--left", `${NARROW.matches ? 0 : inset.left * width}px`);
    root.style.setProperty("--right", `${NARROW.matches || DOCKED.matches ? 0 : wide(this.details)}px`);
    if (wide(this.player)) inset.bottom += 56 / height;
    orbit.setInset(inset);
    if (orbit.isFitted) app.fit(isSmooth);
    else if (isSmooth) orbit.glide({});
    else orbit.jump({});
    stage.invalidate();
  }

  /**
   * Move the picture if the panel of a link would hide the robot, or the link in a closer view.
   */
  private makeRoom(ref: Ref | null): void {
    const { app } = this;
    const { classList } = this.root;
    const isChanged = classList.contains("has-details") !== (ref !== null);
    classList.toggle("has-details", ref !== null);
    const wasAside = this.isAside;
    if (!ref) this.isAside = false;
    else if (!wasAside) {
      const { orbit, width } = app.stage;
      const edge = app.stage.canvas.getBoundingClientRect().left + width - this.details.offsetWidth - 12;
      const points = app.points(orbit.isFitted ? undefined : [ref.link]);
      this.isAside = points.some((point) => (app.stage.project(point)?.[0] ?? 0) > edge);
    }
    if (wasAside !== this.isAside || (isChanged && DOCKED.matches)) this.setInset(true);
    else if (!DOCKED.matches) this.root.style.setProperty("--right", `${ref ? this.details.offsetWidth + 12 : 0}px`);
  }

  open(tab: Tab): void {
    for (const [name, one] of this.tabs) {
      const isOpen = name === tab;
      one.setAttribute("aria-selected", String(isOpen));
      one.tabIndex = isOpen ? 0 : -1;
      this.bodies.get(name)!.hidden = !isOpen;
    }
    this.togglePanel(true);
  }

  private showFindings(): void {
    if (NARROW.matches) this.app.select(null); // the panel of the link is in front
    this.open("findings");
  }

  private stepTab(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = TABS.findIndex((tab) => this.tabs.get(tab) === document.activeElement);
    const next = TABS[(at + step + TABS.length) % TABS.length]!;
    this.open(next);
    this.tabs.get(next)!.focus();
    event.preventDefault();
  }

  private search(tree: TreePanel): void {
    this.open("links");
    tree.filter.focus();
    tree.filter.select();
  }

  private escape(ruler: Ruler): void {
    closePopovers();
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement) activeElement.blur();
    if (ruler.from) ruler.set(null, null);
    else {
      this.app.light(null);
      this.app.select(null);
    }
  }

  private togglePanel(isOpen = this.root.classList.contains("no-panel")): void {
    if (isOpen !== this.root?.classList.contains("no-panel")) return;
    this.root.classList.toggle("no-panel", !isOpen);
    this.setInset(true);
  }

  private views(): HTMLElement {
    const { app } = this;
    const names: [string, string][] = [
      ["iso", "Isometric"],
      ["front", "Front"],
      ["back", "Back"],
      ["left", "Left"],
      ["side", "Right"],
      ["top", "Top"],
      ["bottom", "Bottom"],
    ];
    return h("div", { class: "menu" }, ...names.map(([id, name]) => button(name, () => {
      app.preset(id);
    })));
  }

  private blendControl(): HTMLElement {
    const { app } = this;
    const slider = h("input", { type: "range", min: 0, max: 1, step: 0.01, value: 0.5, "aria-label": "Blend between the two robots", input: () => app.change({ blend: slider.valueAsNumber }) });
    const names = [h("span", { class: "first" }), h("span", { class: "second" })] as const;
    const differing = h("p", { class: "place" });
    const box = h("div", { class: "blend" }, names[0], slider, names[1], differing);
    app.on("scene", ({ compare, robots, differences }) => {
      box.hidden = !compare;
      if (!compare) return;
      const [a, b] = robots;
      const isAlike = a!.name === b!.name;
      names[0].textContent = isAlike ? short(a!.file) || "before" : a!.name;
      names[1].textContent = isAlike ? short(b!.file) || "after" : b!.name;
      const count = new Set(differences.flatMap((one) => one.links)).size;
      const joints = new Set(differences.flatMap((one) => one.joints)).size;
      differing.textContent = count || joints ? `${plural(count, "link")} and ${plural(joints, "joint")} differ` : "No part differs";
    });
    app.on("settings", ({ blend }) => {
      slider.value = String(blend);
      slider.style.setProperty("--part", `${100 * blend}%`);
    });
    return box;
  }

  private sceneChanged(): void {
    const { scene } = this.app;
    document.title = scene.title;
    this.choice.replaceChildren(...scene.robots.map((robot, at) => h("option", { value: at }, `${robot.name} · ${content(robot)}`)));
    this.choice.hidden = scene.robots.length < 2 || (scene.compare && scene.robots.length === 2);
    this.banner.hidden = scene.error === undefined;
    this.banner.replaceChildren(
      h("strong", {}, "The files have a problem; the last good robot is shown."),
      " ",
      scene.error ?? "",
      " ",
      button("Show the diagnostics", () => this.showFindings()),
    );
    if (scene.error !== undefined) this.open("findings");
    this.showTitle();
    this.setInset();
  }

  private showTitle(): void {
    const robot = this.app.scene.robots[this.app.active];
    this.choice.value = String(this.app.active);
    const isWorld = !this.choice.hidden;
    this.title.textContent = isWorld ? short(this.app.scene.title) : (robot?.name ?? this.app.scene.title);
    this.title.title = robot?.file ?? "";
    if (!robot) {
      this.summary.textContent = "No robot could be made of this file.";
      this.open("findings");
      return;
    }
    const format = robot.format === "xacro" ? "xacro" : robot.format.toUpperCase();
    const weight = robot.mass !== null && robot.mass > 0 ? mass(robot.mass) : "";
    const what = isWorld ? plural(this.app.scene.robots.length, "model") : content(robot);
    this.summary.textContent = [format, what, isWorld ? "" : weight].filter(Boolean).join(" · ");
  }

  /** Whether the server still reads the robot. */
  set isReading(isIt: boolean) {
    this.progress.classList.toggle("reading", isIt);
    this.progress.hidden = !isIt;
    this.summary.textContent = isIt ? "Reading the robot and its meshes…" : "";
  }

  private showProgress({ loaded, total, pending }: { loaded: number; total: number; pending: number }): void {
    this.progress.hidden = pending === 0;
    const part = total > 0 ? loaded / total : 0;
    this.progress.setAttribute("aria-valuenow", String(Math.round(100 * part)));
    (this.progress.firstElementChild as HTMLElement).style.width = `${100 * part}%`;
  }

  private showPairs(report: PairReport | null): void {
    const { shown } = this.app.settings;
    this.pairs.hidden = report === null || !shown.has("pairs");
    const count = report?.colliding.reduce((sum, pairs) => sum + pairs.length, 0) ?? 0;
    const isExact = report?.isExact ?? true;
    const found = count ? plural(count, "colliding pair") : "No links collide";
    this.pairs.textContent = isExact ? found : `${found} (estimate)`;
    this.pairs.classList.toggle("some", count > 0);
  }

  say(text: string): void {
    this.toast.textContent = text;
    this.toast.classList.add("on");
    clearTimeout(this.toastTimer);
    this.toastTimer = window.setTimeout(() => this.toast.classList.remove("on"), 2600);
  }

  private switchTheme(): void {
    const theme = this.app.stage.theme === "dark" ? "light" : "dark";
    this.app.change({ theme });
    setTheme(this.app, theme);
  }

  private picture(): void {
    const { stage } = this.app;
    const url = stage.shot({ width: 2 * stage.width, height: 2 * stage.height });
    h("a", { href: url, download: `${this.app.scene.title}.png` }).click();
  }

  private share(): void {
    const address = location.href.replace(/#.*$/, "") + writeAddress(this.app);
    try {
      history.replaceState(null, "", address);
    } catch {
      // the page is inside another page
    }
    const done = navigator.clipboard?.writeText(address);
    if (!done) this.say("The address of the page shows this view.");
    else {
      done.then(
        () => this.say("Copied: the address shows this view."),
        () => this.say("The address of the page shows this view."),
      );
    }
  }
}

/** The number of links and degrees of freedom of a robot, as text. */
function content(robot: Robot): string {
  const freedoms: Record<string, number> = { floating: 6, ball: 3 };
  const count = robot.joints.reduce((sum, { type, mimic, count }) => sum + (mimic ? 0 : (freedoms[type] ?? count)), 0);
  return `${plural(robot.links.length, "link")} · ${count.toLocaleString("en")} DOF`;
}

const short = (file: string): string => file.split(/[\\/]/).pop() ?? file;

export function setTheme(app: App, theme: "light" | "dark"): void {
  document.documentElement.dataset["theme"] = theme;
  app.setTheme(theme);
}
