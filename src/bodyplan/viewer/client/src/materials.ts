// Materials of shapes: one for each look, and its variants for highlighted or transparent parts.

import {
  Color,
  DoubleSide,
  FrontSide,
  Material as ThreeMaterial,
  MeshPhongMaterial,
  MeshStandardMaterial,
  type MeshStandardMaterialParameters,
  SRGBColorSpace,
  Texture,
} from "three";
import type { Material } from "./types";

/** The highlighting and opacity of a part, in addition to its look. */
export interface Mood {
  /** The colour of the highlighting. */
  tint: number | null;
  /** The intensity of the highlighting, 0 to 1. */
  strength: number;
  opacity: number;
}

export const PLAIN: Mood = { tint: null, strength: 0, opacity: 1 };
export const COLORS = {
  select: 0x2f81f7,
  hover: 0x7db7ff,
  error: 0xe5484d,
  warning: 0xf0a020,
  info: 0x3aa0c9,
  collide: 0xff2d20,
  disabled: 0x8f6bd9,
  first: 0x3b82f6,
  second: 0xf97316,
  collision: 0xe8912d,
};

/**
 * The class of materials: `MeshStandardMaterial`, or a class that is fast to draw without a
 * graphics card.
 */
export type Lit = MeshStandardMaterial | MeshPhongMaterial;
const WHITE = new Color(0xffffff);
const LEAST_LIGHT = 0.025;
const plain = new Map<string, Lit>();
let isPlain = false;

export function usePlainMaterials(isOn: boolean): void {
  isPlain = isOn;
}

export const receivesShadows = (): boolean => !isPlain;

/** A material of shapes. */
export function lit(look: MeshStandardMaterialParameters): Lit {
  const { roughness = 0.55, metalness = 0, ...common } = look;
  // Black parts get a lighter colour, because their sides could not be distinguished.
  common.color = new Color(common.color ?? 0xffffff).lerp(WHITE, LEAST_LIGHT);
  return isPlain
    ? new MeshPhongMaterial({ ...common, shininess: 26, specular: 0x1c1c1c })
    : new MeshStandardMaterial({ ...common, roughness, metalness });
}

const simple = new Map<ThreeMaterial, Lit>();
const variants = new Map<ThreeMaterial, Map<string, ThreeMaterial>>();

/** The material of a description; a light grey without one. */
export function described(
  look: Material | undefined,
  map: Texture | null,
  isClosed: boolean,
): Lit {
  const [r, g, b, a] = look?.rgba ?? (map ? [1, 1, 1, 1] : [0.78, 0.79, 0.81, 1]);
  const key = `${r} ${g} ${b} ${a} ${map?.uuid ?? ""} ${isClosed}`;
  let found = plain.get(key);
  if (!found) {
    found = lit({
      color: new Color().setRGB(r, g, b, SRGBColorSpace),
      map,
      opacity: a,
      transparent: a < 1,
      depthWrite: a > 0.6,
      side: isClosed ? FrontSide : DoubleSide,
    });
    plain.set(key, found);
  }
  return found;
}

/** The material of a mesh, adapted to lights without an environment that metals could reflect. */
export function own(material: ThreeMaterial): ThreeMaterial {
  material.side = DoubleSide;
  if (isPlain && material instanceof MeshStandardMaterial) {
    const known = simple.get(material);
    if (known) return known;
    const { color, map, opacity, transparent, vertexColors, alphaTest, emissive } = material;
    const made = lit({ color, map, opacity, transparent, vertexColors, alphaTest, emissive, side: DoubleSide });
    simple.set(material, made);
    return made;
  }
  if (material instanceof MeshStandardMaterial) {
    material.metalness = Math.min(material.metalness, 0.15);
    material.roughness = Math.max(material.roughness, 0.42);
  }
  return material;
}

/** The material of collision shapes, in a colour. */
export function collisionMaterial(color = COLORS.collision): Lit {
  const key = `collision ${color}`;
  let found = plain.get(key);
  if (!found) {
    found = lit({
      color,
      roughness: 0.8,
      side: DoubleSide,
      transparent: true,
      opacity: 0.45,
      depthWrite: false,
      polygonOffset: true, // draws collision shapes in front of visuals of the same form
      polygonOffsetFactor: -2,
      polygonOffsetUnits: -2,
    });
    plain.set(key, found);
  }
  return found;
}

/** The variant of a material with a highlighting and opacity. */
export function inMood(base: ThreeMaterial, mood: Mood): ThreeMaterial {
  if (mood.tint === null && mood.opacity >= 1) return base;
  const key = `${mood.tint} ${mood.strength} ${mood.opacity.toFixed(2)}`;
  let known = variants.get(base);
  if (!known) variants.set(base, (known = new Map()));
  let found = known.get(key);
  if (!found) {
    if (known.size > 60) known.clear();
    found = base.clone();
    found.onBeforeCompile = base.onBeforeCompile;
    if (mood.opacity < 1) {
      found.opacity = base.opacity * mood.opacity;
      found.transparent = true;
      found.depthWrite = found.opacity > 0.7;
      found.visible = found.opacity > 0.01;
    }
    if (mood.tint !== null && (found instanceof MeshStandardMaterial || found instanceof MeshPhongMaterial)) {
      const tint = new Color(mood.tint);
      found.color.lerp(tint, mood.strength);
      found.emissive.copy(tint).multiplyScalar(0.35 * mood.strength);
    }
    known.set(key, found);
  }
  return found;
}
