// The fleet on a map, what is under the pointer, and the same as a table.

import { get } from "./api.js";
import { address, announce, button, facts, h, link, panel, path, put, rideLink } from "./dom.js";
import { fleetMap } from "./fleet-map.js";
import { degrees, length, number, personal, t, time, word } from "./i18n.js";
import * as live from "./live.js";
import { zoneKinds } from "./map.js";
import { vehicleState } from "./marks.js";
import { vehicleLink } from "./rides.js";
import { table } from "./table.js";
import { ageOf, countStates, vehicles, vehicleStates } from "./vehicle-state.js";

const [mostListed, mostRows] = [100, 100];

/** Shows the map; the states that are shown and the vehicle that is selected are in the address. */
export async function show({ main, query, signal }) {
  const chosen = new Set(query.state ? query.state.split(",") : vehicleStates.slice(0, 3));
  const isShown = (state) => chosen.has(state);
  const host = h("div", { class: "map large" });
  const side = h("div", { class: "selection" });
  const counts = h("ul", { class: "counts" });
  const page = { host, side, isShown, signal, selected: query.vehicle ?? null, map: null };
  const rows = vehicleTable(page);
  put(main, h("h1", null, t("page./map")),
    h("div", { class: "map-grid" }, host,
      h("div", { class: "map-side" }, panel(t("map.legend"), null, counts, ages(), zones()),
        panel(t("map.selection"), null, side))),
    panel(t("map.table"), null, h("p", { class: "quiet" }, t("map.tableOf", { n: mostRows })), rows.element));
  put(side, h("p", { class: "quiet" }, t("map.selectionHint")));
  drawCounts(counts, chosen, () => {
    keep({ state: [...chosen].join(",") });
    page.map?.layer.refresh();
    rows.renew();
  });

  const update = () => {
    const found = countStates();
    for (const span of counts.querySelectorAll("[data-state]")) put(span, number(found[span.dataset.state]));
    rows.refresh();
  };
  live.on("vehicles", update, signal);
  start(page, rows);
}

/** Keeps a part of what is shown in the address. */
function keep(changes) {
  const { pathname, searchParams } = new URL(location.href);
  history.replaceState(history.state, "", address(pathname, { ...Object.fromEntries(searchParams), ...changes }));
}

async function start(page, rows) {
  const { host, isShown, signal } = page;
  page.map = await fleetMap(host, { label: t("map.label"), isShown, signal });
  if (!page.map) return;
  const { map, layer } = page.map;
  map.on("click", ({ containerPoint }) => list(page, layer.at(containerPoint)));
  map.on("mousemove", ({ containerPoint }) => {
    map.getContainer().classList.toggle("pointing", layer.at(containerPoint).length > 0);
  });
  map.on("moveend", rows.renew);
  if (!page.selected) return;
  select(page, page.selected);
  const zoomTo = () => {
    const vehicle = vehicles.get(page.selected);
    if (!vehicle) return;
    map.setView([vehicle.latitude, vehicle.longitude], 16);
    found.abort();
  };
  const found = new AbortController();
  live.on("vehicles", zoomTo, AbortSignal.any([found.signal, signal]));
  zoomTo();
}

/** The states with their numbers, each of which can be left out. */
function drawCounts(counts, chosen, onChange) {
  put(counts, vehicleStates.map((state) => {
    const box = h("input", {
      type: "checkbox", checked: chosen.has(state), onchange: () => {
        if (box.checked) chosen.add(state);
        else chosen.delete(state);
        onChange();
      },
    });
    return h("li", null, h("label", null, box, vehicleState(state),
      h("span", { class: "number", "data-state": state }, "–")));
  }));
}

function ages() {
  return h("p", { class: "quiet" }, t("map.ages"));
}

function zones() {
  return h("ul", { class: "zones" }, zoneKinds.map((kind) =>
    h("li", null, h("span", { class: `zone ${kind}`, "aria-hidden": "true" }), word("zone", kind))));
}

