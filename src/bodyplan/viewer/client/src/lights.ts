// The lights of SDFormat worlds.

import { Color, DirectionalLight, Object3D, PointLight, SpotLight } from "three";
import { direction, transform } from "./pose";
import type { Light, Vec3 } from "./types";

const MOST = 8;

export interface SceneLights {
  objects: Object3D[];
  /** The light whose shadows are drawn: the first directional light that casts shadows. */
  sun: { side: Vec3; color: Color; intensity: number } | null;
}

/**
 * The lights of a scene; null without lights.
 *
 * Only one light casts shadows, instead of the light of the page: for each further light, all
 * shapes would be drawn again, which takes most of the time of a picture without a graphics card.
 */
export function sceneLights(lights: Light[], reach: number): SceneLights | null {
  if (!lights.length) return null;
  const caster = lights.find((light) => light.type === "directional" && light.cast_shadows);
  const objects = lights.slice(0, MOST).flatMap((light) => (light === caster ? [] : made(light, reach)));
  if (!caster) return { objects, sun: null };
  const color = new Color().setRGB(...caster.diffuse);
  return { objects, sun: { side: along(caster).map((v) => -v) as Vec3, color, intensity: strength(caster) } };
}

const strength = (light: Light): number => light.intensity * 1.8;

/** The direction of a light, of length 1. */
function along(light: Light): Vec3 {
  const found = direction(light.pose, light.direction);
  const length = Math.hypot(...found) || 1;
  return found.map((v) => v / length) as Vec3;
}

/**
 * Half the angle of the cone of a spot light, and the fraction of the cone that is not fully lit.
 *
 * In Gazebo, the brightness between the cones is a power of a number that is linear in the cosine
 * of the angle, 0 at the outer and 1 at the inner cone; in three.js, it is a smooth step. Here,
 * half the brightness is at the same angle in both, if possible.
 */
export function coneOf(light: Light): { angle: number; penumbra: number } {
  if (!light.spot) return { angle: 0.6, penumbra: 0.3 };
  const angle = Math.min(Math.max(light.spot.outer, 0) / 2, Math.PI / 2);
  const inner = Math.min(Math.max(light.spot.inner, 0) / 2, angle);
  const { falloff } = light.spot;
  const half = falloff > 0 ? 0.5 ** (1 / falloff) : 0;
  const bright = Math.cos(angle) + 2 * half * (Math.cos(inner) - Math.cos(angle));
  return { angle, penumbra: angle > 0 ? 1 - Math.acos(Math.min(bright, 1)) / angle : 0 };
}

function made(light: Light, reach: number): Object3D[] {
  const color = new Color().setRGB(...light.diffuse);
  const at = transform(light.pose, [0, 0, 0]);
  if (light.type === "point") {
    const point = new PointLight(color, light.intensity * 2.5, 0, 0);
    point.position.set(...at);
    return [point];
  }
  const isSpot = light.type === "spot";
  const cone = coneOf(light);
  const one = isSpot
    ? new SpotLight(color, light.intensity * 3, 0, cone.angle, cone.penumbra, 0)
    : new DirectionalLight(color, strength(light));
  const far = isSpot ? 1 : reach * 4;
  const way = along(light);
  const start: Vec3 = isSpot ? at : (way.map((v) => -v * far) as Vec3);
  one.position.set(...start);
  one.target.position.set(...(start.map((v, k) => v + way[k]! * far) as Vec3));
  return [one, one.target];
}
