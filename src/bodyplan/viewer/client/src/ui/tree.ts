// The tree of links: it folds, searches, and is linked with the picture.

import type { App } from "../app";
import type { Finding, Severity } from "../types";
import { h, icon } from "./dom";
import { VirtualList } from "./virtual";

const ROW = 27;
const OPEN_AT_FIRST = 400;
const ORDER: Severity[] = ["hint", "info", "warning", "error"];

interface Node {
  link: number;
  depth: number;
  hasChildren: boolean;
}

export class TreePanel {
  readonly element: HTMLElement;
  readonly filter: HTMLInputElement;
  private readonly list: VirtualList<Node>;
  private nodes: Node[] = [];
  private closed = new Set<number>();
  private children: number[][] = [];
  private worst = new Map<string, Severity>();

  constructor(private readonly app: App) {
    this.list = new VirtualList<Node>(ROW, (node) => this.row(node), {
      class: "tree",
      role: "tree",
      tabindex: "0",
      "aria-label": "Links",
    });
    this.filter = h("input", {
      type: "search",
      placeholder: "Search links and joints ( / )",
      "aria-label": "Search links and joints",
      input: () => this.show(),
    });
    this.list.element.addEventListener("keydown", (event) => this.key(event));
    this.list.element.addEventListener("pointerleave", () => app.hover(null));
    this.element = h("div", { class: "tab-body" }, h("div", { class: "row" }, this.filter), this.list.element);
    app.on("active", () => this.rebuild());
    app.on("select", () => this.reveal());
    app.on("hover", () => this.mark());
  }

  private get robot() {
    return this.app.scene.robots[this.app.active];
  }

  private rebuild(): void {
    const { robot, app } = this;
    this.children = (robot?.links ?? []).map(() => []);
    for (const joint of robot?.joints ?? []) this.children[joint.parent]!.push(joint.child);
    this.closed.clear();
    if ((robot?.links.length ?? 0) > OPEN_AT_FIRST) {
      robot!.links.forEach((link, at) => void (link.joint >= 0 && this.closed.add(at)));
    }
    this.worst.clear();
    for (const one of app.scene.findings) {
      if (one.robot >= 0 && one.robot !== app.active) continue;
      for (const name of names(one)) {
        const known = this.worst.get(name);
        if (!known || ORDER.indexOf(one.severity) > ORDER.indexOf(known)) this.worst.set(name, one.severity);
      }
    }
    this.show();
  }

  private show(): void {
    const { robot } = this;
    const text = this.filter.value.trim().toLowerCase();
    this.nodes = [];
    if (!robot) {
      this.list.show([]);
      return;
    }
    if (text) {
      robot.links.forEach((link, at) => {
        const joint = robot.joints[link.joint]?.name ?? "";
        if (!link.name.toLowerCase().includes(text) && !joint.toLowerCase().includes(text)) return;
        this.nodes.push({ link: at, depth: 0, hasChildren: false });
      });
    } else {
      const stack = robot.links.flatMap((link, at) => (link.joint < 0 ? [{ at, depth: 0 }] : [])).reverse();
      while (stack.length) {
        const { at, depth } = stack.pop()!;
        const below = this.children[at]!;
        this.nodes.push({ link: at, depth, hasChildren: below.length > 0 });
        if (this.closed.has(at)) continue;
        for (let k = below.length - 1; k >= 0; k--) stack.push({ at: below[k]!, depth: depth + 1 });
      }
    }
    this.list.show(this.nodes);
    this.mark();
  }

  private row(node: Node): HTMLElement {
    const { app } = this;
    const robot = this.robot!;
    const link = robot.links[node.link]!;
    const joint = robot.joints[link.joint];
    const isClosed = this.closed.has(node.link);
    const worst = this.worst.get(link.name) ?? (joint && this.worst.get(joint.name));
    const fold = h(
      "span",
      { class: `fold${isClosed ? "" : " open"}`, "aria-hidden": "true", click: (event: Event) => this.fold(node.link, event) },
      node.hasChildren ? icon("caret") : null,
    );
    const row = h(
      "div",
      {
        class: "node",
        role: "treeitem",
        "aria-level": node.depth + 1,
        "aria-label": joint && joint.type !== "fixed" ? `${link.name} ${joint.type}` : link.name,
        "aria-expanded": node.hasChildren ? String(!isClosed) : null,
        title: joint ? `${link.name}\n${joint.type} joint '${joint.name}'` : link.name,
        click: () => app.select({ robot: app.active, link: node.link }),
        dblclick: () => app.fit(true, [node.link]),
        pointerenter: () => app.hover({ robot: app.active, link: node.link }),
      },
      fold,
      h("span", { class: "name" }, link.name),
      " ",
      joint && joint.type !== "fixed" ? h("span", { class: "kind" }, joint.type) : null,
      worst ? h("span", { class: `dot ${worst}`, title: `has a diagnostic: ${worst}` }) : null,
    );
    row.style.paddingLeft = `${4 + Math.min(node.depth, 14) * 11}px`;
    this.markRow(node, row);
    return row;
  }

  private fold(link: number, event?: Event): void {
    event?.stopPropagation();
    if (!this.closed.delete(link)) this.closed.add(link);
    this.show();
  }

  private markRow(node: Node, row: HTMLElement): void {
    const { app } = this;
    const is = (ref: typeof app.selected): boolean => ref?.robot === app.active && ref.link === node.link;
    row.setAttribute("aria-selected", String(is(app.selected)));
    row.classList.toggle("hovered", is(app.hovered));
    row.classList.toggle("outside", app.group !== null && !app.group.has(node.link));
  }

  private mark(): void {
    for (const [node, row] of this.list.visible()) this.markRow(node, row);
  }

  private reveal(): void {
    const { selected, active } = this.app;
    const { robot } = this;
    if (robot && selected?.robot === active && !this.filter.value) {
      let isOpened = false;
      let joint = robot.joints[robot.links[selected.link]?.joint ?? -1];
      while (joint) {
        isOpened = this.closed.delete(joint.parent) || isOpened;
        joint = robot.joints[robot.links[joint.parent]!.joint];
      }
      if (isOpened) this.show();
      const index = this.nodes.findIndex((node) => node.link === selected.link);
      if (index >= 0) this.list.reveal(index);
    }
    this.mark();
  }

  private key(event: KeyboardEvent): void {
    const { app, nodes } = this;
    const at = nodes.findIndex((node) => node.link === app.selected?.link);
    const go = (index: number): void => {
      const node = nodes[Math.min(nodes.length - 1, Math.max(0, index))];
      if (node) app.select({ robot: app.active, link: node.link });
    };
    const node = nodes[at];
    switch (event.key) {
      case "ArrowDown":
        go(at + 1);
        break;
      case "ArrowUp":
        go(at < 0 ? 0 : at - 1);
        break;
      case "ArrowRight":
        if (node && this.closed.has(node.link)) this.fold(node.link);
        else go(at + 1);
        break;
      case "ArrowLeft":
        if (node?.hasChildren && !this.closed.has(node.link)) this.fold(node.link);
        else if (node) {
          const parent = this.robot!.joints[this.robot!.links[node.link]!.joint]?.parent;
          if (parent !== undefined) app.select({ robot: app.active, link: parent });
        }
        break;
      case "Home":
        go(0);
        break;
      case "End":
        go(nodes.length - 1);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

const names = (one: Finding): string[] => [...one.links, ...one.joints];
