// Render mode, `?render=1`: the page draws the pictures of a job and sends each to the server.

import { type CameraRequest, setCamera, type Values } from "./api";
import type { Api } from "./api";
import type { App } from "./app";

interface Job {
  width: number;
  height: number;
  transparent: boolean;
  theme?: "light" | "dark";
  frames: { q?: Values; camera?: CameraRequest | string }[];
}

export async function runJob(app: App, api: Api): Promise<void> {
  try {
    const job = (await (await fetch("/job.json")).json()) as Job;
    if (job.theme) app.setTheme(job.theme);
    await app.ready;
    await app.ready; // shapes that the theme or the address has asked for
    const start = { ...app.stage.orbit.view };
    app.stage.orbit.aspect = job.width / job.height;
    const isTurning = job.frames.some(({ camera: one }) => typeof one === "object" && !!one?.turn);
    let camera = "";
    for (const frame of job.frames) {
      app.setDefault(0);
      api.setQ(frame.q ?? {});
      for (const view of app.views) view.update();
      const asked = JSON.stringify(frame.camera ?? null);
      if (asked !== camera) {
        // Fit once: a picture in which the robot keeps its size is easier to follow.
        const wanted = typeof frame.camera === "string" ? { preset: frame.camera } : frame.camera;
        if (wanted) {
          setCamera(app, { ...wanted, keep: camera !== "" });
          if (isTurning && camera === "") app.fit(false, undefined, true);
        }
        else {
          app.stage.orbit.jump(start);
          app.fit(false);
        }
        camera = asked;
      }
      const url = app.stage.shot(job);
      await send(await (await fetch(url)).blob());
    }
  } catch (error) {
    await send(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
  }
}

async function send(body: Blob | string): Promise<void> {
  await fetch("/render", { method: "POST", body });
}
