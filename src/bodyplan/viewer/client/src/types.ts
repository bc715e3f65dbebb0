// The scene as created by `clean.ts`. Lengths in metres, angles in radians, z up. `records.ts`
// has the types that are equal in the JSON from `bodyplan.viewer.records` in Python.

import type { Asset, Difference, Finding, Pose, Robot, Vec3 } from "./records";

export type * from "./records";

export interface Scene {
  title: string;
  compare: boolean;
  robots: Robot[];
  assets: Record<string, Asset>;
  findings: Finding[];
  sources: Record<string, string>;
  lights: Light[];
  overlays: Overlay[];
  differences: Difference[];
  /** Whether overshoots are contained in the page or available from its server. */
  has_overshoot: boolean;
  /** The asset of the picture around the scene, a cube map. */
  sky: string | null;
  error?: string;
  /** The problems of the scene itself. */
  problems: string[];
}

export interface MeshShape {
  kind: "mesh";
  /** The name of the shape in its format, such as "polyline". */
  name: string;
  uri: string;
  asset: string | null;
  scale: Vec3;
  bounds: [Vec3, Vec3] | null;
  faces: number;
  has_colors: boolean;
  problem: string | null;
}

export type Shape =
  | { kind: "box"; size: Vec3 }
  | { kind: "cylinder" | "capsule" | "cone"; radius: number; length: number }
  | { kind: "sphere"; radius: number }
  | { kind: "ellipsoid"; radii: Vec3 }
  | { kind: "plane"; normal: Vec3; size: [number, number] | null }
  | MeshShape
  | { kind: "other"; name: string };

export type Severity = Finding["severity"];

export interface Light {
  name: string;
  type: "directional" | "point" | "spot";
  pose: Pose;
  direction: Vec3;
  diffuse: Vec3;
  cast_shadows: boolean;
  intensity: number;
  /** The cone of a spot light: full angles [rad]; null if not given in the file. */
  spot: { inner: number; outer: number; falloff: number } | null;
}

export interface Trajectory {
  kind: "trajectory";
  name: string;
  robot: number;
  times: number[];
  q: number[][];
}

export type Drawn =
  | { kind: "points"; name: string; points: Vec3[]; color: string; size: number; parent: string }
  | { kind: "lines"; name: string; points: Vec3[]; color: string; width: number; parent: string }
  | { kind: "frame"; name: string; pose: Pose; size: number; parent: string }
  | { kind: "label"; name: string; text: string; at: Vec3; color: string; parent: string };

export type Overlay = Drawn | Trajectory;
