// Updates of a served page: the server reports when files have changed.

import type { App } from "./app";

export async function fetchScene(): Promise<unknown> {
  const answer = await fetch("/scene.json", { cache: "no-store" });
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return answer.json();
}

// A hidden page has no connection, because a browser opens at most six connections to a server
// for all pages together.
export function followServer(app: App, onState: (isConnected: boolean) => void): void {
  let events: EventSource | null = null;
  let seen = "";
  const note = (event: MessageEvent): void => {
    seen = event.lastEventId;
  };
  const load = (): void => {
    void fetchScene().then(
      (scene) => app.show(scene),
      (error: unknown) => app.fail(`the scene could not be loaded: ${String(error)}`),
    );
  };
  const follow = (): void => {
    if (document.visibilityState === "hidden") {
      events?.close();
      events = null;
    } else if (!events) {
      events = new EventSource(seen ? `/events?seen=${encodeURIComponent(seen)}` : "/events");
      events.addEventListener("ping", note);
      events.addEventListener("reload", note);
      events.addEventListener("reload", load);
      events.addEventListener("open", () => onState(true));
      events.addEventListener("error", () => onState(false));
    }
  };
  document.addEventListener("visibilitychange", follow);
  follow();
}
