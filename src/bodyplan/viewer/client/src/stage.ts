// The picture: renderer, lights, ground and camera. It draws when something has changed.

import {
  CanvasTexture,
  type CubeTexture,
  Color,
  DirectionalLight,
  DoubleSide,
  Group,
  HemisphereLight,
  CustomToneMapping,
  Mesh,
  PCFShadowMap,
  PlaneGeometry,
  Scene,
  SRGBColorSpace,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import { Ground } from "./ground";
import { lit, receivesShadows, usePlainMaterials } from "./materials";
import { skyOf } from "./patterns";
import { useToneMapping } from "./tones";
import { Orbit } from "./orbit";
import type { SceneLights } from "./lights";
import type { Vec3 } from "./types";

export interface Shot {
  width?: number;
  height?: number;
  transparent?: boolean;
}

const BACKGROUNDS = { light: ["#fbfcfd", "#dfe4ea"], dark: ["#414a56", "#2a3038"] };
const REFINE_MS = 260;
/** The distance of the legend from the edges of a picture [pixels]. */
const MARGIN = 12;
const KEY_SIDE: Vec3 = [0.42, -0.34, 0.84];
export type Theme = keyof typeof BACKGROUNDS;

export class Stage {
  readonly renderer: WebGLRenderer;
  readonly scene = new Scene();
  readonly orbit = new Orbit();
  readonly ground: Ground;
  /** The lights of the scene itself; they dim the lights of the page. */
  readonly lights = new Group();
  /** Whether the processor renders, without a graphics card. */
  readonly isSoftware: boolean;
  /**
   * Whether pictures must be fast to render: simple materials, no smooth edges during motions.
   */
  readonly isPlain: boolean;
  theme: Theme = "light";
  /** Called before each picture. */
  readonly before: ((now: number) => void)[] = [];
  /** The corners of the boxes around objects that cast shadows. */
  shapes: () => Vec3[] = () => [];
  /** Called when the size has changed, before the picture is drawn. */
  onResize: () => void = () => undefined;
  /** The script times of the last pictures [ms]. */
  readonly times: number[] = [];
  private readonly sky = new HemisphereLight(0xffffff, 0x7d828c, 1.35);
  private readonly key = new DirectionalLight(0xfffaf2, 1.75);
  private readonly fill = new DirectionalLight(0xeef3ff, 0.6);
  /** Whether drawing is disabled because there is no scene yet. */
  isHeld = false;
  /** Whether shapes are still being loaded: pictures of high quality wait for them. */
  isComing: () => boolean = () => false;
  /** Draws the legend in a corner of pictures; null without a legend. */
  legend: (() => HTMLCanvasElement) | null = null;
  private isAsked = false;
  private isShadowOld = true;
  private isFineNow = false;
  /** The direction to the light that casts shadows. */
  private keySide: Vec3 = KEY_SIDE;
  private canShade = true;
  private refiner = 0;
  private around: Mesh | null = null;
  private backgrounds = new Map<Theme, CanvasTexture>();

  /**
   * @param isFine Whether pictures have high quality, regardless of the time.
   */
  constructor(readonly canvas: HTMLCanvasElement, isFine = false) {
    this.isSoftware = drawsInSoftware();
    this.isPlain = this.isSoftware && !isFine;
    this.renderer = new WebGLRenderer({ canvas, antialias: !this.isPlain, alpha: true });
    const { renderer, scene } = this;
    useToneMapping();
    usePlainMaterials(this.isPlain);
    this.ground = new Ground(this.isPlain);
    renderer.debug.checkShaderErrors = false; // a query for errors would wait until all shaders are compiled
    renderer.toneMapping = CustomToneMapping;
    renderer.toneMappingExposure = 1.0;
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = PCFShadowMap;
    renderer.shadowMap.autoUpdate = false;
    scene.matrixWorldAutoUpdate = false;
    this.key.castShadow = true;
    this.key.shadow.mapSize.setScalar(this.isPlain ? 1024 : 2048);
    this.key.shadow.radius = 3;
    this.key.shadow.bias = -0.0004;
    scene.add(this.sky, this.key, this.key.target, this.fill, this.fill.target, this.lights);
    scene.add(this.ground.object);
    this.orbit.onChange = () => this.invalidate();
    this.setTheme("light");
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.resize(false);
  }

  /** Draw a picture around the scene; `null` removes it. */
  setSky(cube: CubeTexture | null): void {
    this.around?.removeFromParent();
    this.around = cube && skyOf(cube);
    if (this.around) this.scene.add(this.around);
    this.invalidate();
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    let texture = this.backgrounds.get(theme);
    if (!texture) {
      texture = gradient(BACKGROUNDS[theme] as [string, string]);
      this.backgrounds.set(theme, texture);
    }
    this.scene.background = this.isPlain ? new Color(BACKGROUNDS[theme][1]) : texture;
    this.ground.setTheme(theme);
    this.invalidate();
  }

  /** Start to compile the shaders of shapes before the first shape is loaded. */
  compile(): void {
    const speck = new Mesh(new PlaneGeometry(1e-6, 1e-6), lit({ side: DoubleSide }));
    speck.receiveShadow = receivesShadows();
    this.scene.add(speck);
    this.renderer.compile(this.scene, this.orbit.camera);
    this.scene.remove(speck);
  }

  /** Fit lights, ground and clipping planes to a sphere around the scene. */
  fitTo(center: Vec3, reach: number, floor: number): void {
    this.orbit.center = center;
    this.orbit.reach = reach;
    this.ground.fitTo(center, reach, floor);
    const { key } = this;
    const far = reach * 3.2;
    key.target.position.set(...center);
    key.position.set(...(center.map((v, k) => v + far * this.keySide[k]!) as Vec3));
    const camera = key.shadow.camera;
    const half = reach * 1.45;
    camera.left = camera.bottom = -half;
    camera.right = camera.top = half;
    camera.near = far * 0.3;
    camera.far = far * 1.9;
    camera.updateProjectionMatrix();
    key.shadow.normalBias = reach * 0.004;
    for (const one of [key, key.target]) one.updateMatrixWorld(true);
    this.shapesMoved();
  }

  /**
   * Use the lights of a scene with dimmed lights of the page; `null` for the lights of the page
   * only.
   */
  setSceneLights(own: SceneLights | null): void {
    this.lights.clear();
    if (own?.objects.length) this.lights.add(...own.objects);
    this.lights.updateMatrixWorld(true);
    this.sky.intensity = own ? 0.9 : 1.35;
    this.fill.intensity = own ? 0.4 : 0.6;
    this.keySide = own?.sun?.side ?? KEY_SIDE;
    this.key.color.set(own?.sun?.color ?? 0xfffaf2);
    this.key.intensity = own?.sun?.intensity ?? (own ? 0.6 : 1.75);
    this.canShade = own === null || own.sun !== null;
    this.fitTo(this.orbit.center, this.orbit.reach, this.ground.height);
  }

  setShadows(isOn: boolean): void {
    this.key.castShadow = isOn && this.canShade;
    this.ground.setShade(this.key.castShadow);
    this.shapesMoved();
  }

  get width(): number {
    return Math.max(1, this.canvas.clientWidth);
  }

  get height(): number {
    return Math.max(1, this.canvas.clientHeight);
  }

  resize(isDrawn = true): void {
    this.setSize(this.isPlain ? 1 : Math.min(devicePixelRatio, 2));
    this.onResize();
    if (isDrawn) this.draw();
    this.invalidate();
  }

  private setSize(ratio: number, width = this.width, height = this.height): void {
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    this.orbit.aspect = width / height;
  }

  /** The position of a point on the page [CSS pixels]; null if it is behind the camera. */
  project(point: Vec3): [number, number] | null {
    this.orbit.apply();
    const at = new Vector3(...point).project(this.orbit.camera);
    if (at.z > 1 || at.z < -1) return null;
    const box = this.canvas.getBoundingClientRect();
    return [box.left + ((at.x + 1) / 2) * this.width, box.top + ((1 - at.y) / 2) * this.height];
  }

  /** Draw the shadows again in the next picture. */
  shapesMoved(): void {
    this.isShadowOld = true;
    this.invalidate();
  }

  invalidate(): void {
    if (this.isAsked || this.isHeld) return;
    this.isAsked = true;
    clearTimeout(this.refiner);
    requestAnimationFrame((now) => {
      this.isAsked = false;
      const start = performance.now();
      if (this.orbit.step(now)) this.invalidate();
      for (const call of this.before) call(now);
      if (this.isFineNow) this.setSize(1);
      this.isFineNow = false;
      this.draw(!this.isPlain);
      this.times.push(performance.now() - start);
      if (this.times.length > 240) this.times.shift();
      if (this.isPlain && !this.isAsked) this.refiner = window.setTimeout(() => this.refine(), REFINE_MS);
    });
  }

  /** After some time without motion: draw at twice the resolution, with shadows. */
  private refine(): void {
    if (this.isAsked || this.isComing()) return; // the last loaded shape requests it again
    this.setSize(2);
    this.isFineNow = true;
    this.draw();
  }

  draw(hasShadows = true): void {
    if (this.isHeld) return;
    this.orbit.apply();
    const camera = this.orbit.camera;
    this.fill.position.copy(camera.position);
    this.fill.target.position.set(...this.orbit.view.target);
    this.fill.updateMatrixWorld();
    this.fill.target.updateMatrixWorld();
    if (this.around) this.around.visible = !this.orbit.isOrthographic && this.scene.background !== null;
    this.renderer.shadowMap.needsUpdate = this.isShadowOld && hasShadows;
    if (this.isShadowOld && hasShadows) this.placeShade();
    if (hasShadows) this.isShadowOld = false;
    this.renderer.render(this.scene, camera);
  }

  /**
   * The ground receives shadows only where shadows are possible: they take most of the time of a
   * plain picture.
   */
  private placeShade(): void {
    const { position, target } = this.key;
    const along = target.position.clone().sub(position);
    if (along.z > -1e-3 * along.length()) return;
    const floor = this.ground.floor;
    const [low, high] = [new Vector2(Infinity, Infinity), new Vector2(-Infinity, -Infinity)];
    for (const [x, y, z] of this.shapes()) {
      const t = Math.max(0, (floor - z) / along.z);
      const at = new Vector2(x + t * along.x, y + t * along.y);
      low.min(at);
      high.max(at);
    }
    if (low.x < high.x) this.ground.placeShade(low, high);
  }

  /** Draw a picture of any size and return it as the URL of a PNG. */
  shot({ width, height, transparent = false }: Shot = {}): string {
    const { scene } = this;
    const background = scene.background;
    const [w, h] = [width ?? this.width, height ?? this.height];
    const wasShown = this.ground.object.visible;
    if (transparent) {
      scene.background = null;
      this.ground.object.visible = false;
    }
    this.setSize(1, w, h);
    const { shift } = this.orbit;
    if (width !== undefined || height !== undefined) this.orbit.shift = [0, 0];
    for (const call of this.before) call(performance.now());
    this.draw();
    const url = this.withLegend().toDataURL("image/png");
    this.orbit.shift = shift;
    scene.background = background;
    this.ground.object.visible = wasShown;
    this.resize();
    return url;
  }

  /** The drawn picture, with the legend in its lower right corner. */
  private withLegend(): HTMLCanvasElement {
    const { canvas, legend } = this;
    if (!legend) return canvas;
    const whole = document.createElement("canvas");
    [whole.width, whole.height] = [canvas.width, canvas.height];
    const pen = whole.getContext("2d")!;
    pen.drawImage(canvas, 0, 0);
    const drawn = legend();
    const share = Math.min(1, (canvas.width - 2 * MARGIN) / drawn.width, (canvas.height - 2 * MARGIN) / drawn.height);
    if (share > 0) {
      const [w, h] = [share * drawn.width, share * drawn.height];
      pen.drawImage(drawn, canvas.width - w - MARGIN, canvas.height - h - MARGIN, w, h);
    }
    return whole;
  }
}

function drawsInSoftware(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2");
  const info = gl?.getExtension("WEBGL_debug_renderer_info");
  const device = info ? String(gl!.getParameter(info.UNMASKED_RENDERER_WEBGL)) : "";
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(device);
}

function gradient([top, bottom]: [string, string]): CanvasTexture {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2, 256];
  const pen = canvas.getContext("2d")!;
  const fill = pen.createLinearGradient(0, 0, 0, 256);
  fill.addColorStop(0, new Color(top).getStyle());
  fill.addColorStop(1, new Color(bottom).getStyle());
  pen.fillStyle = fill;
  pen.fillRect(0, 0, 2, 256);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}
