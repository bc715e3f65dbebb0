// Plays the trajectories of a scene.

import type { App } from "../app";
import type { Trajectory } from "../types";
import { h, icon } from "./dom";

export class Player {
  readonly element = h("div", { class: "player", role: "region", "aria-label": "Trajectory", hidden: true });
  private readonly play: HTMLButtonElement;
  private readonly slider: HTMLInputElement;
  private readonly text = h("output", {});
  private readonly choice: HTMLSelectElement;
  private readonly speed: HTMLSelectElement;
  private current: Trajectory | null = null;
  private time = 0;
  private last = 0;
  private isPlaying = false;

  constructor(private readonly app: App) {
    this.play = h("button", { type: "button", class: "icon", "aria-label": "Play", title: "Play or pause (Space)", click: () => this.toggle() }, icon("play"));
    this.slider = h("input", { type: "range", min: 0, max: 1, step: "any", value: 0, "aria-label": "Time", input: () => this.seek(this.slider.valueAsNumber) });
    this.choice = h("select", { "aria-label": "Trajectory", change: () => this.choose(Number(this.choice.value)) });
    this.speed = h("select", { "aria-label": "Speed" }, ...["0.25", "0.5", "1", "2", "4"].map((one) => h("option", { value: one }, `${one}×`)));
    this.speed.value = "1";
    this.element.append(this.play, this.choice, this.slider, this.text, this.speed);
    app.on("scene", () => this.rebuild());
  }

  private rebuild(): void {
    const all = this.app.overlays.trajectories;
    this.element.hidden = all.length === 0;
    this.choice.replaceChildren(...all.map((one, at) => h("option", { value: at }, one.name || `trajectory ${at + 1}`)));
    this.choice.hidden = all.length < 2;
    this.current = null;
    this.stop();
    if (all.length) this.choose(0, false);
  }

  private choose(at: number, isShown = true): void {
    this.current = this.app.overlays.trajectories[at] ?? null;
    const times = this.current?.times ?? [0];
    this.slider.min = String(times[0]);
    this.slider.max = String(times[times.length - 1]);
    this.time = times[0]!;
    if (isShown) this.seek(this.time);
    else this.write();
  }

  toggle(): void {
    if (!this.current) return;
    if (this.isPlaying) {
      this.stop();
      return;
    }
    const times = this.current.times;
    if (this.time >= times[times.length - 1]!) this.time = times[0]!;
    this.isPlaying = true;
    this.mark();
    this.last = performance.now();
    requestAnimationFrame((now) => this.step(now));
  }

  private stop(): void {
    this.isPlaying = false;
    this.mark();
  }

  private mark(): void {
    this.play.replaceChildren(icon(this.isPlaying ? "pause" : "play"));
    this.play.setAttribute("aria-label", this.isPlaying ? "Pause" : "Play");
  }

  private step(now: number): void {
    if (!this.isPlaying || !this.current) return;
    const { times } = this.current;
    const end = times[times.length - 1]!;
    this.seek(Math.min(end, this.time + (Math.max(0, now - this.last) / 1000) * Number(this.speed.value)));
    this.last = now;
    if (this.time >= end) this.stop();
    else requestAnimationFrame((next) => this.step(next));
  }

  /** Show the configuration at a time, interpolated between the given configurations. */
  seek(time: number): void {
    const { current } = this;
    if (!current) return;
    this.time = time;
    const { times, q } = current;
    let after = times.findIndex((one) => one > time);
    if (after < 0) after = times.length - 1;
    const before = Math.max(0, after - 1);
    const span = times[after]! - times[before]!;
    const part = span > 0 ? Math.min(1, Math.max(0, (time - times[before]!) / span)) : 1;
    this.app.setQ(current.robot, q[before]!.map((one, k) => one + part * (q[after]![k]! - one)));
    this.write();
  }

  private write(): void {
    const { times } = this.current!;
    const [start, end] = [times[0]!, times[times.length - 1]!];
    this.slider.value = String(this.time);
    this.slider.style.setProperty("--part", `${(100 * (this.time - start)) / (end - start || 1)}%`);
    this.text.textContent = `${this.time.toFixed(2)} / ${end.toFixed(2)} s`;
  }
}
