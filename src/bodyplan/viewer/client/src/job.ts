// Render mode, `?render=1`: the page draws the pictures of a job and sends each to the server.

import { type CameraRequest, setCamera, type Values } from "./api";
import type { Api } from "./api";
import type { App } from "./app";
import type { Vec3 } from "./types";

export interface Job {
  /** The configuration, view and toggles, as in the address of a page. */
  address: string;
  width: number;
  height: number;
  transparent: boolean;
  theme?: "light" | "dark";
  frames: { q?: Values; camera?: CameraRequest | string }[];
}

/** Waits for the next job: the page is ready before the robot is read. */
export async function nextJob(): Promise<Job> {
  for (;;) {
    const answer = await fetch("/job.json");
    if (answer.status === 200) return (await answer.json()) as Job;
    if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  }
}

/**
 * Draw the pictures of a job; then the page of the next job replaces this page, which frees its
 * memory.
 */
export async function runJob(app: App, api: Api, job: Job): Promise<void> {
  try {
    if (job.theme) app.setTheme(job.theme);
    await app.ready;
    await app.ready; // shapes that the theme or the address requests
    const start = { ...app.stage.orbit.view };
    app.stage.orbit.aspect = job.width / job.height;
    const isTurning = job.frames.some(({ camera: one }) => typeof one === "object" && !!one?.turn);
    const all = movingPoints(app, api, job);
    let camera = "";
    for (const frame of job.frames) {
      app.setDefault(0);
      api.setQ(frame.q ?? {});
      for (const view of app.views) view.update();
      const asked = JSON.stringify(frame.camera ?? null);
      if (asked !== camera) {
        // Fit only once: pictures in which the robot keeps its size are easier to follow.
        const wanted = typeof frame.camera === "string" ? { preset: frame.camera } : frame.camera;
        if (wanted) {
          setCamera(app, { ...wanted, keep: camera !== "" });
          if (camera === "" && (isTurning || all)) app.fit(false, undefined, isTurning, all);
        }
        else {
          app.stage.orbit.jump(start);
          app.fit(false, undefined, false, all);
        }
        camera = asked;
      }
      const url = app.stage.shot(job);
      await send(await (await fetch(url)).blob());
    }
    location.replace("/?render=1");
  } catch (error) {
    await sendError(error);
  }
}

/** Report why there is no picture. */
export const sendError = (error: unknown): Promise<void> =>
  send(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));

/** The extent of a moving robot in all pictures, so that it stays in view and keeps its size. */
function movingPoints(app: App, api: Api, job: Job): Vec3[] | undefined {
  const poses = new Map(job.frames.map(({ q }) => [JSON.stringify(q ?? {}), q ?? {}]));
  if (poses.size < 2) return undefined;
  const points: Vec3[] = [];
  for (const q of poses.values()) {
    app.setDefault(0);
    api.setQ(q);
    points.push(...app.points());
  }
  return points;
}

async function send(body: Blob | string): Promise<void> {
  await fetch("/render", { method: "POST", body });
}
