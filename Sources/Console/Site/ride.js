// One ride: how it stands, what has happened, and what can be ordered for it.

import { get } from "./api.js";
import { facts, h, panel, path, put } from "./dom.js";
import { rideMap } from "./fleet-map.js";
import { degrees, length, money, number, personal, phrase as say, said, t, time, word } from "./i18n.js";
import { ledger, paymentsOf, receipt } from "./ride-money.js";
import * as live from "./live.js";
import { command } from "./listing.js";
import { notice, phase } from "./marks.js";
import { openOrder } from "./order.js";
import { placeName, riderLink, vehicleLink } from "./rides.js";
import { table } from "./table.js";

/** Shows the ride, and again after each of its changes. */
export async function show({ main, identifier, me, signal }) {
  const source = path`/api/rides/${identifier}`;
  const top = [section(head), section(doubts)];
  const left = [section(status), map(signal)];
  const right = [section((all) => orders(all, me, refresh)), section(timeline), section(receipt), section(paymentsOf)];
  const end = [section(ledger), section(raw)];
  const elements = (parts) => parts.map((part) => part.element);
  let timer = 0;
  let isShown = false;
  let latest = Promise.resolve();

  /** One request follows the other, so that no older state is shown after a newer one. */
  function refresh() {
    latest = latest.catch(() => {}).then(load);
    return latest;
  }

  async function load() {
    const all = await get(source, signal);
    for (const part of [...top, ...left, ...right, ...end]) part.update(all);
    if (!isShown) {
      put(main, elements(top),
        h("div", { class: "columns" }, [left, right].map((parts) => h("div", { class: "part" }, elements(parts)))),
        elements(end), command(`livery ride ${identifier}`, {}));
    }
    isShown = true;
  }

  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => { if (!signal.aborted) refresh().catch(() => {}); }, 400);
  };
  // Before the first request, so that no change after it is missed.
  live.on("ride", (change) => { if (change.rideIdentifier === identifier) soon(); }, signal);
  live.on("resumed", soon, signal);
  await refresh();
}

/** A part of the page that is drawn anew only where its content has changed. */
function section(draw) {
  const element = h("div", { class: "part" });
  let known = "";
  return {
    element,
    update(all) {
      const isOpen = element.querySelector("details")?.open;
      const next = h("div", null, draw(all));
      const text = next.textContent + next.querySelectorAll("*").length;
      if (text === known) return;
      known = text;
      element.hidden = next.children.length === 0;
      put(element, [...next.childNodes]);
      if (isOpen) element.querySelector("details").open = true;
    },
  };
}

/** The status in full stands in the ride or within it. */
function statusOf({ ride }) {
  return { ...ride, ...ride.status };
}

function head({ ride }) {
  return h("header", { class: "title" }, h("h1", null, t("ride.title", { id: ride.rideIdentifier })),
    h("p", { class: "large" }, phase(ride)));
}

function doubts({ doubts: texts, ride }) {
  return [...texts.map((text) => notice("attention", text)),
    ride.held && texts.length === 0 ? notice("attention", t("ride.heldText")) : null].filter(Boolean);
}

function status(all) {
  const ride = statusOf(all);
  const end = ride.completionStatus ?? {};
  const driver = ride.driver && [personal(ride.driver.name),
    ride.driver.phoneNumber ? [" · ", personal(ride.driver.phoneNumber)] : null];
  const { name, phoneNumber, note } = ride.passenger ?? {};
  const passenger = [name, phoneNumber, note].filter(Boolean).flatMap((text, i) => [i ? " · " : "", personal(text)]);
  const stops = ride.waypoints ?? [];
  return panel(t("ride.status"), null, facts([
    [t("ride.rider"), riderLink(ride.riderIdentifier)],
    [t("ride.passenger"), passenger],
    [t("ride.from"), placeName(ride.pickup ?? ride.pickupLocation)],
    [t("ride.stops"), stops.length > 0 && h("ol", null, stops.map((stop) => h("li", null, placeName(stop))))],
    [t("ride.to"), ride.dropOff && placeName(ride.dropOff)],
    [t("ride.option"), ride.option],
    [t("ride.party"), ride.partySize && number(ride.partySize)],
    [t("ride.price"), ride.price && money(ride.price)],
    [t("receipt.outstanding"), ride.outstanding && !/^[0.]+$/.test(ride.outstanding.amount) && money(ride.outstanding)],
    [t("ride.area"), ride.area],
    [t("ride.vehicle"), ride.vehicle && vehicleLink(ride.vehicle)],
    [t("ride.driver"), driver],
    [t("ride.declinedBy"), ride.declinedBy?.flatMap((one, i) => [i ? ", " : "", vehicleLink(one)])],
    [t("ride.planned"), ride.plannedVehicleIdentifier && vehicleLink(ride.plannedVehicleIdentifier)],
    [t("ride.bookedAt"), time(ride.createdAt)],
    [t("ride.scheduled"), ride.scheduledPickupTime && time(ride.scheduledPickupTime.start)],
    [t("ride.pickupAt"), ride.phase !== "completed" && ride.estimatedPickupDate && time(ride.estimatedPickupDate)],
    [t("ride.dropOffAt"), ride.phase !== "completed" && ride.estimatedDropOffDate && time(ride.estimatedDropOffDate)],
    [t("ride.arrivedAt"), ride.arrivedAt && time(ride.arrivedAt)],
    [t("ride.startedAt"), ride.startedAt && time(ride.startedAt)],
    [t("ride.endedAt"), ride.endedAt && time(ride.endedAt)],
    [t("ride.driven"), ride.drivenMetres && `${number(ride.drivenMetres / 1000, 1)} km`],
    [t("ride.outcome"), end.outcome && word("outcome", end.outcome)],
    [t("ride.cause"), end.cause && word("cause", end.cause)],
    [t("ride.atFault"), end.atFault && word("party", end.atFault)],
    [t("ride.updatedAt"), time(ride.updatedAt)],
    [t("ride.observers"), all.observers !== undefined && number(all.observers)],
  ]));
}

