// A robot in the picture: its shapes and marks, which follow the poses of its links.

import {
  BoxGeometry,
  BufferGeometry,
  EdgesGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Material as ThreeMaterial,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  Sprite,
} from "three";
import type { Assets } from "./assets";
import { RoleBatches } from "./batches";
import type { Kinematics } from "./kinematics";
import { disposeLabel, label } from "./labels";
import { collisionMaterial, described, inMood, own, receivesShadows, type Mood, PLAIN } from "./materials";
import { toMatrix4 } from "./pose";
import { patterned, withCube } from "./patterns";
import { framed, union } from "./framing";
import { type Box, corners, primitive, shapeBox } from "./shapes";
import { NO_OVERSHOOT, overshootColor } from "./overshoot";
import type { Geometry, LinkOvershoot, MeshShape, Pattern, Robot, Vec3 } from "./types";

export type Role = "visual" | "collision";

/** A drawn object that is fixed to a link. */
export interface Part {
  object: Object3D;
  local: Matrix4;
  link: number;
  role: Role;
  /** The number of the visual or collision of the link. */
  number: number;
  base: ThreeMaterial | null;
}

export interface Missing {
  link: string;
  role: Role;
  uri: string;
  problem: string;
}

export interface Mover {
  update(links: Iterable<number>, poses: Matrix4[]): void;
}

const wire = new LineBasicMaterial({ color: 0xd9822b });
const ghost = new MeshBasicMaterial({
  color: 0xd9822b,
  transparent: true,
  opacity: 0.1,
  depthWrite: false,
});
const boxEdges = new EdgesGeometry(new BoxGeometry(1, 1, 1));
const boxFaces = new BoxGeometry(1, 1, 1);

/** If a robot has more shapes, they are drawn in batches. */
const MANY = 1000;
/** The same limit for several robots, which are often equal. */
export const SEVERAL = 100;

export class RobotView {
  readonly robot: Robot;
  readonly root = new Group();
  readonly groups: Record<Role, Group> = { visual: new Group(), collision: new Group() };
  readonly parts: Part[][];
  /** Pose of each link, for three.js. */
  readonly poses: Matrix4[];
  /** Marks that follow the links. */
  readonly movers = new Set<Mover>();
  readonly missing: Missing[] = [];
  /** Called when a shape is loaded. */
  onShape: () => void = () => undefined;
  isGone = false;
  /** Whether links have moved since the last picture. */
  hasMoved = false;
  theme: "light" | "dark" = "light";
  /** The overshoots by link; empty if shapes are not coloured by overshoot. */
  private overshoot: LinkOvershoot[] = [];
  /** The end of the scale of colours [m]. */
  private largest = 0;
  private readonly sprites: Sprite[] = [];
  private moods: Mood[];
  /** The batches in which very many shapes are drawn. */
  private readonly batches: RoleBatches | null;
  private wanted: Record<Role, boolean> = { visual: false, collision: false };

  constructor(
    readonly kinematics: Kinematics,
    readonly index: number,
    private readonly assets: Assets,
    readonly reach: number,
    private readonly shared: RoleBatches | null = null,
  ) {
    const { robot } = kinematics;
    this.robot = robot;
    this.parts = robot.links.map(() => []);
    this.moods = robot.links.map(() => PLAIN);
    this.poses = robot.links.map(() => new Matrix4());
    this.groups.collision.visible = false;
    this.batches = shared ?? (shapesIn([robot]) > MANY ? new RoleBatches(this.groups) : null);
    this.root.add(this.groups.visual, this.groups.collision);
    this.follow(this.kinematics.changed);
  }

  /** Move the objects on links with changed poses; return whether any pose has changed. */
  update(): boolean {
    if (!this.kinematics.update()) return false;
    this.follow(this.kinematics.changed);
    this.hasMoved = true;
    return true;
  }

  private follow(links: number[]): void {
    const { poses } = this.kinematics;
    for (const link of links) {
      toMatrix4(this.poses[link]!, poses, 12 * link);
      for (const part of this.parts[link]!) this.place(part);
    }
    for (const mover of this.movers) mover.update(links, this.poses);
  }

  private place(part: Part): void {
    part.object.matrixWorld.multiplyMatrices(this.poses[part.link]!, part.local);
    this.batches?.move(part);
  }

  addMover(mover: Mover): void {
    this.movers.add(mover);
    mover.update(this.robot.links.keys(), this.poses);
  }

