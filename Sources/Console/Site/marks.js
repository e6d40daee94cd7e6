// States as a shape, a colour and a word.

import { h, s } from "./dom.js";
import { said, t, word } from "./i18n.js";

/** Paths in a square of 16; the map draws the vehicles' shapes from the same points. */
const paths = {
  well: "M8 1a7 7 0 1 1 0 14a7 7 0 1 1 0-14zM4.2 8.4l2.6 2.6 5-5.2-1.2-1.1-3.8 4-1.5-1.4z",
  attention: "M8 1l7.5 14h-15zM7.1 6h1.8v4.6h-1.8zM7.1 11.6h1.8v1.7h-1.8z",
  alarm: "M5 1h6l4 4v6l-4 4h-6l-4-4v-6zM7 4h2v5h-2zM7 10.3h2v2h-2z",
  free: "M8 1l5 14-5-3.5-5 3.5z",
  taken: "M8 1l5 5v9h-10v-9z",
  silent: "M8 1l7 7-7 7-7-7zM8 4.2l-3.8 3.8 3.8 3.8 3.8-3.8z",
  offDuty: "M3.4 2l4.6 4.6 4.6-4.6 1.4 1.4-4.6 4.6 4.6 4.6-1.4 1.4-4.6-4.6-4.6 4.6-1.4-1.4 4.6-4.6-4.6-4.6z",
};

const levels = { ready: "well", notReady: "attention", unreachable: "alarm" };

function shape(name, kind) {
  return s("svg", { class: `mark ${kind ?? name}`, viewBox: "0 0 16 16", "aria-hidden": "true" },
    s("path", { d: paths[name], "fill-rule": "evenodd" }));
}

function badge(icon, text) {
  return h("span", { class: "badge" }, icon, h("span", null, text));
}

/** The mark of `well`, `attention` or `alarm`, without its word. */
export function levelMark(level) {
  return shape(level in paths ? level : "attention");
}

/** `well`, `attention` or `alarm`, with what it is about. */
export function level(name, text) {
  return badge(levelMark(name), text ?? word("level", name));
}

/** The state of a vehicle. */
export function vehicleState(name) {
  return badge(shape(name in paths ? name : "silent"), word("state", name));
}

/** The state of a worker. */
export function workerState(name) {
  return badge(levelMark(levels[name] ?? "attention"), word("worker", name));
}

const order = ["received", "confirmed", "approachingPickup", "pickup", "ongoing", "completed"];

/** The phases in their order. */
export const phases = order;

/** How far a ride has come: a disc that fills, and how it ended. */
export function phase({ phase: name, outcome, held }) {
  const isCanceled = outcome && outcome !== "completed";
  const text = isCanceled ? word("outcome", outcome) : word("phase", name);
  const icon = isCanceled ? shape("offDuty", "canceled")
    : name === "completed" ? shape("well", "ended") : pie(order.indexOf(name) / 5);
  return [badge(icon, text), held ? [" ", h("span", { class: "tag alarm" }, t("ride.held"))] : null];
}

function pie(share) {
  const angle = share * 2 * Math.PI;
  const [x, y] = [8 + 6 * Math.sin(angle), 8 - 6 * Math.cos(angle)];
  return s("svg", { class: "mark phase", viewBox: "0 0 16 16", "aria-hidden": "true" },
    s("circle", { cx: 8, cy: 8, r: 6.5, class: "ring" }),
    share > 0 && s("path", { d: `M8 8V2A6 6 0 ${share > 0.5 ? 1 : 0} 1 ${x.toFixed(2)} ${y.toFixed(2)}z` }));
}

/** A short text in a box, as for a doubt. */
export function notice(name, text) {
  return h("p", { class: `notice ${name}` }, levelMark(name), h("span", null, said(text)));
}
