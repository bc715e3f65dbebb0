// A served page shows the newest scene: the server says when files have changed.

import type { App } from "./app";

export async function fetchScene(): Promise<unknown> {
  const answer = await fetch("/scene.json", { cache: "no-store" });
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return answer.json();
}

export function followServer(app: App, onState: (isConnected: boolean) => void): void {
  const events = new EventSource("/events");
  events.addEventListener("reload", () => {
    void fetchScene().then(
      (scene) => app.show(scene),
      (error: unknown) => app.fail(`the scene could not be loaded: ${String(error)}`),
    );
  });
  events.addEventListener("open", () => onState(true));
  events.addEventListener("error", () => onState(false));
}