  /** Show or hide the shapes of a role; they are loaded when first shown. */
  async show(role: Role, isOn: boolean): Promise<void> {
    this.groups[role].visible = isOn;
    if (!isOn || this.wanted[role]) return;
    this.wanted[role] = true;
    const loading: Promise<void>[] = [];
    this.robot.links.forEach((link, at) => {
      const shapes = role === "visual" ? link.visuals : link.collisions;
      shapes.forEach((one, number) => {
        const made = this.build(one, at, role, number);
        if (made) loading.push(made);
      });
    });
    await Promise.all(loading);
  }

  /** Colour collision shapes, and spheres that are drawn from now on, by their overshoot. */
  colorOvershoot(overshoot: LinkOvershoot[], largest: number): void {
    if (this.overshoot === overshoot && this.largest === largest) return;
    [this.overshoot, this.largest] = [overshoot, largest];
    for (const part of this.parts.flat()) {
      if (part.role !== "collision" || !part.base) continue;
      part.base = this.collisionLook(part.link, part.number);
      this.look(part);
    }
  }

  private collisionLook(link: number, number: number): ThreeMaterial {
    if (!this.overshoot.length) return collisionMaterial();
    const { collisions } = this.overshoot[link] ?? NO_OVERSHOOT;
    return collisionMaterial(overshootColor(collisions[number], this.largest));
  }

  /** The colour of a sphere of a link; undefined if spheres are not coloured by overshoot. */
  sphereColor(link: number, number: number): number | undefined {
    if (!this.overshoot.length) return undefined;
    return overshootColor((this.overshoot[link] ?? NO_OVERSHOOT).spheres[number], this.largest);
  }

  private build(one: Geometry, link: number, role: Role, number: number): Promise<void> | null {
    const { shape } = one;
    const pose = toMatrix4(new Matrix4(), one.pose);
    const common = { link, role, number };
    if (shape.kind === "mesh") {
      if (shape.asset === null) {
        this.addMissing(one, shape, pose, common, shape.problem ?? "the mesh was not found");
        return null;
      }
      return this.load(one, shape, pose, common);
    }
    const made = primitive(shape, this.reach);
    if (!made) {
      const what = shape.kind === "other" ? shape.name : shape.kind;
      this.addWire(one, pose, common, what);
      return null;
    }
    const look =
      role === "collision" ? this.collisionLook(link, number) : described(one.material, null, shape.kind !== "plane");
    const pattern = role === "visual" ? one.material?.pattern : undefined;
    const geometry = pattern ? patterned(made.geometry, shape, pattern, this.reach) : made.geometry;
    const part = this.addMesh(geometry, look, pose.clone().multiply(made.size), common);
    if (role === "visual" && shape.kind === "plane") part.object.castShadow = false;
    if (pattern) return this.drawPattern(part, one, pattern).catch(() => undefined);
    const texture = role === "visual" ? one.material?.texture : null;
    if (!texture) return null;
    return this.assets.texture(texture).then(
      (map) => this.setBase(part, described(one.material, map, shape.kind !== "plane")),
      () => undefined,
    );
  }

  private async drawPattern(part: Part, { material, shape }: Geometry, pattern: Pattern): Promise<void> {
    const isClosed = shape.kind !== "plane";
    if (pattern.kind === "2d") {
      this.setBase(part, described(material, await this.assets.texture(pattern.asset, true), isClosed));
      return;
    }
    const cube = await this.assets.cube(pattern.asset);
    this.setBase(part, withCube(described(material, null, isClosed), cube));
  }

  private async load(
    one: Geometry,
    shape: MeshShape,
    pose: Matrix4,
    common: { link: number; role: Role; number: number },
  ): Promise<void> {
    try {
      const pieces = await this.assets.mesh(shape.asset!);
      const wanted = shape.has_colors ? null : (one.material?.texture ?? null);
      const map = wanted ? await this.assets.texture(wanted, true).catch(() => null) : null;
      if (this.isGone) return;
      const scaled = pose.clone().multiply(new Matrix4().makeScale(...shape.scale));
      for (const piece of pieces) {
        let look: ThreeMaterial;
        if (common.role === "collision") look = this.collisionLook(common.link, common.number);
        else look = shape.has_colors ? own(piece.material) : described(one.material, map, false);
        this.addMesh(piece.geometry, look, scaled.clone().multiply(piece.matrix), common);
      }
    } catch (error) {
      if (this.isGone) return;
      const reason = error instanceof Error ? error.message : String(error);
      this.addMissing(one, shape, pose, common, reason);
    }
    this.onShape();
  }

  private addMesh(
    geometry: BufferGeometry,
    base: ThreeMaterial,
    local: Matrix4,
    common: { link: number; role: Role; number: number },
  ): Part {
    const mesh = new Mesh(geometry, inMood(base, this.moods[common.link]!));
    mesh.castShadow = common.role === "visual";
    mesh.receiveShadow = common.role === "visual" && receivesShadows();
    if (common.role === "collision") mesh.renderOrder = 2;
    return this.add({ object: mesh, local, base, ...common });
  }

