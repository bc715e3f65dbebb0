// The highlighting of links: selected, hovered, named in a finding, colliding, or different.

import type { App } from "./app";
import { COLORS, type Mood, PLAIN } from "./materials";
import type { Finding, Scene } from "./types";

export function writeMoods(app: App): void {
  const { scene, settings, finding } = app;
  const common = scene.compare ? commonLinks(app) : null;
  app.views.forEach((view, robot) => {
    let opacity = settings.opacity;
    let base: Mood = PLAIN;
    const tint = robot === 0 ? COLORS.first : COLORS.second;
    if (scene.compare && robot < 2) {
      opacity *= robot === 0 ? Math.min(1, 1.3 * (1 - settings.blend)) : settings.blend;
      base = { tint, strength: 0.3, opacity };
      view.root.visible = robot === 0 || opacity > 0.01; // the first robot shows the common links
    }
    const moods = view.robot.links.map((): Mood => ({ ...base, opacity }));
    const put = (link: number, tint: number, strength: number): void => {
      const mood = moods[link];
      const isHidden = mood?.opacity === 0;
      if (mood && !isHidden) moods[link] = { tint, strength, opacity: Math.max(mood.opacity, 0.35) };
    };
    if (scene.compare) {
      const own = scene.differences.filter((one) => one.robot === robot);
      const links = new Set(own.flatMap((one) => one.links));
      const joints = new Set(own.flatMap((one) => one.joints));
      view.robot.links.forEach((link, at) => {
        const joint = view.robot.joints[link.joint]?.name;
        const differs = links.has(link.name) || (joint !== undefined && joints.has(joint));
        if (differs) moods[at] = { tint, strength: 0.9, opacity };
        // Equal links are shown once and without highlighting, so that differences are visible.
        else if (common?.[robot]!.has(at)) {
          moods[at] = { ...PLAIN, opacity: robot === 0 ? settings.opacity : 0 };
        }
      });
    }
    if (app.group?.size && robot === app.active) {
      moods.forEach((mood, link) => {
        if (!app.group!.has(link)) moods[link] = { ...mood, opacity: opacity * 0.18 };
      });
    }
    const chosen = app.selected?.robot === robot ? app.selected.link : -1;
    for (const [a, b] of app.pairReport?.disabled[robot] ?? []) {
      if (a === chosen) put(b, COLORS.disabled, 0.6);
      else if (b === chosen) put(a, COLORS.disabled, 0.6);
    }
    for (const pair of app.pairReport?.colliding[robot] ?? []) for (const link of pair) put(link, COLORS.collide, 0.75);
    if (app.selected?.robot === robot) put(app.selected.link, COLORS.select, 0.72);
    // Has priority over the selection: a chosen diagnostic selects its first link, which must
    // show the colour of the severity.
    if (finding && (finding.robot === robot || finding.robot < 0)) {
      const color = finding.severity === "error" ? COLORS.error : finding.severity === "warning" ? COLORS.warning : COLORS.info;
      for (const link of findingLinks(app.scene, finding, robot)) put(link, color, 0.8);
    }
    if (app.hovered?.robot === robot) put(app.hovered.link, COLORS.hover, 0.35);
    view.setMoods(moods);
  });
}

/** The links with the same name and pose in two robots. */
function commonLinks(app: App): [Set<number>, Set<number>] {
  const found: [Set<number>, Set<number>] = [new Set(), new Set()];
  const [a, b] = app.views;
  if (!a || !b) return found;
  const numbers = new Map(b.robot.links.map((link, at) => [link.name, at]));
  a.robot.links.forEach((link, at) => {
    const other = numbers.get(link.name);
    if (other === undefined) return;
    for (let k = 0; k < 12; k++) {
      const apart = a.kinematics.poses[12 * at + k]! - b.kinematics.poses[12 * other + k]!;
      if (Math.abs(apart) > 1e-9) return;
    }
    found[0].add(at);
    found[1].add(other);
  });
  return found;
}

/** The links of a finding; for a joint, its child link. */
export function findingLinks(scene: Scene, finding: Finding, robot: number): number[] {
  const own = scene.robots[robot];
  if (!own) return [];
  const links = new Set(finding.links);
  const joints = new Set(finding.joints);
  return [...own.links.keys()].filter((at) => {
    const link = own.links[at]!;
    const joint = own.joints[link.joint];
    return links.has(link.name) || (joint !== undefined && joints.has(joint.name));
  });
}
