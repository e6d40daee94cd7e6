// Rides, the newest first, by phase, rider, vehicle and time.

import { get } from "./api.js";
import { address, button, h, link, path, put, rideLink } from "./dom.js";
import { degrees, money, personal, t, time, word } from "./i18n.js";
import * as live from "./live.js";
import { command, filters, pager } from "./listing.js";
import { phase, phases } from "./marks.js";
import { table } from "./table.js";

/** The columns of every list of rides. */
export function rideColumns() {
  return [
    { label: t("ride.ride"), isHead: true, cell: (ride) => rideLink(ride.rideIdentifier) },
    { label: t("ride.phase"), cell: (ride) => phase(ride) },
    { label: t("ride.bookedAt"), isNumber: true, cell: (ride) => time(ride.createdAt) },
    { label: t("ride.from"), isText: true, cell: (ride) => placeName(ride.pickup) },
    { label: t("ride.to"), isText: true, cell: (ride) => ride.dropOff && placeName(ride.dropOff) },
    { label: t("ride.option"), cell: (ride) => ride.option },
    { label: t("ride.price"), isNumber: true, cell: (ride) => ride.price && money(ride.price) },
    { label: t("ride.vehicle"), cell: (ride) => ride.vehicle && vehicleLink(ride.vehicle) },
    { label: t("ride.rider"), cell: (ride) => riderLink(ride.riderIdentifier) },
    { label: t("ride.updatedAt"), isNumber: true, cell: (ride) => time(ride.updatedAt) },
  ];
}

/** The name of a place, else its coordinates. */
export function placeName({ name, latitude, longitude }) {
  if (name) return personal(name);
  return typeof latitude === "number" ? `${degrees(latitude)}, ${degrees(longitude)}` : personal(latitude);
}

/** A link to a vehicle, by its identifier or as an object. */
export function vehicleLink(vehicle) {
  const identifier = vehicle.vehicleIdentifier ?? vehicle;
  return link(path`/vehicles/${identifier}`, vehicle.registrationPlate ?? identifier);
}

/** A link to a rider, where the role may see who it is. */
export function riderLink(identifier) {
  return identifier === "•••" ? personal(identifier) : link(path`/riders/${identifier}`, identifier);
}

/** Shows a page of the list. A change of a ride that is shown is seen in its row. */
export async function show({ main, query, go, signal, me }) {
  const { cursor, payment, ...asked } = query;
  const source = address("/api/rides", { ...query, limit: 50 });
  let { items, next } = await get(source, signal);
  const list = table({
    caption: t("page./rides"), key: (ride) => ride.rideIdentifier, items,
    columns: rideColumns(), empty: t("ride.noRides"),
  });
  const news = h("p", { class: "waiting", hidden: true });
  const fields = [
    { name: "phase", label: t("ride.phase"), options: phases.map((name) => [name, word("phase", name)]) },
    me.maySeePersonal && { name: "rider", label: t("ride.rider") },
    { name: "vehicle", label: t("ride.vehicle") },
    {
      name: "payment", label: t("payment.kind"),
      options: ["requested", "retrying", "needsAction", "failed"].map((name) => [name, word("charge", name)]),
    },
    { name: "from", label: t("ride.bookedFrom"), type: "datetime-local" },
    { name: "before", label: t("ride.bookedBefore"), type: "datetime-local" },
  ].filter(Boolean);
  const pages = h("div");
  const turn = () => put(pages, pager({ path: "/rides", query, next, go, count: items.length }));
  turn();
  put(main, h("h1", null, t("page./rides")), filters({ path: "/rides", query, fields, go }),
    !me.maySeePersonal && h("p", { class: "quiet" }, t("masked.note")), news, list.element, pages,
    command("livery rides", asked));

  const fresh = new Set();
  const reload = async () => {
    ({ items, next } = await get(source, signal));
    fresh.clear();
    news.hidden = true;
    list.update(items);
    turn();
  };
  const failed = () => {};
  live.on("resumed", () => reload().catch(failed), signal);
  live.on("ride", ({ rideIdentifier, phase: name, sequence }) => {
    const known = items.find((ride) => ride.rideIdentifier === rideIdentifier);
    if (known) {
      if (known.phase === name) return;
      const changed = { ...known, phase: name, updatedAt: new Date().toISOString() };
      items = items.map((ride) => ride === known ? changed : ride);
      list.update(items);
    } else if (sequence === 1 && !cursor) {
      fresh.add(rideIdentifier);
      news.hidden = false;
      put(news, button(t("ride.news", { n: fresh.size }), () => reload().catch(failed)));
    }
  }, signal);
}