function orders({ orders: all, ride }, me, refresh) {
  if (!me.mayAct) {
    return panel(t("order.title"), null, h("p", { class: "quiet" }, t("order.role", { role: word("role", me.role) })));
  }
  const row = (order) => h("li", null, order.isPossible
    ? h("button", { type: "button", onclick: () => openOrder(order, ride, refresh) }, t(`order.${order.kind}`))
    : h("span", { class: "impossible" }, t(`order.${order.kind}`)),
  h("span", { class: "quiet" }, order.isPossible ? t(`order.${order.kind}.about`) : null,
    order.most && order.isPossible ? ` ${t("order.most", { most: money(order.most) })}` : null,
    order.why ? [" ", say({ ...order, text: order.why })] : null));
  return panel(t("order.title"), null, h("ul", { class: "orders" }, all.map(row)));
}

function timeline({ timeline: entries }) {
  let before = null;
  return panel(t("ride.timeline"), null, h("ol", { class: "timeline" }, entries.map((entry) => {
    const gap = before && (Date.parse(entry.at) - Date.parse(before)) / 1000;
    before = entry.at;
    return h("li", { class: entry.kind }, h("span", { class: "when" }, time(entry.at)),
      h("span", { class: "what" }, h("span", { class: "tag" }, word("entry", entry.kind)), " ",
        entry.words.map((key) => t(key)).join(", "), entry.words.length > 0 && entry.text && ": ", said(entry.text),
        entry.by && h("span", { class: "quiet" }, " ", t("ride.by", { by: entry.by })),
        ["message", "trace"].map((name) => entry[name] && h("span", { class: "source quiet" },
          t(`ride.${name}`), " ", h("code", {}, entry[name])))),
      h("span", { class: "gap quiet" }, gap >= 1 ? `+${length(Math.round(gap))}` : null));
  })));
}

function map(signal) {
  const host = h("div", { class: "map" });
  const equivalent = h("div");
  const element = h("div", { class: "part" }, panel(t("page./map"), null, host, equivalent));
  let made = null;
  let list = null;
  return {
    element,
    update(all) {
      const ride = statusOf(all);
      const places = [
        { letter: "A", kind: "from", name: t("ride.from"), place: ride.pickup ?? ride.pickupLocation },
        ...(ride.waypoints ?? []).map((place, i) =>
          ({ letter: i + 1, kind: "stop", name: t("ride.stop", { n: i + 1 }), place })),
        { letter: "B", kind: "to", name: t("ride.to"), place: ride.dropOff },
        { letter: "▲", kind: "car", name: t("ride.vehicle"), place: ride.vehicle?.location },
      ].filter(({ place }) => typeof place?.latitude === "number");
      element.hidden = places.length === 0;
      if (element.hidden) return;
      made ??= rideMap(host, { label: t("ride.map"), places, signal });
      made.then((map) => map?.update(places));
      if (list) return list.update(places);
      list = table({
        caption: t("ride.places"), key: (row) => row.letter, items: places, columns: [
          { label: t("ride.mark"), cell: (row) => h("span", { class: `pin ${row.kind}` }, row.letter) },
          { label: t("ride.place"), isHead: true, cell: (row) => row.name },
          { label: t("ride.address"), isText: true, cell: (row) => placeName(row.place) },
          { label: t("vehicle.latitude"), isNumber: true, cell: (row) => degrees(row.place.latitude) },
          { label: t("vehicle.longitude"), isNumber: true, cell: (row) => degrees(row.place.longitude) },
        ],
      });
      put(equivalent, list.element);
    },
  };
}

function raw({ ride }) {
  return h("details", { class: "panel" }, h("summary", null, t("ride.raw")),
    h("pre", { tabindex: "0", "aria-label": t("ride.raw") }, JSON.stringify(ride, null, 2)));
}
