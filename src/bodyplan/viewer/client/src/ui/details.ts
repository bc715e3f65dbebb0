// The panel of the selected link.

import type { App } from "../app";
import type { Ref } from "../store";
import { inverse, product, rpy } from "../pose";
import type { Geometry, Link, Shape, Where } from "../types";
import { button, facts, h, heading, iconButton } from "./dom";
import { digits, length, lengths, mass, plural, shown, unitName, vector } from "./numbers";
import type { Ruler } from "../ruler";
import { reveal, SEVERITIES, source } from "./source";

export class DetailsPanel {
  readonly element = h("aside", { class: "panel details", "aria-label": "Selected link", hidden: true });
  private readonly pose = h("div", {});
  private readonly ruled = h("div", { class: "ruled" });

  private isDegrees = true;
  private shown: Ref | null = null;

  constructor(private readonly app: App, private readonly ruler: Ruler) {
    app.on("select", () => this.show());
    app.on("scene", () => this.show());
    app.on("finding", () => this.show());
    app.on("q", () => this.showPose());
    app.on("settings", ({ isDegrees }) => {
      if (isDegrees !== this.isDegrees) this.show();
    });
    ruler.onChange = () => this.showRuler();
  }

  private show(): void {
    const { app } = this;
    this.isDegrees = app.settings.isDegrees;
    const ref = app.selected;
    const link = ref && app.linkOf(ref);
    this.element.hidden = !link;
    if (!ref || !link) return;
    const robot = app.scene.robots[ref.robot]!;
    const joint = robot.joints[link.joint];
    const children = robot.joints.filter((one) => one.parent === ref.link);
    const at = (index: number): HTMLElement =>
      h("button", { type: "button", class: "text", click: () => app.select({ robot: ref.robot, link: index }) }, robot.links[index]!.name);
    this.showPose();
    this.showRuler();
    const isSame = this.shown?.robot === ref.robot && this.shown.link === ref.link;
    const place = isSame ? this.element.querySelector(".scroll")?.scrollTop : 0;
    this.shown = ref;
    this.element.replaceChildren(
      h(
        "header",
        {},
        h("h2", { title: link.name }, link.name),
        iconButton("target", "Zoom to this link", () => app.fit(true, [ref.link])),
        iconButton("measure", "Measure from this link (X)", () => this.ruler.set(ref, null)),
        iconButton("close", "Close (Esc)", () => app.select(null)),
      ),
      h(
        "div",
        { class: "scroll" },
        this.ruled,
        ...this.findings(link, joint?.name),
        ...(joint
          ? [
              heading("Parent joint"),
              facts([
                ["Joint", joint.name],
                ["Type", joint.mimic ? `${joint.type}, mimics '${robot.joints[joint.mimic.joint]?.name ?? "?"}'` : joint.type],
                ["Parent link", at(joint.parent)],
                ...(joint.count && joint.type !== "floating" && joint.type !== "ball" ? [["Axis", vector(joint.axis)] as [string, string]] : []),
                ...(joint.axis2 ? [["Second axis", vector(joint.axis2)] as [string, string]] : []),
                ...(joint.pitch !== undefined ? [["Pitch", `${digits(joint.pitch)} m/rad`] as [string, string]] : []),
                ...(joint.mimic ? [["Relation", `${digits(joint.mimic.multiplier)} · q + ${digits(joint.mimic.offset)}`] as [string, string]] : []),
                ...this.limits(joint.q, joint.count),
                ["Origin xyz", `${vector([joint.origin[3]!, joint.origin[7]!, joint.origin[11]!])} m`],
                ["Origin rpy", this.angles(joint.origin)],
              ]),
            ]
          : [h("p", { class: "place" }, "Root link")]),
        children.length ? facts([["Children", h("span", { class: "names" }, ...children.slice(0, 30).map((one) => at(one.child)))]]) : null,
        heading("Pose"),
        this.pose,
        heading("Inertial"),
        this.inertial(link),
        ...this.shapes("Visuals", link.visuals),
        ...this.shapes("Collisions", link.collisions),
        link.spheres.length ? h("p", { class: "place" }, `${plural(link.spheres.length, "collision sphere")} in the SRDF`) : null,
        ...this.sources(link.where, "Source of the link"),
        ...this.sources(joint?.where, "Source of the joint"),
      ),
    );
    this.element.querySelector(".scroll")!.scrollTop = place ?? 0;
    reveal(this.element);
  }

  private limits(q: number, count: number): [string, string][] {
    const { app } = this;
    const robot = app.scene.robots[app.selected!.robot]!;
    const { isDegrees } = app.settings;
    const found: [string, string][] = [];
    for (let k = 0; k < count && q >= 0; k++) {
      const variable = robot.variables[q + k];
      if (!variable || (variable.lower === null && variable.upper === null)) continue;
      const end = (value: number | null): string => (value === null ? "unlimited" : shown(value, variable.unit, isDegrees));
      found.push(["Limits", `${end(variable.lower)} to ${end(variable.upper)} ${unitName(variable.unit, isDegrees)}`]);
    }
    return found;
  }

  private showPose(): void {
    const { selected, views } = this.app;
    const view = selected && views[selected.robot];
    if (!selected || !view || this.element.hidden) return;
    view.update();
    const X = [...view.kinematics.poses.slice(12 * selected.link, 12 * selected.link + 12)];
    let root = selected.link;
    for (let joint = view.robot.joints[view.robot.links[root]!.joint]; joint; joint = view.robot.joints[view.robot.links[root]!.joint]) root = joint.parent;
    const inRoot = product(inverse(view.kinematics.poses.slice(12 * root, 12 * root + 12)), X);
    const rows: [string, string][] = [
      ["World xyz", `${vector([X[3]!, X[7]!, X[11]!])} m`],
      ["World rpy", this.angles(X)],
    ];
    if (inRoot.some((value, k) => Math.abs(value - X[k]!) > 1e-12)) {
      rows.push(["Root xyz", `${vector([inRoot[3]!, inRoot[7]!, inRoot[11]!])} m`], ["Root rpy", this.angles(inRoot)]);
    }
    this.pose.replaceChildren(facts(rows));
  }

