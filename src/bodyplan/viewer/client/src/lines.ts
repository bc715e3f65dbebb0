// Lines that are wider than a pixel, which the lines of WebGL never are, and whose ends move.

import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";

export interface LineLook {
  color: number;
  /** [CSS pixels]. */
  width?: number;
  opacity?: number;
  isDashed?: boolean;
}

/** Segments between pairs of points, seen through everything. */
export class MovingLines {
  readonly object: LineSegments2;
  /** Six numbers a segment: where it starts, and where it ends. */
  readonly ends: Float32Array;

  constructor(count: number, { color, width = 2, opacity = 1, isDashed = false }: LineLook, order: number) {
    this.ends = new Float32Array(6 * count);
    const geometry = new LineSegmentsGeometry().setPositions(this.ends);
    const material = new LineMaterial({ color, linewidth: width, opacity, dashed: isDashed, depthTest: false, transparent: true, toneMapped: false });
    this.object = new LineSegments2(geometry, material);
    this.object.frustumCulled = false;
    this.object.renderOrder = order;
  }

  /** The ends have changed. */
  moved(): void {
    const start = this.object.geometry.attributes["instanceStart"] as unknown as { data: { array: Float32Array; needsUpdate: boolean } };
    start.data.array.set(this.ends);
    start.data.needsUpdate = true;
    if (this.object.material.dashed) this.object.computeLineDistances();
  }
}
