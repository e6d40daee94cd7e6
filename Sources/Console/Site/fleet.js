// The workers, their settings, the catalogue in force, and the check of another one.

import { get } from "./api.js";
import { facts, h, link, panel, put } from "./dom.js";
import { catalogueCheck } from "./fleet-check.js";
import { number, said, t, time } from "./i18n.js";
import * as live from "./live.js";
import { command } from "./listing.js";
import { level } from "./marks.js";
import { alarm, missing, workerColumns } from "./overview.js";
import { table } from "./table.js";

/** Shows the fleet; the workers follow the stream. */
export async function show({ main, me, signal }) {
  let [fleet, overview] = await Promise.all([
    get("/api/fleet", signal), live.overview() ?? get("/api/overview", signal),
  ]);
  let askedAt = Date.now();
  const rows = () => overview.workers.map((worker) =>
    ({ ...worker, more: fleet.workers.find((one) => one.address === worker.address) }));
  const { digest } = fleet.catalogue;
  const workers = table({
    caption: t("overview.workers"), key: (row) => row.address, items: rows(), empty: t("overview.noWorkers"),
    columns: [
      ...workerColumns(lacks),
      { label: t("worker.lanes"), isNumber: true, cell: lanes },
      { label: t("worker.isolations"), isNumber: true, cell: isolation },
      { label: t("fleet.catalogue.short"), cell: (row) => catalogueMark(row.more?.catalogue, digest) },
      { label: t("worker.address"), cell: (row) => row.address, sort: (row) => row.address },
    ],
  });
  const alarms = h("ul", { class: "alarms" });
  const update = () => {
    workers.update(rows());
    drawAlarms(alarms, overview.verdict.items);
  };
  put(main, h("h1", null, t("page./fleet")),
    panel(t("fleet.alarms"), link("/", t("page./")), alarms),
    panel(t("overview.workers"), null, workers.element, h("p", { class: "quiet" }, t("worker.isolations.about"))),
    catalogue(fleet.catalogue), catalogueCheck({ me, digest, signal }),
    panel(t("fleet.settings"), null, h("p", { class: "quiet" }, t("fleet.settingsOf")), settings(fleet.settings)),
    command("livery status", {}));
  update();
  live.on("overview", async (latest) => {
    overview = latest;
    if (Date.now() - askedAt > 10_000) {
      askedAt = Date.now();
      fleet = await get("/api/fleet", signal).catch(() => fleet);
    }
    update();
  }, signal);
}

function drawAlarms(list, items) {
  const drawn = JSON.stringify(items);
  if (list.dataset.drawn === drawn) return;
  list.dataset.drawn = drawn;
  put(list, items.length === 0 && h("li", null, level("well", t("fleet.noAlarms"))), items.map(alarm));
}

function lanes({ more }) {
  return more?.lanes ? `${number(more.lanesConsuming ?? 0)} / ${number(more.lanes)}` : null;
}

function isolation({ more }) {
  if (more?.quarantined) return level("attention", t("worker.isolates"));
  return more?.quarantines === undefined ? null : number(more.quarantines);
}

/** The beginning of a worker's digest, and whether it is that of the console. */
function catalogueMark(own, digest) {
  return own && [h("code", { title: own }, own.slice(0, 8)),
    own !== digest && [" ", h("span", { class: "tag alarm" }, t("fleet.differs"))]];
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
    facts([[t("fleet.digest"), h("code", null, digest)]]), h("p", { class: "quiet" }, t("fleet.digest.about")),
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
