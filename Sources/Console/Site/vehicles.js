// Vehicles by state, product and plate.

import { get } from "./api.js";
import { address, h, put, rideLink } from "./dom.js";
import { number, personal, t, time, word } from "./i18n.js";
import { command, filters, pager } from "./listing.js";
import { vehicleState } from "./marks.js";
import { vehicleLink } from "./rides.js";
import { table } from "./table.js";
import { vehicleStates } from "./vehicle-state.js";

/** Shows a page of the list. */
export async function show({ main, query, go, signal, me }) {
  const { items, next } = await get(address("/api/vehicles", { ...query, limit: 50 }), signal);
  const list = table({
    caption: t("page./vehicles"), key: (row) => row.vehicleIdentifier, items, empty: t("vehicle.noVehicles"), columns: [
      { label: t("vehicle.vehicle"), isHead: true, cell: (row) => vehicleLink(row.vehicleIdentifier) },
      { label: t("vehicle.state"), cell: (row) => vehicleState(row.state) },
      { label: t("vehicle.plate"), cell: (row) => row.registrationPlate },
      { label: t("ride.driver"), isText: true, cell: (row) => row.driverName && personal(row.driverName) },
      { label: t("vehicle.products"), isText: true, cell: (row) => row.products.join(", ") },
      { label: t("ride.ride"), cell: (row) => row.rideIdentifier && rideLink(row.rideIdentifier) },
      { label: t("vehicle.locatedAt"), isNumber: true, cell: (row) => time(row.locatedAt) },
      { label: t("vehicle.updatedAt"), isNumber: true, cell: (row) => time(row.updatedAt) },
      { label: t("vehicle.ignored"), isNumber: true, cell: (row) => number(row.ignoredPositions) },
    ],
  });
  const fields = [
    { name: "state", label: t("vehicle.state"), options: vehicleStates.map((name) => [name, word("state", name)]) },
    { name: "product", label: t("vehicle.product") },
    { name: "plate", label: t("vehicle.plate") },
  ];
  put(main, h("h1", null, t("page./vehicles")), filters({ path: "/vehicles", query, fields, go }),
    !me.maySeePersonal && h("p", { class: "quiet" }, t("masked.note")), list.element,
    pager({ path: "/vehicles", query, next, go, count: items.length }),
    // The tool has no option for plates, and calls a silent vehicle by the age of its report.
    !query.plate && query.state !== "silent"
      && command("livery vehicles", { state: query.state, product: query.product }));
}
