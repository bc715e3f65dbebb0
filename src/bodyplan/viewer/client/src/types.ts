// The scene as JSON, as Python's `bodyplan.viewer.records` writes it. Lengths in metres, angles in
// radians, z up. `clean.ts` makes this of whatever it is given.

/** The upper three rows of a matrix, row by row. */
export type Pose = number[];
export type Vec3 = [number, number, number];

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
  /** The asset of the picture around the scene, a cube. */
  sky: string | null;
  error?: string;
  /** What was wrong with the scene itself. */
  problems: string[];
}

export interface Asset {
  media: string;
  bytes: number;
  name: string;
  url?: string;
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

export interface Variable {
  name: string;
  joint: number;
  unit: "rad" | "m" | "";
  lower: number | null;
  upper: number | null;
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
  axis2?: Vec3;
  pitch?: number;
  plane?: [Vec3, Vec3];
  q: number;
  count: number;
  mimic?: Mimic;
  where?: Where;
}

export interface Link {
  name: string;
  joint: number;
  inertial?: Inertial;
  visuals: Geometry[];
  collisions: Geometry[];
  spheres: { center: Vec3; radius: number }[];
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

export interface Geometry {
  name: string;
  pose: Pose;
  shape: Shape;
  material?: Material;
  where?: Where;
}

export interface MeshShape {
  kind: "mesh";
  /** What its format calls it, such as "polyline". */
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

export interface Material {
  name: string;
  rgba: [number, number, number, number] | null;
  texture: string | null;
  pattern?: Pattern;
}

/** How a picture lies on a primitive shape, as MuJoCo has it. */
export interface Pattern {
  asset: string;
  kind: "2d" | "cube";
  repeat: [number, number];
  is_uniform: boolean;
}

export interface Where {
  file: string;
  line: number;
  column: number;
  end_line: number;
  end_column: number;
}

export type Severity = "error" | "warning" | "info" | "hint";

export interface Finding {
  code: string;
  name: string;
  severity: Severity;
  message: string;
  hint: string;
  where: Where | null;
  robot: number;
  links: string[];
  joints: string[];
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

export interface Light {
  name: string;
  type: "directional" | "point" | "spot";
  pose: Pose;
  direction: Vec3;
  diffuse: Vec3;
  cast_shadows: boolean;
  intensity: number;
  /** The cone of a spot light: full angles [rad]; null where its file has none. */
  spot: { inner: number; outer: number; falloff: number } | null;
}

export interface Difference {
  robot: number;
  links: string[];
  joints: string[];
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
