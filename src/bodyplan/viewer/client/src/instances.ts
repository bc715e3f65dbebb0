// Many equal marks that move with links, drawn at once.

import { BufferGeometry, Color, InstancedMesh, Material, Matrix4 } from "three";

export interface Mark {
  link: number;
  local: Matrix4;
  color?: number;
}

export class Instances {
  readonly mesh: InstancedMesh;
  private readonly byLink = new Map<number, number[]>();
  private readonly world = new Matrix4();

  constructor(
    geometry: BufferGeometry,
    material: Material,
    readonly marks: Mark[],
    order = 0,
  ) {
    this.mesh = new InstancedMesh(geometry, material, Math.max(1, marks.length));
    this.mesh.count = marks.length;
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = order;
    this.mesh.matrixAutoUpdate = false;
    marks.forEach((mark, index) => {
      const known = this.byLink.get(mark.link);
      if (known) known.push(index);
      else this.byLink.set(mark.link, [index]);
      if (mark.color !== undefined) this.mesh.setColorAt(index, new Color(mark.color));
    });
  }

  update(links: Iterable<number>, poses: Matrix4[]): void {
    for (const link of links) {
      for (const index of this.byLink.get(link) ?? []) {
        this.world.multiplyMatrices(poses[link]!, this.marks[index]!.local);
        this.mesh.setMatrixAt(index, this.world);
      }
    }
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.dispose();
  }
}
