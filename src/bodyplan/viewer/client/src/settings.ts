// The display settings of the user, which are part of the address of the page.

import type { Theme } from "./stage";

export const TOGGLES = {
  visual: "Visuals",
  collision: "Collisions",
  frames: "Link frames",
  axes: "Joint axes",
  com: "Centres of mass",
  inertia: "Inertia",
  bounds: "Bounding boxes",
  spheres: "SRDF spheres",
  overshoot: "Overshoot",
  skeleton: "Skeleton",
  names: "Link names",
  pairs: "Colliding pairs",
  disabled: "Disabled pairs",
  grid: "Grid",
  shadows: "Shadows",
} as const;
export type Toggle = keyof typeof TOGGLES;
export const TOGGLE_NAMES = Object.keys(TOGGLES) as Toggle[];
export const isToggle = (name: string): name is Toggle => name in TOGGLES;

export interface Settings {
  shown: Set<Toggle>;
  inertia: "ellipsoid" | "box";
  /** The opacity of the visuals, 0 to 1. */
  opacity: number;
  /** The blending in a comparison: 0 shows only the first robot, 1 only the second. */
  blend: number;
  isDegrees: boolean;
  theme: Theme | "auto";
}

export const usual = (): Settings => ({
  shown: new Set<Toggle>(["visual", "grid", "shadows"]),
  inertia: "ellipsoid",
  opacity: 1,
  blend: 0.5,
  isDegrees: true,
  theme: "auto",
});