  private angles(pose: number[]): string {
    const { isDegrees } = this;
    return `${rpy(pose).map((one) => shown(one, "rad", isDegrees)).join("  ")} ${unitName("rad", isDegrees)}`;
  }

  private inertial(link: Link): HTMLElement {
    const own = link.inertial;
    if (!own) return h("p", { class: "place" }, "No inertial");
    const [xx, xy, xz, yy, yz, zz] = own.inertia;
    return facts([
      ["Mass", mass(own.mass)],
      ["Centre of mass", `${vector([own.pose[3]!, own.pose[7]!, own.pose[11]!], 3)} m`],
      ["Inertia [kg m²]", h("table", { class: "inertia" }, ...[[["xx", xx], ["xy", xy]], [["yy", yy], ["xz", xz]], [["zz", zz], ["yz", yz]]].map((row) =>
        h("tr", {}, ...(row as [string, number | undefined][]).flatMap(([name, value]) => [h("th", { scope: "row" }, name), h("td", {}, digits(value ?? NaN))])),
      ))],
      ["Principal", vector(own.moments, 3)],
      ...(own.box ? [["Equivalent box", lengths(own.box)] as [string, string]] : [["Equivalent box", "none: no rigid body has this inertia"] as [string, string]]),
    ]);
  }

  private shapes(title: string, shapes: Geometry[]): HTMLElement[] {
    if (!shapes.length) return [];
    return [
      heading(`${title} (${shapes.length})`),
      ...shapes.slice(0, 40).map((one) => {
        const rows: [string, string | HTMLElement][] = [["Shape", describe(one.shape)]];
        if (one.name) rows.unshift(["Name", one.name]);
        if (one.shape.kind === "mesh") {
          if (one.shape.uri) rows.push(["File", h("span", { class: "uri", title: one.shape.uri }, one.shape.uri)]);
          if (one.shape.problem) rows.push(["Problem", h("span", { class: "bad" }, one.shape.problem)]);
          if (one.shape.scale.some((v) => v !== 1)) rows.push(["Scale", vector(one.shape.scale)]);
        }
        const { material } = one;
        if (material?.rgba && title === "Visuals") {
          const [r, g, b, a] = material.rgba;
          const swatch = h("i", { class: "swatch" });
          swatch.style.background = `rgba(${r * 255}, ${g * 255}, ${b * 255}, ${a})`;
          rows.push(["Material", h("span", {}, swatch, material.name || vector(material.rgba, 3))]);
        }
        const { pose } = one;
        if (pose[3] || pose[7] || pose[11]) rows.push(["xyz", `${vector([pose[3]!, pose[7]!, pose[11]!])} m`]);
        if (rpy(pose).some((v) => Math.abs(v) > 1e-9)) rows.push(["rpy", this.angles(pose)]);
        return facts(rows);
      }),
    ];
  }

  private findings(link: Link, joint: string | undefined): HTMLElement[] {
    const { app } = this;
    const own = app.scene.findings.filter(
      (one) =>
        (one.robot < 0 || one.robot === app.selected?.robot) &&
        (one.links.includes(link.name) || (joint !== undefined && one.joints.includes(joint))),
    );
    own.sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
    return own.slice(0, 20).map((one) =>
      h(
        "button",
        { type: "button", class: `finding-head boxed ${one.severity}`, title: one.hint, click: () => app.light(one) },
        h("span", { class: `code ${one.severity}` }, one.code),
        h("span", { class: "message" }, one.message),
      ),
    );
  }

  private sources(where: Where | undefined, title: string): HTMLElement[] {
    const shown_ = where && source(this.app, where);
    if (!where || !shown_) return [];
    return [heading(title), h("p", { class: "place", title: where.file }, `${where.file.split(/[\\/]/).pop()}:${where.line}`), shown_];
  }

  private showRuler(): void {
    const { ruler, app } = this;
    const found = ruler.measure();
    const items: HTMLElement[] = [];
    if (found) {
      const { isDegrees } = app.settings;
      items.push(
        heading("Distance"),
        facts([
          ["From", found.from],
          ["To", found.to],
          ["Distance", length(found.distance)],
          ["Offset xyz", `${vector(found.offset)} m`],
          ["Turned by", `${shown(found.angle, "rad", isDegrees)} ${unitName("rad", isDegrees)}`],
        ]),
        button("Clear", () => ruler.set(null, null)),
      );
    } else if (ruler.from) {
      items.push(
        h("p", { class: "note", role: "status" }, `Measuring from '${app.linkOf(ruler.from)?.name ?? ""}': select another link.`),
        button("Cancel", () => ruler.set(null, null)),
      );
    }
    this.ruled.replaceChildren(...items);
  }
}

function describe(shape: Shape): string {
  switch (shape.kind) {
    case "box":
      return `box ${lengths(shape.size)}`;
    case "sphere":
      return `sphere, radius ${length(shape.radius)}`;
    case "ellipsoid":
      return `ellipsoid, radii ${lengths(shape.radii, ", ")}`;
    case "plane":
      return `plane, normal ${vector(shape.normal)}`;
    case "mesh":
      return `${shape.name}, ${plural(shape.faces, "face")}`;
    case "other":
      return `${shape.name} (not drawn)`;
    default:
      return `${shape.kind}, radius ${length(shape.radius)}, length ${length(shape.length)}`;
  }
}
