// Maps: Leaflet of the operating system's package, on the catalogue's own areas and zones.

import { get } from "./api.js";
import { button, h, put } from "./dom.js";
import { t } from "./i18n.js";

const home = "/vendor/leaflet";
let loading = null;

/** Loads Leaflet and the areas once. */
function load() {
  loading ??= (async () => {
    document.head.prepend(h("link", { rel: "stylesheet", href: `${home}/leaflet.css` }));
    const [L, ground] = await Promise.all([import(`${home}/leaflet.esm.min.js`), get("/api/map")]);
    return { L, ground };
  })();
  loading.catch(() => { loading = null; });
  return loading;
}

/** A colour of the style sheet, for what is drawn on a canvas. */
export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** Calls a function when the colours change, until the signal. */
export function onColours(listener, signal) {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", listener, { signal });
}

/**
 * Puts a map into an element. Returns Leaflet as `L`, the `map` and `fit()`, or null with a sentence
 * in the place of the map where Leaflet or the areas are missing. `isStill` is a picture without
 * controls, `areas` are others than those of the catalogue in force.
 */
export async function makeMap(host, { label, isStill, areas, signal }) {
  let loaded;
  try {
    loaded = await load();
  } catch {
    if (!signal.aborted) put(host, h("p", { class: "notice attention" }, t("map.missing")));
    return null;
  }
  await sized(host, signal);
  if (signal.aborted) return null;
  const { L } = loaded;
  const ground = areas ? { ...loaded.ground, areas } : loaded.ground;
  const canvas = h("div", { class: "map-canvas", "aria-label": label, role: isStill ? "img" : "region" });
  put(host, canvas);
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const options = isStill ? {
    dragging: false, keyboard: false, scrollWheelZoom: false, doubleClickZoom: false, touchZoom: false,
    boxZoom: false, tap: false,
  } : {};
  const map = L.map(canvas, {
    zoomControl: false, attributionControl: false, preferCanvas: true, zoomSnap: 0.5, minZoom: 3, maxZoom: 19,
    zoomAnimation: !calm, fadeAnimation: !calm, inertia: !calm, ...options,
  });
  if (isStill) canvas.removeAttribute("tabindex");
  else focusable(canvas);
  if (ground.tiles) L.tileLayer(ground.tiles, { maxZoom: 19 }).addTo(map);
  const renderer = L.canvas({ padding: 0.3 });
  let drawn = drawGround(L, ground, renderer).addTo(map);
  const bounds = drawn.getBounds();
  onColours(() => {
    drawn.remove();
    drawn = drawGround(L, ground, renderer).addTo(map);
  }, signal);
  drawNames(L, map, ground);
  const fit = (to) => {
    const target = to ?? bounds;
    // The buttons are above what is fitted.
    const paddings = { paddingTopLeft: [24, isStill ? 16 : 56], paddingBottomRight: [24, 24] };
    if (target.isValid()) map.fitBounds(target, { ...paddings, maxZoom: 16 });
    else map.setView([0, 0], 3);
  };
  fit();
  L.control.scale({ imperial: false, position: "bottomleft" }).addTo(map);
  if (!isStill) host.append(controls(map, fit));
  if (ground.attribution) host.append(h("p", { class: "attribution" }, ground.attribution));
  const observer = new ResizeObserver(() => map.invalidateSize());
  observer.observe(canvas);
  signal.addEventListener("abort", () => { observer.disconnect(); map.remove(); });
  return { L, map, fit, ground };
}

/** Waits until an element has a size, which it gets when its page is shown. */
function sized(host, signal) {
  return new Promise((resolve) => {
    const observer = new ResizeObserver(() => {
      if (host.clientWidth === 0) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(host);
    signal.addEventListener("abort", () => { observer.disconnect(); resolve(); });
  });
}

/** While it has the focus a map takes the arrow keys; a screen reader has to pass them on. */
function focusable(canvas) {
  canvas.addEventListener("focus", () => canvas.setAttribute("role", "application"));
  canvas.addEventListener("blur", () => canvas.setAttribute("role", "region"));
}

/** Buttons for all that dragging and the wheel do. */
function controls(map, fit) {
  const part = (text, name, act) => button(text, act, { "aria-label": t(name), title: t(name) });
  const pan = (x, y) => () => map.panBy([x * 160, y * 160]);
  return h("div", { class: "map-controls", role: "group", "aria-label": t("map.controls") },
    part("+", "map.in", () => map.zoomIn()), part("−", "map.out", () => map.zoomOut()),
    part("⤢", "map.fit", () => fit()), part("←", "map.west", pan(-1, 0)), part("↑", "map.north", pan(0, -1)),
    part("↓", "map.south", pan(0, 1)), part("→", "map.east", pan(1, 0)));
}

const kinds = { restricted: "alarm", fare: "accent", charge: "attention", zone: "quiet" };

/** A layer of the areas and their zones, in the colours of now. */
function drawGround(L, { areas }, renderer) {
  const group = L.featureGroup();
  const add = (geometry, style) =>
    L.geoJSON(geometry, { style: { renderer, interactive: false, ...style } }).addTo(group);
  for (const { boundary } of areas) {
    add(boundary, { color: colour("edge"), weight: 2, fillColor: colour("land"), fillOpacity: 1 });
  }
  for (const { kind, geometry } of areas.flatMap((area) => area.zones)) {
    const color = colour(kinds[kind] ?? "quiet");
    const dashArray = kind === "restricted" ? "2 4" : kind === "zone" ? "6 4" : null;
    const fillOpacity = kind === "restricted" ? 0.18 : 0.05;
    add(geometry, { color, weight: 1.5, dashArray, fillColor: color, fillOpacity });
  }
  return group;
}

/** Writes the names of the zones, which are shown from a zoom on at which they do not overlap. */
function drawNames(L, map, { areas }) {
  const named = areas.flatMap((area) => area.zones).filter(({ kind }) => ["zone", "restricted"].includes(kind));
  for (const { key, geometry } of named) {
    const icon = L.divIcon({ className: "zone-name", html: h("span", null, key), iconSize: [120, 16] });
    const middle = L.geoJSON(geometry).getBounds().getCenter();
    L.marker(middle, { icon, keyboard: false, interactive: false }).addTo(map);
  }
  const show = () => map.getContainer().classList.toggle("far", map.getZoom() < 12);
  map.on("zoomend", show);
  map.whenReady(show);
}

/** Kinds of zones with the colour of each, as a legend has them. */
export const zoneKinds = Object.keys(kinds);