/** Lists the vehicles at a point, or shows the only one. */
function list(page, found) {
  if (found.length === 0) return;
  if (found.length === 1) return select(page, found[0].id);
  const shown = found.slice(0, mostListed).sort((a, b) => a.id.localeCompare(b.id, undefined, { numeric: true }));
  put(page.side, h("p", null, t("map.members", { n: found.length })),
    h("ul", { class: "members" }, shown.map((vehicle) => h("li", null,
      button(vehicle.id, () => select(page, vehicle.id)), vehicleState(vehicle.state)))),
    found.length > shown.length && h("p", { class: "quiet" }, t("map.zoomIn", { n: found.length - shown.length })));
  announce(t("map.members", { n: found.length }));
}

/** Shows a vehicle with what the store knows of it, and the way of its ride. */
async function select(page, id) {
  page.selected = id;
  if (page.map) {
    page.map.layer.selected = id;
    page.map.layer.refresh();
  }
  keep({ vehicle: id });
  try {
    const vehicle = await get(path`/api/vehicles/${id}`, page.signal);
    if (page.selected !== id) return;
    announce(`${id}, ${word("state", vehicle.state)}`);
    put(page.side, h("p", { class: "large" }, link(path`/vehicles/${id}`, id)), facts([
      [t("vehicle.state"), vehicleState(vehicle.state)],
      [t("vehicle.plate"), vehicle.registrationPlate],
      [t("ride.driver"), vehicle.driverName && personal(vehicle.driverName)],
      [t("vehicle.products"), vehicle.products.join(", ")],
      [t("ride.ride"), vehicle.rideIdentifier && rideLink(vehicle.rideIdentifier)],
      [t("vehicle.locatedAt"), time(vehicle.locatedAt)],
    ]));
    await drawWay(page, vehicle.rideIdentifier);
  } catch (error) {
    if (error.name !== "AbortError") put(page.side, h("p", null, id), h("p", { class: "quiet" }, t("map.unknown")));
  }
}

async function drawWay(page, ride) {
  page.way?.remove();
  if (!ride || !page.map) return;
  const { ride: found } = await get(path`/api/rides/${ride}`, page.signal);
  const { L, map } = page.map;
  const places = [found.pickup, ...(found.status?.waypoints ?? []), found.dropOff];
  const points = places.filter((place) => typeof place?.latitude === "number")
    .map(({ latitude, longitude }) => [latitude, longitude]);
  const color = getComputedStyle(document.documentElement).getPropertyValue("--text").trim();
  page.way = L.polyline(points, { color, weight: 2.5, dashArray: "4 6", interactive: false }).addTo(map);
}

/** The vehicles in view as a table: chosen anew when the map is moved, and updated in between. */
function vehicleTable(page) {
  let shown = [];
  const sorted = (label, value, more) => ({ label: t(label), sort: value, cell: value, ...more });
  const measure = (label, value, cell) => sorted(label, value, { isNumber: true, cell });
  const made = table({
    caption: t("map.table"), key: (row) => row.id, items: [], empty: t("vehicle.noVehicles"), columns: [
      sorted("vehicle.vehicle", (row) => row.id, { isHead: true, cell: (row) => vehicleLink(row.id) }),
      sorted("vehicle.state", (row) => word("state", row.state), { cell: (row) => vehicleState(row.state) }),
      sorted("ride.ride", (row) => row.ride, { cell: (row) => row.ride && rideLink(row.ride) }),
      measure("vehicle.latitude", (row) => row.latitude, (row) => degrees(row.latitude)),
      measure("vehicle.longitude", (row) => row.longitude, (row) => degrees(row.longitude)),
      measure("vehicle.course", (row) => row.course, (row) => row.course === null ? null : `${number(row.course)}°`),
      measure("vehicle.age", (row) => row.age, (row) => length(row.age)),
    ],
  });
  let drawnAt = 0;
  const items = () => shown.map((id) => vehicles.get(id)).filter(Boolean)
    .map((vehicle) => ({ ...vehicle, age: Math.round(ageOf(vehicle)) }));
  const renew = () => {
    const bounds = page.map?.map.getBounds();
    shown = [];
    for (const vehicle of vehicles.values()) {
      if (shown.length === mostRows) break;
      const isInView = !bounds || bounds.contains([vehicle.latitude, vehicle.longitude]);
      if (isInView && page.isShown(vehicle.state)) shown.push(vehicle.id);
    }
    made.update(items());
  };
  return {
    element: made.element,
    renew,
    refresh() {
      if (shown.length === 0) return renew();
      if (Date.now() - drawnAt < 2000) return;
      drawnAt = Date.now();
      made.update(items());
    },
  };
}
