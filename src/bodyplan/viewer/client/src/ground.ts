// The ground: a grid in the plane z = const that fades out, and the shadow on it.

import {
  Color,
  DoubleSide,
  Group,
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

export class Ground {
  readonly object = new Group();
  /** Edge length of a small square [m]. */
  cell = 0.1;
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

  constructor() {
    this.shade.receiveShadow = true;
    this.shade.renderOrder = -2;
    this.grid.renderOrder = -1;
    this.object.add(this.shade, this.grid);
  }

  setTheme(theme: "light" | "dark"): void {
    const { uniforms } = this.grid.material;
    uniforms["color"]!.value = new Color().setStyle(theme === "dark" ? "#9fb0c0" : "#5d6875");
    uniforms["strength"]!.value = theme === "dark" ? 0.38 : 0.5;
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
    const below = floor - reach * 0.0008;
    this.grid.position.set(center[0], center[1], below);
    this.grid.scale.set(reach * 7, reach * 7, 1);
    this.shade.position.set(center[0], center[1], below);
    this.shade.scale.set(reach * 3, reach * 3, 1);
    this.object.updateMatrixWorld(true);
  }
}
