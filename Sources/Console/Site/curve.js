// Lines of the last quarter of an hour, and their figures.

import { s } from "./dom.js";
import { number, t } from "./i18n.js";

const [width, height, points] = [180, 36, 180];

/** A line of up to 180 values, the newest at the right edge; it begins at zero. */
export function curve(values, label) {
  const known = values.filter((value) => value !== null);
  const most = Math.max(...known, 0);
  const y = (value) => height - 3 - (most > 0 ? value / most : 0) * (height - 6);
  const from = points - values.length;
  const path = values.map((value, i) => value === null ? "" :
    `${values[i - 1] === null || i === 0 ? "M" : "L"}${from + i},${y(value).toFixed(1)}`).join("");
  const name = known.length === 0 ? t("curve.none", { label })
    : t("curve.label", { label, least: Math.min(...known), most, now: known.at(-1) });
  return s("svg", {
    class: "curve", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": name,
    preserveAspectRatio: "none",
  }, s("path", { class: "base", d: `M0,${height - 3}H${width}` }), s("path", { class: "line", d: path }));
}

/** The means of each minute of values that are 5 s apart: {minutes ago, mean}, the oldest first. */
export function minutes(values) {
  const all = [];
  for (let end = values.length; end > 0; end -= 12) {
    const part = values.slice(Math.max(0, end - 12), end).filter((value) => value !== null);
    const mean = part.length ? part.reduce((sum, value) => sum + value, 0) / part.length : null;
    all.unshift({ ago: all.length, mean });
  }
  return all;
}

/** A bar of a share, for a table in which the number stands already. */
export function bar(share, kind) {
  return s("svg", {
    class: `bar ${kind ?? ""}`, viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true",
  }, s("rect", { class: "rail", width: 100, height: 8 }),
  s("rect", { class: "fill", width: (share * 100).toFixed(1), height: 8 }));
}

/** A rate: whole from ten on. */
export function rate(value) {
  return number(value, value > 0 && value < 10 ? 1 : 0);
}
