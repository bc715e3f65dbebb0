// The lights of SDFormat worlds.

import { Color, DirectionalLight, Object3D, PointLight, SpotLight } from "three";
import { direction, transform } from "./pose";
import type { Light, Vec3 } from "./types";

const MOST = 8;

export interface SceneLights {
  objects: Object3D[];
  /** The light whose shadows are drawn: the first directional one that casts them. */
  sun: { side: Vec3; color: Color; intensity: number } | null;
}

/**
 * The lights of a scene; null without any.
 *
 * One light casts shadows, in place of ours: each further one would draw all shapes once more, which
 * takes most of the time of a picture without a graphics card.
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

function made(light: Light, reach: number): Object3D[] {
  const color = new Color().setRGB(...light.diffuse);
  const at = transform(light.pose, [0, 0, 0]);
  if (light.type === "point") {
    const point = new PointLight(color, light.intensity * 2.5, 0, 0);
    point.position.set(...at);
    return [point];
  }
  const isSpot = light.type === "spot";
  const one = isSpot
    ? new SpotLight(color, light.intensity * 3, 0, 0.6, 0.3, 0)
    : new DirectionalLight(color, strength(light));
  const far = isSpot ? 1 : reach * 4;
  const way = along(light);
  const start: Vec3 = isSpot ? at : (way.map((v) => -v * far) as Vec3);
  one.position.set(...start);
  one.target.position.set(...(start.map((v, k) => v + way[k]! * far) as Vec3));
  return [one, one.target];
}
