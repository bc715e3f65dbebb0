// Starts the page.

import "./style.css";
import "./panels.css";
import { followAddress, readAddress } from "./address";
import { Api } from "./api";
import { App } from "./app";
import { nextJob, runJob, sendError } from "./job";
import { fetchScene, followServer } from "./live";
import { Pointer } from "./pick";
import { Stage } from "./stage";
import { Layout, setTheme } from "./ui/layout";

/**
 * How long the first picture waits for meshes [ms]: drawing some meshes delays the loading of
 * others.
 */
const HELD_MS = 700;

async function start(): Promise<void> {
  const root = document.getElementById("app") ?? document.body.appendChild(document.createElement("div"));
  root.id = "app";
  const isRender = new URLSearchParams(location.search).get("render") === "1";
  root.classList.toggle("render", isRender);
  const canvas = document.createElement("canvas");
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", "The robot in 3D");
  const main = document.createElement("main");
  main.append(canvas);
  root.append(main);
  let stage: Stage;
  try {
    stage = new Stage(canvas, isRender);
  } catch (error) {
    message(root, "This page shows a robot with WebGL, which this browser does not offer.");
    if (isRender) await sendError(error);
    throw error;
  }
  const embedded = document.getElementById("scene");
  const app = new App(stage, embedded !== null);
  const api = new Api(app);
  const layout = isRender ? null : new Layout(app, root, new Pointer(app, canvas));
  if (layout) layout.isReading = true;
  stage.isHeld = true;
  const job = isRender ? nextJob() : null;
  const loading = (async () => {
    const asked = await job;
    if (asked) canvas.style.cssText = `width:${asked.width}px;height:${asked.height}px`;
    const coming = embedded ? JSON.parse(embedded.textContent ?? "") : fetchScene();
    const scene: unknown = await coming;
    if (layout) layout.isReading = false;
    app.show(scene);
    readAddress(app, asked?.address ?? location.hash);
    await Promise.race([app.ready, new Promise((go) => setTimeout(go, HELD_MS))]);
    stage.isHeld = false;
    stage.shapesMoved();
  })();
  if (!isRender) stage.compile(); // starts while the robot is read
  const bodyplan = Object.assign(Object.create(api) as Api & { app: App }, { app });
  Object.defineProperty(bodyplan, "ready", {
    get: () => loading.then(() => app.ready).then(() => app.ready),
  });
  Object.assign(window, { bodyplan });
  try {
    await loading;
  } catch (error) {
    app.fail(`the scene could not be loaded: ${String(error)}`);
    stage.isHeld = false;
    if (layout) {
      layout.isReading = false;
      layout.say("The scene could not be loaded.");
    }
    app.show({ robots: [], title: "robot", error: String(error) });
  }
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const follow = (): void => {
    const { theme } = app.settings;
    setTheme(app, theme === "auto" ? (dark.matches && !isRender ? "dark" : "light") : theme);
  };
  dark.addEventListener("change", follow);
  follow();
  if (job) {
    await runJob(app, api, await job);
    return;
  }
  followAddress(app);
  if (!embedded) followServer(app, (isConnected) => root.classList.toggle("offline", !isConnected));
}

function message(root: HTMLElement, text: string): void {
  const box = document.createElement("p");
  box.className = "fatal";
  box.textContent = text;
  root.append(box);
}

void start();
