// One vehicle: where it is, what it reports, and its last rides.

import { get } from "./api.js";
import { address, facts, h, link, panel, path, put, rideLink } from "./dom.js";
import { rideMap } from "./fleet-map.js";
import { age, degrees, number, personal, t, time, word } from "./i18n.js";
import { command } from "./listing.js";
import { notice, vehicleState } from "./marks.js";
import { rideColumns } from "./rides.js";
import { table } from "./table.js";

/** Shows the vehicle as it is now. */
export async function show({ main, identifier, signal }) {
  const vehicle = await get(path`/api/vehicles/${identifier}`, signal);
  const host = h("div", { class: "map" });
  const hasPlace = typeof vehicle.latitude === "number";
  put(main,
    h("header", { class: "title" }, h("h1", null, t("vehicle.title", { id: vehicle.vehicleIdentifier })),
      h("p", { class: "large" }, vehicleState(vehicle.state))),
    warnings(vehicle),
    h("div", { class: "columns" }, panel(t("ride.status"), null, status(vehicle)),
      hasPlace && panel(t("page./map"), link(address("/map", { vehicle: identifier }), t("vehicle.onMap")), host)),
    panel(t("vehicle.rides"), link(address("/rides", { vehicle: identifier }), t("overview.all")),
      table({
        caption: t("vehicle.rides"), key: (ride) => ride.rideIdentifier, items: vehicle.rides.items,
        columns: rideColumns(), empty: t("ride.noRides"),
      }).element),
    command("livery vehicles", { vehicle: identifier }));
  if (!hasPlace) return;
  const place = { latitude: vehicle.latitude, longitude: vehicle.longitude };
  rideMap(host, { label: t("vehicle.map"), places: [{ letter: "▲", kind: "car", place }], signal });
}

function warnings(vehicle) {
  return [
    vehicle.state === "silent" && notice("alarm", t("vehicle.silent", { age: age(vehicle.updatedAt) })),
    vehicle.ignoredPositions >= 10 && notice("attention", t("vehicle.suspected", { n: vehicle.ignoredPositions })),
  ];
}

function status(vehicle) {
  const ignored = Object.entries(vehicle.ignored ?? {})
    .map(([flaw, count]) => `${number(count)} ${word("flaw", flaw)}`).join(", ");
  const driver = vehicle.driverName && [personal(vehicle.driverName),
    vehicle.driverPhoneNumber ? ` · ${vehicle.driverPhoneNumber}` : null,
    vehicle.driverRating ? ` · ${t("vehicle.rating", { rating: vehicle.driverRating })}` : null];
  return facts([
    [t("vehicle.plate"), vehicle.registrationPlate],
    [t("vehicle.model"), [vehicle.manufacturer, vehicle.model].filter(Boolean).join(" ")],
    [t("ride.driver"), driver],
    [t("vehicle.products"), vehicle.products.join(", ")],
    [t("vehicle.capacity"), vehicle.capacity && number(vehicle.capacity)],
    [t("vehicle.extras"), vehicle.extras?.join(", ")],
    [t("ride.ride"), vehicle.rideIdentifier && rideLink(vehicle.rideIdentifier)],
    [t("vehicle.place"), typeof vehicle.latitude === "number"
      && `${degrees(vehicle.latitude)}, ${degrees(vehicle.longitude)}`],
    [t("vehicle.locatedAt"), vehicle.locatedAt && time(vehicle.locatedAt)],
    [t("vehicle.updatedAt"), time(vehicle.updatedAt)],
    [t("vehicle.ignored"), [number(vehicle.ignoredPositions), ignored && ` (${ignored})`]],
    [t("vehicle.lastIgnoredAt"), vehicle.lastIgnoredAt && time(vehicle.lastIgnoredAt)],
  ]);
}
