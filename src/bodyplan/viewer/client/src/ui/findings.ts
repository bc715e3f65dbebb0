// The panel of findings: diagnostics, meshes that are missing, colliding pairs.

import type { App } from "../app";
import type { Finding, Severity } from "../types";
import { button, h, icon } from "./dom";
import type { Pair } from "../pairs";
import { plural } from "./numbers";
import { reveal, SEVERITIES, source } from "./source";

const AT_ONCE = 150;
/** The number of findings of one code from which they are shown as a group. */
const MANY = 4;

export class FindingsPanel {
  readonly element: HTMLElement;
  /** Called with the number of findings. */
  onCount: (count: number, worst: Severity | null) => void = () => undefined;
  private readonly list = h("div", { class: "findings" });
  private readonly chips = h("div", { class: "chips", role: "group", "aria-label": "Severities" });
  private readonly more = h("div", {});
  private readonly pairs = h("div", {});
  private hidden = new Set<Severity>();
  private limit = AT_ONCE;
  private readonly rows = new Map<Finding, HTMLElement>();
  /** Opens the group of a finding. */
  private readonly unfold = new Map<Finding, () => void>();
  private readonly unfolded = new Set<string>();

  constructor(private readonly app: App) {
    this.element = h("div", { class: "tab-body scroll" }, this.chips, this.pairs, this.list, this.more);
    app.on("scene", () => {
      this.limit = AT_ONCE;
      this.show();
    });
    app.on("progress", ({ pending }) => void (pending === 0 && this.showMore()));
    app.on("pairs", () => this.showPairs());
    app.on("finding", () => this.mark());
  }

  private show(): void {
    const { findings } = this.app.scene;
    const counts = new Map<Severity, number>();
    for (const one of findings) counts.set(one.severity, (counts.get(one.severity) ?? 0) + 1);
    this.chips.replaceChildren(
      ...SEVERITIES.filter((one) => counts.has(one)).map((one) => {
        const chip = button(`${plural(counts.get(one)!, one, one === "info" ? one : undefined)}`, () => {
          if (!this.hidden.delete(one)) this.hidden.add(one);
          this.show();
        });
        chip.className = `chip ${one}`;
        chip.setAttribute("aria-pressed", String(!this.hidden.has(one)));
        return chip;
      }),
    );
    const sorted = findings
      .filter((one) => !this.hidden.has(one.severity))
      .sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
    this.rows.clear();
    this.unfold.clear();
    const items = this.grouped(sorted.slice(0, this.limit));
    if (sorted.length > this.limit) {
      items.push(
        button(`Show ${plural(sorted.length - this.limit, "more diagnostic")}`, () => {
          this.limit += 1000;
          this.show();
        }),
      );
    }
    if (!findings.length) items.push(h("p", { class: "empty" }, "No diagnostics."));
    this.list.replaceChildren(...items);
    this.onCount(findings.length, SEVERITIES.find((one) => counts.has(one)) ?? null);
    this.mark();
    this.showMore();
    this.showPairs();
  }

  /** The findings; many findings of one code are an expandable group. */
  private grouped(findings: Finding[]): HTMLElement[] {
    const byCode = new Map<string, Finding[]>();
    for (const one of findings) {
      const key = `${one.severity} ${one.code}`;
      byCode.set(key, [...(byCode.get(key) ?? []), one]);
    }
    return [...byCode].flatMap(([key, all]) => {
      const items = all.map((one) => this.item(one));
      return all.length < MANY ? items : [this.group(key, all, items)];
    });
  }

  private group(key: string, all: Finding[], items: HTMLElement[]): HTMLElement {
    const [{ severity, code, name }] = all as [Finding];
    const body = h("div", { class: "group-body" }, ...items);
    const open = (isOpen: boolean): void => {
      body.hidden = !isOpen;
      head.setAttribute("aria-expanded", String(isOpen));
      if (isOpen) this.unfolded.add(key);
      else this.unfolded.delete(key);
    };
    const head = h(
      "button",
      { type: "button", class: "finding-head", click: () => open(Boolean(body.hidden)) },
      h("span", { class: `code ${severity}` }, code),
      h("span", { class: "message" }, name.replace(/-/g, " ")),
      h("span", { class: "place" }, `${all.length} diagnostics`),
      h("span", { class: "fold" }, icon("caret")),
    );
    open(this.unfolded.has(key));
    for (const one of all) this.unfold.set(one, () => open(true));
    return h("div", { class: "group" }, head, body);
  }

