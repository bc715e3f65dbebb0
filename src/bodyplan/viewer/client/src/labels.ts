// Text in the picture that always faces the camera and keeps its size on the screen.

import { Camera, CanvasTexture, LinearFilter, Sprite, SpriteMaterial, SRGBColorSpace, Vector3 } from "three";

const FONT = 26;
const PIXELS = 12;

/**
 * The height of pictures for which sizes are given [pixels]; `scaleLabels` scales them for
 * others.
 */
export function label(text: string, color = "", theme: "light" | "dark" = "light"): Sprite {
  const shown = text.length > 64 ? `${text.slice(0, 61)}…` : text;
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d")!;
  const font = `600 ${FONT}px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif`;
  pen.font = font;
  const width = Math.ceil(pen.measureText(shown).width) + 20;
  const height = FONT + 16;
  [canvas.width, canvas.height] = [width, height];
  pen.font = font;
  pen.fillStyle = theme === "dark" ? "rgba(18,22,28,0.78)" : "rgba(255,255,255,0.82)";
  pen.beginPath();
  pen.roundRect(0, 0, width, height, 10);
  pen.fill();
  pen.fillStyle = color || (theme === "dark" ? "#e8edf3" : "#1c2530");
  pen.textBaseline = "middle";
  pen.fillText(shown, 10, height / 2 + 1);
  const map = new CanvasTexture(canvas);
  map.colorSpace = SRGBColorSpace;
  map.minFilter = LinearFilter;
  map.generateMipmaps = false;
  const sprite = new Sprite(
    new SpriteMaterial({
      map,
      depthTest: false,
      depthWrite: false,
      transparent: true,
      toneMapped: false,
      sizeAttenuation: false,
    }),
  );
  sprite.renderOrder = 20;
  sprite.center.set(-0.06, 0.5);
  sprite.userData["pixels"] = [(width * PIXELS) / FONT, (height * PIXELS) / FONT];
  return sprite;
}

/** The scale at which the sprite has its size in pixels. */
export function labelScale(
  sprite: Sprite,
  height: number,
  isOrthographic: boolean,
  field: number,
  distance: number,
): [number, number] {
  const [w, h] = sprite.userData["pixels"] as [number, number];
  const unit = (2 * Math.tan((field * Math.PI) / 360)) / Math.max(1, height);
  const factor = isOrthographic ? unit * distance : unit;
  return [w * factor, h * factor];
}

/** The offsets, in lines, to which a label can be moved to avoid others. */
const LINES = [0, 1, -1];

/** Move or hide labels that overlap; earlier labels have priority. */
export function spread(sprites: Sprite[], camera: Camera, width: number, height: number): void {
  const taken: [number, number, number, number][] = [];
  const at = new Vector3();
  for (const sprite of sprites) {
    at.setFromMatrixPosition(sprite.matrixWorld).project(camera);
    sprite.visible = at.z <= 1 && at.z >= -1;
    if (!sprite.visible) continue;
    const [w, h] = sprite.userData["pixels"] as [number, number];
    const x = ((at.x + 1) / 2) * width;
    const y = ((1 - at.y) / 2) * height;
    const line = LINES.find((one) => {
      const top = y + (one - 0.5) * h;
      return taken.every((box) => x >= box[2] || x + w <= box[0] || top >= box[3] || top + h <= box[1]);
    });
    sprite.visible = line !== undefined;
    if (line === undefined) continue;
    sprite.center.y = 0.5 + line;
    taken.push([x, y + (line - 0.5) * h, x + w, y + (line + 0.5) * h]);
  }
}

export function disposeLabel(sprite: Sprite): void {
  sprite.removeFromParent();
  sprite.material.map?.dispose();
  sprite.material.dispose();
}
