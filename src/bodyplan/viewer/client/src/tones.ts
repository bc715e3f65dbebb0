// The tone mapping: the brightness of parts on the screen.

import { ShaderChunk } from "three";

// Highlights are compressed as in Khronos' "PBR Neutral",
// https://modelviewer.dev/examples/tone-mapping. Its darkening of dark colours is left out: it
// compensates for reflections of an environment, which the page does not draw, and the form of
// black robots would be invisible.
const NEUTRAL = `
vec3 CustomToneMapping(vec3 color) {
  color *= toneMappingExposure;
  float peak = max(color.r, max(color.g, color.b));
  const float start = 0.8;
  if (peak < start) return color;
  const float rest = 1.0 - start;
  float lower = 1.0 - rest * rest / (peak + rest - start);
  return mix(vec3(lower), color * (lower / peak), 1.0 / (0.15 * (peak - lower) + 1.0));
}`;

/** Use this tone mapping in all materials created later, with `CustomToneMapping`. */
export function useToneMapping(): void {
  const chunk = ShaderChunk.tonemapping_pars_fragment;
  ShaderChunk.tonemapping_pars_fragment = chunk.replace(/vec3 CustomToneMapping\([^}]*\}/, NEUTRAL.trim());
}
