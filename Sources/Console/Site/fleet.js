// The workers, their settings, and the catalogue in force.

import { get } from "./api.js";
import { facts, h, panel, put } from "./dom.js";
import { number, said, t, time } from "./i18n.js";
import * as live from "./live.js";
import { command } from "./listing.js";
import { missing, workerColumns } from "./overview.js";
import { table } from "./table.js";

/** Shows the fleet; the states of the workers follow the stream. */
export async function show({ main, signal }) {
  const [fleet, overview] = await Promise.all([
    get("/api/fleet", signal), live.overview() ?? get("/api/overview", signal),
  ]);
  const rows = (latest) => latest.workers.map((worker) =>
    ({ ...worker, more: fleet.workers.find((one) => one.address === worker.address) }));
  const lanes = ({ more }) => more?.lanes && `${number(more.lanesConsuming ?? 0)} / ${number(more.lanes)}`;
  const workers = table({
    caption: t("overview.workers"), key: (row) => row.address, items: rows(overview), empty: t("overview.noWorkers"),
    columns: [
      ...workerColumns(lacks),
      { label: t("worker.lanes"), isNumber: true, cell: (row) => lanes(row) || null },
      { label: t("worker.address"), cell: (row) => row.address, sort: (row) => row.address },
    ],
  });
  put(main, h("h1", null, t("page./fleet")),
    panel(t("overview.workers"), null, workers.element),
    catalogue(fleet.catalogue),
    panel(t("fleet.settings"), null, h("p", { class: "quiet" }, t("fleet.settingsOf")), settings(fleet.settings)),
    command("livery status", {}));
  live.on("overview", (latest) => workers.update(rows(latest)), signal);
}

/** What a worker lacks, since when, and what is known of it. */
function lacks(row) {
  const parts = row.more?.missing ?? [];
  if (row.state !== "notReady" || parts.length === 0) return missing(row);
  return parts.map(({ what, since, detail }) =>
    h("div", { class: "quiet" }, said(what), since && [" · ", time(since)], detail && [" · ", said(detail)]));
}

function catalogue({ digest, areas }) {
  return panel(t("fleet.catalogue"), null,
    facts([[t("fleet.digest"), h("code", null, digest)]]),
    table({
      caption: t("fleet.areas"), key: (area) => area.key, items: areas, columns: [
        { label: t("fleet.area"), isHead: true, cell: (area) => area.key },
        {
          label: t("fleet.products"), isText: true,
          cell: (area) => area.products.map((product) => product.name ?? product.key).join(", "),
        },
        { label: t("fleet.currency"), cell: (area) => area.currencyCode },
        { label: t("fleet.timeZone"), cell: (area) => area.timeZone },
      ],
    }).element);
}

function settings(rows) {
  return table({
    caption: t("fleet.settings"), key: (row) => row.name, items: rows, columns: [
      { label: t("fleet.setting"), isHead: true, cell: (row) => h("code", null, row.name) },
      { label: t("fleet.value"), cell: (row) => row.value && h("code", null, row.value) },
    ],
  }).element;
}
