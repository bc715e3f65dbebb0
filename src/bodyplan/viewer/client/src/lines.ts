// Lines that are wider than a pixel, unlike lines of WebGL, and whose ends can move.

import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";

export interface LineLook {
  color: number;
  /** The line width [CSS pixels]. */
  width?: number;
  opacity?: number;
  isDashed?: boolean;
}

/** Segments between pairs of points, visible through all shapes. */
export class MovingLines {
  readonly object: LineSegments2;
  /** Six numbers per segment: the start point and the end point. */
  readonly ends: Float32Array;

  constructor(count: number, { color, width = 2, opacity = 1, isDashed = false }: LineLook, order: number) {
    this.ends = new Float32Array(6 * count);
    const geometry = new LineSegmentsGeometry().setPositions(this.ends);
    const material = new LineMaterial({ color, linewidth: width, opacity, dashed: isDashed, depthTest: false, transparent: true, toneMapped: false });
    this.object = new LineSegments2(geometry, material);
    this.object.frustumCulled = false;
    this.object.renderOrder = order;
  }

  /** Update the lines after a change of the ends. */
  moved(): void {
    const start = this.object.geometry.attributes["instanceStart"] as unknown as { data: { array: Float32Array; needsUpdate: boolean } };
    start.data.array.set(this.ends);
    start.data.needsUpdate = true;
    if (this.object.material.dashed) this.object.computeLineDistances();
  }
}
