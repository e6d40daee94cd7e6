// The vehicles on a map: one canvas, drawn at most once a frame, whatever their number.

import { h } from "./dom.js";
import { colour } from "./map.js";
import { ageOf, vehicles, vehicleStates } from "./vehicle-state.js";

const cell = 48;
/** A cell with more vehicles is one cluster, up to the zoom from which all are drawn. */
const [clusterAbove, clusterBelowZoom] = [3, 17];
const [fadedAt, hollowAt] = [30, 90];

/** Outlines around 0,0, the way ahead being up; the round ones have no course. */
const outlines = {
  free: [[0, -9], [6.5, 8], [0, 4], [-6.5, 8]],
  taken: [[0, -10], [6, -3], [6, 8], [-6, 8], [-6, -3]],
  square: [[-6, -6], [6, -6], [6, 6], [-6, 6]],
  silent: [[0, -8], [8, 0], [0, 8], [-8, 0]],
};
const colours = { free: "well", taken: "accent", silent: "alarm", offDuty: "quiet" };

/** A layer of Leaflet for the vehicles whose states `isShown` accepts. */
export function vehicleLayer(L, map, isShown) {
  const canvas = h("canvas", { class: "leaflet-zoom-animated vehicles", "aria-hidden": "true" });
  let frame = 0;
  let clusters = [];
  let single = [];
  let paint = {};
  const layer = {
    /** The identifier of the vehicle with a ring around it. */
    selected: null,

    /** Draws in the next frame. */
    refresh() {
      frame ||= requestAnimationFrame(() => { frame = 0; draw(); });
    },

    /** The vehicles at a point of the map: one, those of a cluster, or those that overlap there. */
    at({ x, y }) {
      const near = (thing, reach) => Math.hypot(thing.px - x, thing.py - y) <= reach;
      const cluster = clusters.find((one) => near(one, one.radius + 2));
      return cluster ? cluster.members : single.filter((one) => near(one, 13)).map((one) => one.vehicle);
    },

    remove() {
      cancelAnimationFrame(frame);
      map.off("move zoom resize viewreset moveend", layer.refresh);
      map.off("zoomanim", animate);
      canvas.remove();
    },
  };

  function animate({ zoom, center }) {
    const scale = map.getZoomScale(zoom);
    const corner = map._latLngBoundsToNewLayerBounds(map.getBounds(), zoom, center).min;
    L.DomUtil.setTransform(canvas, corner, scale);
  }

  function draw() {
    const size = map.getSize();
    const ratio = window.devicePixelRatio || 1;
    const corner = map.containerPointToLayerPoint([0, 0]);
    L.DomUtil.setTransform(canvas, corner, 1);
    if (canvas.width !== size.x * ratio || canvas.height !== size.y * ratio) {
      canvas.width = size.x * ratio;
      canvas.height = size.y * ratio;
      canvas.style.width = `${size.x}px`;
      canvas.style.height = `${size.y}px`;
    }
    paint = Object.fromEntries(["surface", "text", ...Object.values(colours)].map((name) => [name, colour(name)]));
    const context = canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, size.x, size.y);
    arrange(size, map.getPixelOrigin().add(corner));
    drawSingle(context);
    for (const cluster of clusters) drawCluster(context, cluster);
    drawSelected(context);
  }

  /** Sorts what is in view into the cells of a grid that does not move with the map. */
  function arrange(size, origin) {
    const world = 256 * 2 ** map.getZoom();
    const cells = new Map();
    for (const vehicle of vehicles.values()) {
      const [px, py] = [vehicle.x * world - origin.x, vehicle.y * world - origin.y];
      if (px < -cell || py < -cell || px > size.x + cell || py > size.y + cell) continue;
      if (!isShown(vehicle.state)) continue;
      const [column, row] = [Math.floor((px + origin.x) / cell), Math.floor((py + origin.y) / cell)];
      const name = column * 2 ** 24 + row;
      const placed = { vehicle, px, py };
      const known = cells.get(name);
      if (known) known.push(placed);
      else cells.set(name, [placed]);
    }
    clusters = [];
    single = [];
    for (const members of cells.values()) {
      if (members.length > clusterAbove && map.getZoom() < clusterBelowZoom) clusters.push(cluster(members, origin));
      else single.push(...members);
    }
  }

  function cluster(members, origin) {
    const radius = Math.min(20, 11 + 2 * Math.log2(members.length / 2));
    const middle = (axis, from) => {
      const mean = members.reduce((sum, one) => sum + one[axis], 0) / members.length;
      const start = Math.floor((mean + from) / cell) * cell - from;
      return Math.min(Math.max(mean, start + radius + 1), start + cell - radius - 1);
    };
    const [px, py] = [middle("px", origin.x), middle("py", origin.y)];
    return { members: members.map((one) => one.vehicle), radius, px, py };
  }

  /** One path for each colour and age, so that thousands cost a few strokes. */
  function drawSingle(context) {
    const groups = new Map();
    for (const one of single) {
      const age = ageOf(one.vehicle);
      const kind = age >= hollowAt ? "hollow" : age >= fadedAt ? "faded" : "fresh";
      const name = `${one.vehicle.state} ${kind}`;
      if (!groups.has(name)) groups.set(name, []);
      groups.get(name).push(one);
    }
    for (const [name, members] of groups) {
      const [state, kind] = name.split(" ");
      const isLine = state === "offDuty";
      context.beginPath();
      for (const one of members) outline(context, one);
      context.globalAlpha = kind === "faded" ? 0.5 : 1;
      context.lineWidth = isLine || kind === "hollow" || state === "silent" ? 2.5 : 1.5;
      context.strokeStyle = kind === "fresh" && !isLine && state !== "silent" ? paint.surface : paint[colours[state]];
      context.fillStyle = kind === "hollow" || state === "silent" ? paint.surface : paint[colours[state]];
      if (!isLine) context.fill();
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  function outline(context, { vehicle, px, py }) {
    if (vehicle.state === "offDuty") {
      context.moveTo(px - 5, py - 5);
      context.lineTo(px + 5, py + 5);
      context.moveTo(px + 5, py - 5);
      context.lineTo(px - 5, py + 5);
      return;
    }
    const isTurned = vehicle.course !== null && vehicle.state !== "silent";
    if (!isTurned && vehicle.state === "free") {
      context.moveTo(px + 6, py);
      context.arc(px, py, 6, 0, 2 * Math.PI);
      return;
    }
    const points = isTurned ? outlines[vehicle.state] : outlines[vehicle.state === "taken" ? "square" : "silent"];
    const [sine, cosine] = isTurned ? [vehicle.sine, vehicle.cosine] : [0, 1];
    points.forEach(([x, y], i) => {
      context[i ? "lineTo" : "moveTo"](px + x * cosine - y * sine, py + x * sine + y * cosine);
    });
    context.closePath();
  }

  /** A disc with its number, and a ring with the share of each state. */
  function drawCluster(context, { members, radius, px, py }) {
    context.beginPath();
    context.arc(px, py, radius, 0, 2 * Math.PI);
    context.fillStyle = paint.surface;
    context.fill();
    let from = -Math.PI / 2;
    context.lineWidth = 3;
    for (const state of vehicleStates) {
      const count = members.filter((vehicle) => vehicle.state === state).length;
      if (count === 0) continue;
      const to = from + count / members.length * 2 * Math.PI;
      context.beginPath();
      context.arc(px, py, radius - 1.5, from, to);
      context.strokeStyle = paint[colours[state]];
      context.stroke();
      from = to;
    }
    context.fillStyle = paint.text;
    context.font = "600 11px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(members.length, px, py + 0.5);
  }

  function drawSelected(context) {
    const one = single.find(({ vehicle }) => vehicle.id === layer.selected)
      ?? clusters.find(({ members }) => members.some((vehicle) => vehicle.id === layer.selected));
    if (!one) return;
    context.beginPath();
    context.arc(one.px, one.py, (one.radius ?? 12) + 4, 0, 2 * Math.PI);
    context.lineWidth = 3;
    context.strokeStyle = paint.text;
    context.stroke();
  }

  map.getPanes().overlayPane.append(canvas);
  map.on("move zoom resize viewreset moveend", layer.refresh);
  map.on("zoomanim", animate);
  layer.refresh();
  return layer;
}
