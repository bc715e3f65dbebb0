// Written by tools/generate.py from the records of `bodyplan.viewer.records`; do not edit.

import type { Shape } from "./types";

/** The upper three rows of a matrix, row by row. */
export type Pose = number[];
export type Vec3 = [number, number, number];

export interface LinkOvershoot {
  spheres: (number | null)[];
  collisions: (number | null)[];
}

export interface BoundingSphere {
  center: Vec3;
  radius: number;
}

export interface Where {
  file: string;
  line: number;
  column: number;
  end_line: number;
  end_column: number;
}

export interface Pattern {
  asset: string;
  kind: "2d" | "cube";
  repeat: [number, number];
  is_uniform: boolean;
}

export interface Material {
  name: string;
  rgba: [number, number, number, number] | null;
  texture: string | null;
  pattern?: Pattern;
}

export interface Geometry {
  name: string;
  pose: Pose;
  shape: Shape;
  material?: Material;
  where?: Where;
}

export interface Inertial {
  mass: number;
  pose: Pose;
  inertia: number[];
  axes: Pose;
  moments: Vec3;
  ellipsoid?: Vec3;
  box?: Vec3;
}

export interface Link {
  name: string;
  joint: number;
  visuals: Geometry[];
  collisions: Geometry[];
  spheres: BoundingSphere[];
  inertial?: Inertial;
  where?: Where;
}

export interface Mimic {
  joint: number;
  multiplier: number;
  offset: number;
}

export interface Joint {
  name: string;
  type: string;
  parent: number;
  child: number;
  origin: Pose;
  tail: Pose;
  axis: Vec3;
  q: number;
  count: number;
  axis2?: Vec3;
  pitch?: number;
  plane?: [Vec3, Vec3];
  mimic?: Mimic;
  where?: Where;
}

export interface Variable {
  name: string;
  joint: number;
  unit: "rad" | "m" | "";
  lower: number | null;
  upper: number | null;
}

export interface State {
  name: string;
  group: string;
  q: (number | null)[];
}

export interface Group {
  name: string;
  links: number[];
  joints: number[];
}

export interface Loop {
  name: string;
  links: [number, number];
  origins: [Pose, Pose];
}

export interface NamedFrame {
  name: string;
  link: number;
  pose: Pose;
}

export interface Robot {
  name: string;
  format: string;
  file: string;
  pose: Pose;
  links: Link[];
  joints: Joint[];
  q: number[];
  variables: Variable[];
  states: State[];
  groups: Group[];
  disabled: [number, number, string][];
  loops: Loop[];
  frames: NamedFrame[];
  mass: number | null;
}

export interface Asset {
  media: string;
  bytes: number;
  name: string;
  url?: string;
}

export interface Finding {
  code: string;
  name: string;
  severity: "error" | "warning" | "info" | "hint";
  message: string;
  hint: string;
  where: Where | null;
  robot: number;
  links: string[];
  joints: string[];
}

export interface Overshoot {
  robots: LinkOvershoot[][];
}

export interface Difference {
  robot: number;
  links: string[];
  joints: string[];
}
