// One rider: rides and debts.

import { get } from "./api.js";
import { address, h, panel, path, put } from "./dom.js";
import { money, t } from "./i18n.js";
import { command, pager } from "./listing.js";
import { notice } from "./marks.js";
import { rideColumns } from "./rides.js";
import { table } from "./table.js";

/** Shows a page of the rider's rides, and what is owed. */
export async function show({ main, identifier, query, go, signal, me }) {
  if (!me.maySeePersonal) {
    put(main, h("h1", null, t("rider.hidden")), h("p", null, t("rider.role")));
    return;
  }
  const rider = await get(address(path`/api/riders/${identifier}`, { cursor: query.cursor }), signal);
  const { items, next } = rider.rides;
  put(main, h("h1", null, t("rider.title", { id: rider.riderIdentifier })),
    rider.owes.length > 0
      ? notice("attention", t("rider.owes", { money: rider.owes.map(money).join(", ") }))
      : notice("well", t("rider.owesNothing")),
    panel(t("page./rides"), null,
      table({
        caption: t("page./rides"), key: (ride) => ride.rideIdentifier, items, empty: t("ride.noRides"),
        columns: rideColumns().filter((column) => column.label !== t("ride.rider")),
      }).element,
      pager({ path: path`/riders/${identifier}`, query: { cursor: query.cursor }, next, go, count: items.length })),
    command("livery rides", { rider: identifier }));
}
