// The ground: a grid in the plane z = const that fades out, and the shadow on it.

import {
  BufferGeometry,
  Color,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  PlaneGeometry,
  ShaderMaterial,
  ShadowMaterial,
  Vector2,
} from "three";
import type { Vec3 } from "./types";

const VERTEX = `
varying vec2 place;
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  place = world.xy;
  gl_Position = projectionMatrix * viewMatrix * world;
}`;
const FRAGMENT = `
uniform float cell;
uniform float reach;
uniform vec2 center;
uniform vec3 color;
uniform float strength;
varying vec2 place;
float lines(float size) {
  vec2 at = place / size;
  vec2 width = max(fwidth(at), 1e-6);
  vec2 near = abs(fract(at - 0.5) - 0.5) / width;
  float fade = 1.0 - smoothstep(0.15, 0.6, max(width.x, width.y));
  return (1.0 - min(min(near.x, near.y), 1.0)) * fade;
}
float axis(float value) {
  return 1.0 - min(abs(value) / (1.4 * max(fwidth(value), 1e-6)), 1.0);
}
void main() {
  float fade = 1.0 - smoothstep(0.25, 1.0, length(place - center) / reach);
  float minor = lines(cell) * 0.35;
  float major = lines(cell * 10.0) * 0.9;
  vec3 shade = color;
  float alpha = max(minor, major) * strength;
  float x = axis(place.y);
  float y = axis(place.x);
  if (x > 0.0) { shade = mix(shade, vec3(0.85, 0.25, 0.25), x); alpha = max(alpha, 0.75 * x); }
  if (y > 0.0) { shade = mix(shade, vec3(0.30, 0.65, 0.30), y); alpha = max(alpha, 0.75 * y); }
  alpha *= fade;
  if (alpha < 0.004) discard;
  gl_FragColor = vec4(shade, alpha);
}`;

const PIECES = 18;

export class Ground {
  readonly object = new Group();
  /** The edge length of a small square of the grid [m]. */
  cell = 0.1;
  /** The height of the drawn ground, slightly below the objects on it [m]. */
  floor = 0;
  /** The height of the ground [m]. */
  height = 0;
  /** Whether the scene has its own floor, which hides the ground of the page. */
  hasFloor = false;
  private lift = 0;
  private readonly grid = new Mesh(
    new PlaneGeometry(2, 2),
    new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
      uniforms: {
        cell: { value: 0.1 },
        reach: { value: 1 },
        center: { value: new Vector2() },
        color: { value: new Color(0x808890) },
        strength: { value: 0.5 },
      },
    }),
  );
  private readonly shade = new Mesh(
    new PlaneGeometry(2, 2),
    new ShadowMaterial({ opacity: 0.22, depthWrite: false }),
  );

  private readonly lines = new LineSegments(
    new BufferGeometry(),
    new LineBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false, toneMapped: false }),
  );
  private theme: "light" | "dark" = "light";

  /**
   * @param isPlain Whether the grid consists of lines, which are faster to draw than a plane with
   * a shader.
   */
  constructor(private readonly isPlain: boolean) {
    this.shade.receiveShadow = true;
    this.shade.renderOrder = -2;
    this.grid.renderOrder = -1;
    this.lines.renderOrder = -1;
    this.object.add(this.shade, isPlain ? this.lines : this.grid);
  }

  setTheme(theme: "light" | "dark"): void {
    const { uniforms } = this.grid.material;
    uniforms["color"]!.value = new Color().setStyle(theme === "dark" ? "#9fb0c0" : "#5d6875");
    uniforms["strength"]!.value = theme === "dark" ? 0.34 : 0.4;
    this.theme = theme;
    if (this.isPlain && this.lines.userData["reach"]) this.drawLines();
    this.shade.material.opacity = theme === "dark" ? 0.4 : 0.2;
  }

  fitTo(center: Vec3, reach: number, floor: number): void {
    const power = 10 ** Math.floor(Math.log10(Math.max(reach, 1e-6) * 0.6));
    this.cell = power;
    const { uniforms } = this.grid.material;
    uniforms["cell"]!.value = power / 10 > reach / 40 ? power / 10 : power;
    this.cell = uniforms["cell"]!.value as number;
    uniforms["reach"]!.value = reach * 7;
    (uniforms["center"]!.value as Vector2).set(center[0], center[1]);
    const below = floor - reach * (this.hasFloor ? 0.006 : 0.0008);
    this.height = floor;
    // A floor that does not receive shadows gets the shadow of the page.
    this.lift = this.hasFloor && this.isPlain ? floor + reach * 0.0008 : below;
    this.grid.position.set(center[0], center[1], below);
    this.grid.scale.set(reach * 7, reach * 7, 1);
    this.lines.userData = { center, reach, below };
    if (this.isPlain) this.drawLines();
    this.floor = below;
    this.shade.position.set(center[0], center[1], below);
    this.shade.scale.set(reach * 2.2, reach * 2.2, 1);
    this.object.updateMatrixWorld(true);
  }

  setShade(isOn: boolean): void {
    this.shade.visible = isOn;
  }

  /** Set the shadow area between two corners. */
  placeShade(low: Vector2, high: Vector2): void {
    const margin = 0.04 * Math.max(high.x - low.x, high.y - low.y);
    this.shade.position.set((low.x + high.x) / 2, (low.y + high.y) / 2, this.lift);
    this.shade.scale.set((high.x - low.x) / 2 + margin, (high.y - low.y) / 2 + margin, 1);
    this.shade.updateMatrixWorld(true);
  }

  private drawLines(): void {
    const { center, reach, below } = this.lines.userData as { center: Vec3; reach: number; below: number };
    const half = Math.min(Math.round((reach * 5) / this.cell), 45);
    const middle = [0, 1].map((k) => Math.round(center[k]! / this.cell));
    const places: number[] = [];
    const colors: number[] = [];
    const base = new Color().setStyle(this.theme === "dark" ? "#9fb0c0" : "#5d6875");
    const put = (x: number, y: number, color: Color, strength: number): void => {
      const away = Math.hypot(x - center[0], y - center[1]) / (half * this.cell);
      places.push(x, y, below);
      colors.push(color.r, color.g, color.b, strength * Math.max(0, 1 - away) ** 1.3);
    };
    for (const side of [0, 1] as const) {
      for (let k = -half; k <= half; k++) {
        const number = middle[side]! + k;
        const color = number === 0 ? new Color(side === 0 ? 0x4ca64c : 0xd94040) : base;
        const strength = number === 0 ? 0.9 : number % 10 === 0 ? 0.55 : 0.24;
        for (let j = 0; j < PIECES; j++) {
          for (const end of [j, j + 1]) {
            const along = (middle[1 - side]! + half * ((2 * end) / PIECES - 1)) * this.cell;
            const across = number * this.cell;
            if (side === 0) put(across, along, color, strength);
            else put(along, across, color, strength);
          }
        }
      }
    }
    const { geometry } = this.lines;
    geometry.setAttribute("position", new Float32BufferAttribute(places, 3));
    geometry.setAttribute("color", new Float32BufferAttribute(colors, 4));
    geometry.computeBoundingSphere();
  }
}
