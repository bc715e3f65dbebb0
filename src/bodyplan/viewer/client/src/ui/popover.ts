// A button that opens a menu.

import { h, icon } from "./dom";

const open = new Set<() => void>();

export function popover(name: string, title: string, content: HTMLElement): HTMLElement {
  const box = h("div", { class: "popover", hidden: true }, content);
  const toggle = h(
    "button",
    { type: "button", class: "icon", title, "aria-label": title, "aria-expanded": "false", "aria-haspopup": "true" },
    icon(name),
  );
  const holder = h("div", { class: "holder" }, toggle, box);
  const close = (): void => {
    box.hidden = true;
    toggle.setAttribute("aria-expanded", "false");
    open.delete(close);
  };
  toggle.addEventListener("click", () => {
    const wasOpen = !box.hidden;
    closePopovers();
    if (wasOpen) return;
    box.hidden = false;
    toggle.setAttribute("aria-expanded", "true");
    open.add(close);
  });
  holder.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || box.hidden) return;
    event.stopPropagation();
    close();
    toggle.focus();
  });
  addEventListener("pointerdown", (event) => {
    if (!holder.contains(event.target as Node)) close();
  });
  return holder;
}

export function closePopovers(): void {
  for (const close of [...open]) close();
}
