// How each link is lit: selected, hovered, named by a finding, colliding, different.

import type { App } from "./app";
import { COLORS, type Mood, PLAIN } from "./materials";
import type { Finding, Scene } from "./types";

export function writeMoods(app: App): void {
  const { scene, settings, finding } = app;
  app.views.forEach((view, robot) => {
    let opacity = settings.opacity;
    let base: Mood = PLAIN;
    const tint = robot === 0 ? COLORS.first : COLORS.second;
    if (scene.compare && robot < 2) {
      opacity *= Math.min(1, 1.1 * (robot === 0 ? 1 - settings.blend : settings.blend));
      base = { tint, strength: 0.3, opacity };
      view.root.visible = opacity > 0.01;
    }
    const moods = view.robot.links.map((): Mood => ({ ...base, opacity }));
    const put = (link: number, tint: number, strength: number): void => {
      const mood = moods[link];
      if (mood) moods[link] = { tint, strength, opacity: Math.max(mood.opacity, 0.35) };
    };
    if (scene.compare) {
      const own = scene.differences.filter((one) => one.robot === robot);
      const links = new Set(own.flatMap((one) => one.links));
      const joints = new Set(own.flatMap((one) => one.joints));
      view.robot.links.forEach((link, at) => {
        const joint = view.robot.joints[link.joint]?.name;
        const differs = links.has(link.name) || (joint !== undefined && joints.has(joint));
        if (differs) moods[at] = { tint, strength: 0.9, opacity };
      });
    }
    if (app.group && robot === app.active) {
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
    if (finding && (finding.robot === robot || finding.robot < 0)) {
      const color = finding.severity === "error" ? COLORS.error : finding.severity === "warning" ? COLORS.warning : COLORS.info;
      for (const link of findingLinks(app.scene, finding, robot)) put(link, color, 0.8);
    }
    if (app.selected?.robot === robot) put(app.selected.link, COLORS.select, 0.72);
    if (app.hovered?.robot === robot) put(app.hovered.link, COLORS.hover, 0.35);
    view.setMoods(moods);
  });
}

/** The links that a finding is about; of a joint the link that it moves. */
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
