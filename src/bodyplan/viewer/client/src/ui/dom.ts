// Small helpers to build elements.

type Attributes = Record<string, string | number | boolean | ((event: never) => void) | null | undefined>;
export type Child = Node | string | null | undefined | false;

/** An element with attributes (functions are listeners) and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value as (event: Event) => void);
    else if (name === "value" && "value" in made) (made as HTMLInputElement).value = String(value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, String(value));
  }
  for (const child of children) if (child) made.append(child);
  return made;
}

const ICONS: Record<string, string> = {
  fit: '<path d="M3 7V4a1 1 0 0 1 1-1h3M13 3h3a1 1 0 0 1 1 1v3M17 13v3a1 1 0 0 1-1 1h-3M7 17H4a1 1 0 0 1-1-1v-3"/><circle cx="10" cy="10" r="2.5"/>',
  views: '<path d="M10 2.5 16.5 6v8L10 17.5 3.5 14V6z"/><path d="m3.5 6 6.5 3.700L16.5 6M10 9.700v7.8"/>',
  ortho: '<path d="M3 7l4-4h10v10l-4 4H3zM3 7h10v10M13 7l4-4"/>',
  show: '<path d="M1.8 10S4.8 4.5 10 4.5 18.2 10 18.2 10 15.2 15.5 10 15.5 1.8 10 1.8 10z"/><circle cx="10" cy="10" r="2.4"/>',
  measure: '<path d="M2.5 13.5 13.5 2.500l4 4-11 11z"/><path d="m5.5 10.5 1.5 1.500M8 8l2 2M10.5 5.5 12 7"/>',
  camera: '<path d="M2.5 6.500h3l1.5-2h6l1.5 2h3v9.500h-15z"/><circle cx="10" cy="11" r="3"/>',
  link: '<path d="M8.5 11.500a3 3 0 0 0 4.3 0l3-3a3 3 0 0 0-4.3-4.300l-1 1M11.5 8.500a3 3 0 0 0-4.3 0l-3 3a3 3 0 0 0 4.3 4.300l1-1"/>',
  theme: '<circle cx="10" cy="10" r="6.5"/><path d="M10 3.500a6.5 6.5 0 0 1 0 13z" fill="currentColor"/>',
  help: '<circle cx="10" cy="10" r="7.5"/><path d="M7.8 7.800a2.2 2.2 0 1 1 3.2 2c-.7.4-1 .8-1 1.600M10 14v.2"/>',
  panel: '<rect x="2.5" y="3.5" width="15" height="13" rx="1.5"/><path d="M7.5 3.500v13"/>',
  close: '<path d="m5 5 10 10M15 5 5 15"/>',
  play: '<path d="M6 4v12l10-6z" fill="currentColor"/>',
  pause: '<path d="M6.5 4v12M13.5 4v12" stroke-width="3"/>',
  caret: '<path d="m7 5 5 5-5 5"/>',
  search: '<circle cx="9" cy="9" r="5.5"/><path d="m13 13 4 4"/>',
  target: '<circle cx="10" cy="10" r="5.5"/><path d="M10 2v4M10 14v4M2 10h4M14 10h4"/>',
};

export function icon(name: string): SVGElement {
  const holder = document.createElement("div");
  holder.innerHTML = `<svg viewBox="0 0 20 20" width="18" height="18" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${ICONS[name] ?? ""}</svg>`;
  return holder.firstElementChild as SVGElement;
}

/** A button with only an icon; its name is used by screen readers and as the tooltip. */
export function iconButton(name: string, title: string, click: (event: Event) => void): HTMLButtonElement {
  return h("button", { type: "button", class: "icon", title, "aria-label": title.replace(/ \(.*\)$/, ""), click }, icon(name));
}

export function button(text: string, click: (event: Event) => void, title = ""): HTMLButtonElement {
  return h("button", { type: "button", title: title || null, click }, text);
}

export function heading(text: string): HTMLElement {
  return h("h3", {}, text);
}

/** A table of two columns. */
export function facts(rows: [string, Child][]): HTMLElement {
  const list = h("dl", { class: "facts" });
  for (const [name, value] of rows) list.append(h("dt", {}, name), h("dd", {}, value));
  return list;
}
