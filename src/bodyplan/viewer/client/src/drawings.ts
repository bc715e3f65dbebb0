// The marks on the robots, and the size and position of text in the picture.

import type { Sprite } from "three";
import type { App } from "./app";
import type { Ref } from "./store";
import { labelScale, spread } from "./labels";
import { draw, type Drawing, type MarkName } from "./marks";
import type { RobotView } from "./robotview";

export class Drawings {
  private readonly all = new Map<string, Drawing>();

  constructor(private readonly app: App) {}

  /** Show or hide a mark; it is created when first shown. */
  show(name: MarkName, view: RobotView, isOn: boolean, option: string): void {
    const key = `${view.index} ${name}`;
    const known = this.all.get(key);
    if (known && (known.group.userData["option"] as string) === option) {
      known.group.visible = isOn;
      return;
    }
    known?.dispose();
    this.all.delete(key);
    if (!isOn) return;
    const made = draw(name, view, this.app.markSize, option);
    made.group.userData["option"] = option;
    made.group.userData["floor"] = this.app.floor;
    this.all.set(key, made);
  }

  /** Create the mark again when it is shown next. */
  drop(name: MarkName): void {
    for (const [key, drawing] of this.all) {
      if (!key.endsWith(` ${name}`)) continue;
      drawing.dispose();
      this.all.delete(key);
    }
  }

  clear(): void {
    for (const drawing of this.all.values()) drawing.dispose();
    this.all.clear();
  }

  /** Set the size of text on the screen. */
  scaleLabels(): void {
    const { stage, overlays, views } = this.app;
    const { orbit, height, canvas } = stage;
    const drawn = canvas.height / stage.renderer.getPixelRatio() || height;
    const sprites = [
      ...[...this.all.values()].filter((one) => one.group.visible).flatMap((one) => one.sprites),
      ...overlays.labels,
      ...views.flatMap((view) => view.labels),
    ];
    for (const sprite of sprites) {
      const [x, y] = labelScale(sprite, drawn, orbit.isOrthographic, orbit.perspective.fov, orbit.view.distance);
      const e = sprite.matrixWorld.elements;
      e.fill(0, 0, 12);
      e[0] = x;
      e[5] = y;
      e[10] = 1;
    }
    this.spreadNames();
  }

  /** Link names are hidden if they overlap; the name of the selected link has priority. */
  private spreadNames(): void {
    const { stage, selected, hovered, views } = this.app;
    const shown = views.flatMap(({ index }) => {
      const names = this.all.get(`${index} names`);
      return names?.group.visible ? names.sprites.map((sprite) => ({ sprite, robot: index })) : [];
    });
    if (!shown.length) return;
    const rank = ({ sprite, robot }: { sprite: Sprite; robot: number }): number => {
      const isIt = (ref: Ref | null): boolean => ref?.robot === robot && ref.link === sprite.userData["link"];
      return isIt(selected) ? 0 : isIt(hovered) ? 1 : 2;
    };
    stage.orbit.apply();
    spread(
      shown.sort((a, b) => rank(a) - rank(b)).map((one) => one.sprite),
      stage.orbit.camera,
      stage.width,
      stage.height,
    );
  }
}