  private item(one: Finding): HTMLElement {
    const file = one.where?.file.split(/[\\/]/).pop();
    const head = h(
      "button",
      {
        type: "button",
        class: "finding-head",
        "aria-expanded": "false",
        click: () => this.choose(this.app.finding === one ? null : one),
      },
      h("span", { class: `code ${one.severity}`, title: one.name }, one.code),
      h("span", { class: "message" }, one.message),
      one.where ? h("span", { class: "place", title: one.where.file }, `${file}:${one.where.line}:${one.where.column}`) : null,
    );
    const row = h("div", { class: `finding ${one.severity}` }, head);
    this.rows.set(one, row);
    return row;
  }

  private choose(finding: Finding | null): void {
    const { app } = this;
    app.light(finding);
    if (!finding) return;
    const robot = Math.max(0, finding.robot);
    const [link] = app.findingLinks(finding, robot);
    if (link !== undefined) {
      if (robot !== app.active) app.activate(robot);
      app.select({ robot, link });
    }
  }

  private mark(): void {
    const { finding } = this.app;
    for (const [one, row] of this.rows) {
      const isChosen = one === finding;
      if (row.classList.contains("chosen") === isChosen) continue;
      row.classList.toggle("chosen", isChosen);
      row.querySelector(".finding-head")!.setAttribute("aria-expanded", String(isChosen));
      row.querySelector(".finding-more")?.remove();
      if (!isChosen) continue;
      this.unfold.get(one)?.();
      row.append(
        h(
          "div",
          { class: "finding-more" },
          one.hint ? h("p", { class: "hint" }, one.hint) : null,
          one.where ? source(this.app, { ...one.where, line: one.where.line, end_line: Math.min(one.where.end_line, one.where.line + 6) }) : null,
          h("p", { class: "place" }, one.name),
        ),
      );
      row.scrollIntoView({ block: "nearest" });
      reveal(row);
    }
  }

  private showMore(): void {
    const missing = this.app.views.flatMap((view) => view.missing);
    const seen = new Map<string, string[]>();
    for (const one of missing) {
      const key = `${one.uri}\n${one.problem}`;
      const links = seen.get(key) ?? [];
      links.push(one.link);
      seen.set(key, links);
    }
    const items: HTMLElement[] = [];
    if (seen.size) items.push(h("h2", { class: "section" }, `${plural(seen.size, "mesh", "meshes")} not shown`));
    for (const [key, links] of seen) {
      const [uri, problem] = key.split("\n");
      items.push(
        h(
          "button",
          { type: "button", class: "finding-head missing", click: () => this.app.select(this.app.find(links[0]!)) },
          h("span", { class: "message" }, uri || "mesh without a URI"),
          h("span", { class: "place" }, `${problem} · link '${links[0]}'${links.length > 1 ? ` and ${plural(links.length - 1, "more shape")}` : ""}`),
        ),
      );
    }
    const { problems } = this.app.scene;
    if (problems.length) items.push(h("h2", { class: "section" }, "Values that cannot be shown"));
    for (const one of problems.slice(0, 50)) items.push(h("p", { class: "problem" }, one));
    this.more.replaceChildren(...items);
  }

  private showPairs(): void {
    const report = this.app.pairReport;
    if (!report) {
      this.pairs.replaceChildren();
      return;
    }
    this.pairs.replaceChildren(
      ...this.pairList(
        report.colliding,
        (count) => `${plural(count, "colliding pair")} (${report.isExact ? "exact" : "by convex shapes: an estimate"})`,
        "",
        true,
      ),
      ...this.pairList(report.disabled, (count) => `${plural(count, "pair")} disabled in the SRDF`, "off", false),
    );
  }

  private pairList(all: Pair[][], title: (count: number) => string, kind: string, isAlways: boolean): HTMLElement[] {
    const count = all.reduce((sum, pairs) => sum + pairs.length, 0);
    if (!count && !isAlways) return [];
    const rows = all.flatMap((pairs, robot) => {
      const own = this.app.scene.robots[robot];
      const reasons = new Map(kind ? own?.disabled.map(([a, b, reason]) => [`${a} ${b}`, reason]) : []);
      return pairs.slice(0, 200).map(([a, b]) =>
        h(
          "button",
          { type: "button", class: `finding-head pair ${kind}`, click: () => this.app.select({ robot, link: a }) },
          h("span", { class: "message" }, `${own?.links[a]?.name} ↔ ${own?.links[b]?.name}`),
          reasons.get(`${a} ${b}`) ? h("span", { class: "place" }, reasons.get(`${a} ${b}`)) : null,
        ),
      );
    });
    return [h("h2", { class: "section" }, title(count)), ...rows];
  }
}