  private add(part: Part): Part {
    part.object.matrixAutoUpdate = false;
    part.object.userData["part"] = part;
    this.parts[part.link]!.push(part);
    this.place(part);
    // A mirrored mesh has flipped faces, which a batch with other meshes cannot draw.
    if (this.batches && part.base && part.local.determinant() > 0) this.batches.put(part);
    else this.groups[part.role].add(part.object);
    return part;
  }

  private addMissing(
    one: Geometry,
    shape: MeshShape,
    pose: Matrix4,
    common: { link: number; role: Role; number: number },
    problem: string,
  ): void {
    const link = this.robot.links[common.link]!.name;
    this.missing.push({ link, role: common.role, uri: shape.uri || shape.name, problem });
    const file = shape.uri.split(/[\\/]/).pop() || shape.uri || shape.name;
    this.addWire(one, pose, common, file);
    this.onShape();
  }

  /** A labelled wire box in place of a shape. */
  private addWire(
    one: Geometry,
    pose: Matrix4,
    common: { link: number; role: Role; number: number },
    text: string,
  ): void {
    const size = this.reach * 0.06;
    const box: Box = shapeBox(one.shape) ?? [
      [-size / 2, -size / 2, -size / 2],
      [size / 2, size / 2, size / 2],
    ];
    const local = pose.clone().multiply(boxMatrix(box));
    this.add({ object: new LineSegments(boxEdges, wire), local, base: null, ...common });
    this.add({ object: new Mesh(boxFaces, ghost), local: local.clone(), base: null, ...common });
    if (this.sprites.length > 200) return;
    const sprite = label(text, "#c2661a", this.theme);
    this.sprites.push(sprite);
    this.add({ object: sprite, local: pose.clone(), base: null, ...common });
  }

  /** Sprites whose size depends on the view. */
  get labels(): Sprite[] {
    return this.sprites;
  }

  private setBase(part: Part, base: ThreeMaterial): void {
    part.base = base;
    this.look(part);
    this.onShape();
  }

  /** Set the highlighting and opacity of each link. */
  setMoods(moods: Mood[]): void {
    moods.forEach((mood, link) => {
      const old = this.moods[link]!;
      if (old.tint === mood.tint && old.strength === mood.strength && old.opacity === mood.opacity) {
        return;
      }
      for (const part of this.parts[link]!) {
        this.look(part, mood);
      }
    });
    this.moods = moods;
  }

  private look(part: Part, mood = this.moods[part.link]!): void {
    if (!part.base) return;
    (part.object as Mesh).material = inMood(part.base, mood);
    if (part.object.parent === null) this.batches?.put(part);
  }

  setRenderOrder(order: number): void {
    for (const parts of this.parts) for (const part of parts) part.object.renderOrder = order;
  }

  /** The box in the world around the framed shapes, in this configuration. */
  box(links?: number[]): Box | null {
    return union(framed([this], links));
  }

  /** The corners of boxes around the robot in a sample of many configurations. */
  pointsOn(path: number[][]): Vec3[] {
    const { kinematics } = this;
    this.update();
    const now = [...kinematics.q];
    const put = (q: number[]): void => {
      q.forEach((value, k) => kinematics.set(k, value));
      kinematics.update();
    };
    const found: Vec3[] = [];
    const step = Math.max(1, (path.length - 1) / 24);
    for (let at = 0; at < path.length; at += step) {
      put(path[Math.round(at)]!);
      const box = this.box();
      if (box) found.push(...corners(box));
    }
    put(now); // the pose that all shapes still have
    return found;
  }

  /** The objects that the pointer can hit. */
  get targets(): Mesh[] {
    return this.parts.flatMap((parts) =>
      parts.flatMap((part) =>
        part.object instanceof Mesh && this.groups[part.role].visible ? [part.object as Mesh] : [],
      ),
    );
  }

  dispose(): void {
    this.isGone = true;
    if (!this.shared) this.batches?.dispose();
    this.root.removeFromParent();
    this.sprites.forEach(disposeLabel);
  }
}

export function shapesIn(robots: Robot[]): number {
  const links = robots.flatMap((robot) => robot.links);
  return links.reduce((sum, link) => sum + link.visuals.length + link.collisions.length, 0);
}

export function boxMatrix([low, high]: Box): Matrix4 {
  const size = low.map((v, k) => Math.max(Math.abs(high[k]! - v), 1e-9)) as [number, number, number];
  const made = new Matrix4().makeScale(...size);
  return made.setPosition(
    (low[0] + high[0]) / 2,
    (low[1] + high[1]) / 2,
    (low[2] + high[2]) / 2,
  );
}
