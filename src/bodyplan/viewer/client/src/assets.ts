// Meshes and pictures: fetched or taken from the page, decoded once and shared.

import {
  BufferGeometry,
  CubeTexture,
  Material,
  Matrix4,
  Mesh,
  RepeatWrapping,
  SRGBColorSpace,
  Texture,
  TextureLoader,
} from "three";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import type { Asset } from "./types";

/** A piece of a mesh with one material. */
export interface Piece {
  geometry: BufferGeometry;
  material: Material;
  matrix: Matrix4;
}

const AT_ONCE = 4;

export class Assets {
  /** The loaded and the total bytes of the requested assets. */
  loaded = 0;
  total = 0;
  pending = 0;
  onProgress: () => void = () => undefined;
  private all: Record<string, Asset> = {};
  private readonly meshes = new Map<string, Promise<Piece[]>>();
  private readonly textures = new Map<string, Promise<Texture>>();
  private readonly meshTextures = new Map<string, Promise<Texture>>();
  private readonly cubes = new Map<string, Promise<CubeTexture>>();
  private readonly waiting: (() => void)[] = [];
  private running = 0;
  private readonly loader = new GLTFLoader();

  /** Set the assets of a scene; already loaded assets are kept. */
  use(assets: Record<string, Asset>): void {
    this.all = assets;
    for (const known of [this.meshes, this.textures, this.meshTextures, this.cubes]) {
      for (const id of known.keys()) if (!(id in assets)) known.delete(id);
    }
    if (this.pending === 0) this.loaded = this.total = 0;
  }

  mesh(id: string): Promise<Piece[]> {
    return once(this.meshes, id, async () => {
      const bytes = await this.bytes(id);
      const { scene } = await this.loader.parseAsync(bytes, "");
      scene.updateMatrixWorld(true);
      const pieces: Piece[] = [];
      scene.traverse((node) => {
        if (!(node instanceof Mesh)) return;
        const mesh = node as Mesh<BufferGeometry, Material>;
        pieces.push({
          geometry: mesh.geometry,
          material: mesh.material,
          matrix: mesh.matrixWorld.clone(),
        });
      });
      if (!pieces.length) throw new Error("the mesh has no triangles");
      return pieces;
    });
  }

  /**
   * A picture for a primitive, or for a mesh with texture coordinates from the top, as in glTF.
   */
  texture(id: string, isOnMesh = false): Promise<Texture> {
    return once(isOnMesh ? this.meshTextures : this.textures, id, async () => {
      const bytes = await this.bytes(id);
      const url = URL.createObjectURL(new Blob([bytes], { type: this.all[id]?.media ?? "" }));
      try {
        const texture = await new TextureLoader().loadAsync(url);
        texture.colorSpace = SRGBColorSpace;
        texture.flipY = !isOnMesh;
        texture.wrapS = texture.wrapT = RepeatWrapping;
        return texture;
      } finally {
        URL.revokeObjectURL(url);
      }
    });
  }

  /** A cube map from a picture of six squares, one below the other. */
  cube(id: string): Promise<CubeTexture> {
    return once(this.cubes, id, async () => {
      const image = await createImageBitmap(new Blob([await this.bytes(id)]));
      const side = image.width;
      const faces = [0, 1, 2, 3, 4, 5].map((k) => createImageBitmap(image, 0, k * side, side, side));
      const texture = new CubeTexture(await Promise.all(faces));
      texture.colorSpace = SRGBColorSpace;
      texture.needsUpdate = true;
      return texture;
    });
  }

  private async bytes(id: string): Promise<ArrayBuffer> {
    const asset = this.all[id];
    const size = asset?.bytes ?? 0;
    this.total += size;
    this.pending++;
    if (this.running >= AT_ONCE) await new Promise<void>((go) => this.waiting.push(go));
    this.running++;
    try {
      return await (asset?.url ? fetched(asset.url) : embedded(id));
    } finally {
      this.running--;
      this.pending--;
      this.loaded += size;
      this.waiting.shift()?.();
      this.onProgress();
    }
  }
}

function once<T>(known: Map<string, Promise<T>>, id: string, make: () => Promise<T>): Promise<T> {
  let found = known.get(id);
  if (!found) known.set(id, (found = make()));
  return found;
}

async function fetched(url: string): Promise<ArrayBuffer> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return answer.arrayBuffer();
}

async function embedded(id: string): Promise<ArrayBuffer> {
  const node = document.getElementById(`asset-${id}`);
  if (!node) throw new Error("it is not in this page");
  const text = atob((node.textContent ?? "").trim());
  const packed = Uint8Array.from(text, (one) => one.charCodeAt(0));
  node.textContent = "";
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}
