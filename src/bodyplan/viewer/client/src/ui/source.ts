// Lines of a source file, with the findings in them underlined.

import type { App } from "../app";
import type { Finding, Severity, Where } from "../types";
import { h } from "./dom";

const MOST_LINES = 80;
const AROUND = 1;
/** Pixels to the left of a revealed finding: for the line number and some text. */
const MARGIN = 110;
/** The severities, the most severe first. */
export const SEVERITIES: readonly Severity[] = ["error", "warning", "info", "hint"];

export function source(app: App, where: Where): HTMLElement | null {
  const text = app.scene.sources[where.file];
  if (typeof text !== "string") return null;
  const lines = text.split(/\r\n|\r|\n/);
  const first = Math.max(1, where.line - AROUND);
  const end = Math.min(lines.length, Math.max(where.end_line, where.line) + AROUND);
  const last = Math.min(end, first + MOST_LINES - 1);
  const findings = app.scene.findings.filter(
    ({ where: at }) => at?.file === where.file && at.end_line >= first && at.line <= last,
  );
  const code = h("code", {});
  const chosen = lines.slice(first - 1, last);
  const common = Math.min(...chosen.filter((one) => one.trim()).map((one) => one.match(/^[ \t]*/)![0].length));
  let isComment = commentBegins(lines.slice(0, first - 1).join("\n"));
  chosen.forEach((line, k) => {
    const number = first + k;
    const isInside = number >= where.line && number <= where.end_line;
    code.append(
      h(
        "span",
        { class: `line${isInside ? "" : " around"}` },
        h("span", { class: "number" }, String(number)),
        ...marked(app, line, number, findings, Number.isFinite(common) ? common : 0, isComment),
        "\n",
      ),
    );
    isComment = commentBegins(isComment ? `<!--${line}` : line);
  });
  if (last < end) code.append(h("span", { class: "line around" }, `… ${end - last} more lines`));
  return h("pre", { class: "source", tabindex: "0", "aria-label": `Source, ${where.file} line ${where.line}` }, code);
}

/** Scroll long lines of shown source to the chosen finding, or to the first one. */
export function reveal(element: HTMLElement): void {
  for (const box of element.querySelectorAll<HTMLElement>("pre.source")) {
    const wave = box.querySelector<HTMLElement>(".wave.current") ?? box.querySelector<HTMLElement>(".line:not(.around) .wave");
    if (!wave) continue;
    const [outer, inner] = [box.getBoundingClientRect(), wave.getBoundingClientRect()];
    if (inner.right > outer.right - 8) box.scrollLeft += inner.left - outer.left - MARGIN;
  }
}

/** A line in coloured pieces. */
function marked(app: App, line: string, number: number, findings: Finding[], skipped: number, isComment: boolean): Node[] {
  const hits = findings.flatMap((one) => {
    const { line: top, end_line: bottom, column, end_column: until } = one.where!;
    if (number < top || number > bottom) return [];
    const from = number === top ? column - 1 : line.search(/\S|$/);
    const to = number === bottom ? Math.max(until - 1, from + 1) : line.length;
    // A finding about a long element is underlined on its first line only.
    return number > top && bottom - top > 3 ? [] : [{ from, to, one }];
  });
  const kinds = tokens(line, isComment);
  const cuts = new Set([skipped, line.length, ...hits.flatMap(({ from, to }) => [from, to])]);
  for (const { from, to } of kinds) cuts.add(from).add(to);
  const places = [...cuts].filter((at) => at >= skipped && at <= line.length).sort((a, b) => a - b);
  const found: Node[] = [];
  for (let k = 0; k + 1 < places.length; k++) {
    const [from, to] = [places[k]!, places[k + 1]!];
    const text = line.slice(from, to);
    const kind = kinds.find((one) => one.from <= from && to <= one.to)?.kind ?? "";
    const inside = hits
      .filter((one) => one.from <= from && to <= one.to)
      .sort((a, b) => SEVERITIES.indexOf(a.one.severity) - SEVERITIES.indexOf(b.one.severity));
    const worst = inside[0]?.one;
    if (!worst && !kind) found.push(document.createTextNode(text));
    else {
      found.push(
        h(
          "span",
          {
            class: `${kind}${worst ? ` wave ${worst.severity}` : ""}${inside.some(({ one }) => one === app.finding) ? " current" : ""}`,
            title: inside.map(({ one }) => `${one.code}: ${one.message}`).join("\n") || null,
            click: worst ? () => app.light(worst) : null,
          },
          text,
        ),
      );
    }
  }
  return found;
}

const TOKENS = /<!--.*?(?:-->|$)|<[/?]?[\w:.-]+|[/?]?>|[\w:.-]+(?==)|"[^"]*"|'[^']*'/g;

/** Whether a text ends inside a comment. */
const commentBegins = (text: string): boolean => text.lastIndexOf("<!--") > text.lastIndexOf("-->");

interface Token {
  from: number;
  to: number;
  kind: string;
}

function tokens(line: string, isComment: boolean): Token[] {
  if (isComment) {
    const end = line.indexOf("-->");
    const to = end < 0 ? line.length : end + 3;
    const rest = tokens(line.slice(to), false);
    return [{ from: 0, to, kind: "comment" }, ...rest.map((one) => ({ ...one, from: one.from + to, to: one.to + to }))];
  }
  return [...line.matchAll(TOKENS)].map((match) => {
    const [text] = match;
    const first = text[0]!;
    const kind = text.startsWith("<!--") ? "comment" : first === "<" || text.endsWith(">") ? "tag" : first === '"' || first === "'" ? "string" : "attribute";
    return { from: match.index, to: match.index + text.length, kind };
  });
}
