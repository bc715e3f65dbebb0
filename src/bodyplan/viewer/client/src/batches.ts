// Parts with equal geometry and material, drawn at once: for robots with thousands of primitives.

import { BufferGeometry, Group, InstancedMesh, Material, Mesh, Object3D } from "three";
import type { Part, Role } from "./robotview";

/** The groups in which very many parts of robots are drawn, one group for each role. */
export class RoleBatches {
  private readonly all: Record<Role, Batches>;

  constructor(private readonly groups: Record<Role, Group>) {
    this.all = { visual: new Batches(groups.visual), collision: new Batches(groups.collision) };
  }

  put(part: Part): void {
    this.all[part.role].put(part);
  }

  move(part: Part): void {
    this.all[part.role].move(part);
  }

  show(role: Role, isOn: boolean): void {
    this.groups[role].visible = isOn;
  }

  dispose(): void {
    for (const one of Object.values(this.all)) one.dispose();
    for (const group of Object.values(this.groups)) group.removeFromParent();
  }
}

interface Batch {
  mesh: InstancedMesh;
  parts: Part[];
}

/**
 * Draws parts instead of their own meshes; a change of its material moves a part to another
 * batch.
 */
class Batches {
  private readonly batches = new Map<string, Batch>();
  private readonly places = new Map<Part, [Batch, number]>();

  constructor(private readonly group: Object3D) {}

  /** Show the part with the current material of its mesh. */
  put(part: Part): void {
    this.take(part);
    const mesh = part.object as Mesh<BufferGeometry, Material>;
    const key = `${mesh.geometry.uuid} ${mesh.material.uuid}`;
    let batch = this.batches.get(key);
    if (!batch || batch.parts.length === batch.mesh.instanceMatrix.count) {
      batch = this.larger(mesh, batch);
      this.batches.set(key, batch);
    }
    const at = batch.parts.push(part) - 1;
    batch.mesh.count = batch.parts.length;
    this.places.set(part, [batch, at]);
    this.move(part);
  }

  /** Update the pose of a part. */
  move(part: Part): void {
    const place = this.places.get(part);
    if (!place) return;
    const [{ mesh }, at] = place;
    mesh.setMatrixAt(at, part.object.matrixWorld);
    mesh.instanceMatrix.needsUpdate = true;
  }

  private take(part: Part): void {
    const place = this.places.get(part);
    if (!place) return;
    const [batch, at] = place;
    const last = batch.parts.pop()!;
    batch.mesh.count = batch.parts.length;
    this.places.delete(part);
    if (last === part) return;
    batch.parts[at] = last;
    this.places.set(last, [batch, at]);
    this.move(last);
  }

  private larger(like: Mesh<BufferGeometry, Material>, old?: Batch): Batch {
    const mesh = new InstancedMesh(like.geometry, like.material, Math.max(16, 2 * (old?.parts.length ?? 0)));
    mesh.frustumCulled = false;
    mesh.matrixAutoUpdate = false;
    mesh.castShadow = like.castShadow;
    mesh.receiveShadow = like.receiveShadow;
    mesh.renderOrder = like.renderOrder;
    mesh.count = 0;
    this.group.add(mesh);
    const made: Batch = { mesh, parts: old?.parts ?? [] };
    made.parts.forEach((part, at) => {
      this.places.set(part, [made, at]);
      this.move(part);
    });
    if (old) this.drop(old);
    return made;
  }

  private drop({ mesh }: Batch): void {
    mesh.removeFromParent();
    mesh.dispose();
  }

  dispose(): void {
    for (const batch of this.batches.values()) this.drop(batch);
  }
}
