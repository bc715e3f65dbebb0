// The list of shortcuts.

import type { Command } from "./commands";
import { h, iconButton } from "./dom";

const POINTER: [string, string][] = [
  ["Drag", "turn the view; on a link: move its joint"],
  ["Right drag, Shift drag", "move the view"],
  ["Wheel, pinch", "zoom to the pointer"],
  ["Click", "select a link"],
  ["Arrows, + and −", "turn and zoom the view, where it has the focus; with Shift move it"],
  ["Double click", "zoom to a link; on a slider: back to zero"],
];

export function helpDialog(all: Command[]): HTMLDialogElement {
  const shown = (key: string): string => (key === " " ? "Space" : key.length === 1 ? key.toUpperCase() : key);
  const row = (keys: string, text: string): HTMLElement => h("div", { class: "shortcut" }, h("kbd", {}, keys), h("span", {}, text));
  const dialog = h(
    "dialog",
    { class: "help", "aria-label": "Shortcuts" },
    h("header", {}, h("h2", {}, "Shortcuts"), iconButton("close", "Close", () => dialog.close())),
    h("div", { class: "columns" }, ...POINTER.map(([keys, text]) => row(keys, text)), ...all.map((one) => row(shown(one.key), one.name))),
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  return dialog;
}
