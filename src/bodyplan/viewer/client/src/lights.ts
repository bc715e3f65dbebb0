// The lights of SDFormat worlds.

import { Color, DirectionalLight, Object3D, PointLight, SpotLight } from "three";
import { direction, transform } from "./pose";
import type { Light, Vec3 } from "./types";

const MOST = 8;

export function sceneLights(lights: Light[], reach: number): Object3D[] {
  return lights.slice(0, MOST).flatMap((light) => {
    const color = new Color().setRGB(...light.diffuse);
    const at = transform(light.pose, [0, 0, 0]);
    const along = direction(light.pose, light.direction);
    if (light.type === "point") {
      const made = new PointLight(color, light.intensity * 2.5, 0, 0);
      made.position.set(...at);
      return [made];
    }
    const made =
      light.type === "spot"
        ? new SpotLight(color, light.intensity * 3, 0, 0.6, 0.3, 0)
        : new DirectionalLight(color, light.intensity * 1.8);
    const length = Math.hypot(...along) || 1;
    const far = light.type === "spot" ? 1 : reach * 4;
    const start: Vec3 = light.type === "spot" ? at : (along.map((v) => (-v / length) * far) as Vec3);
    made.position.set(...start);
    made.target.position.set(...(start.map((v, k) => v + (along[k]! / length) * far) as Vec3));
    return [made, made.target];
  });
}
