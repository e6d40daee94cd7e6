// Dead letters: by what went wrong, and what is being sent again.

import { get } from "./api.js";
import { address, h, link, panel, path, put } from "./dom.js";
import { number, t, time, word } from "./i18n.js";
import * as live from "./live.js";
import { command, filters } from "./listing.js";
import { level } from "./marks.js";
import { table } from "./table.js";

const states = ["dead", "sent", "redriven", "replaced"];
const levels = { done: "well", causeRemains: "alarm", failed: "alarm" };

/** The fields by which letters are chosen; `query` has further ones, of a group. */
export function letterFilters({ path: page, query, go, me }) {
  const fields = [
    {
      name: "state", label: t("letter.state"), any: t("letter.state.open"),
      options: [...states.map((name) => [name, word("letter.state", name)]), [states.join(), t("list.any")]],
    },
    { name: "reason", label: t("letter.reason") }, { name: "type", label: t("letter.type") },
    { name: "path", label: t("letter.path") }, { name: "queue", label: t("queue.name") },
    { name: "ride", label: t("ride.ride") }, me.maySeePersonal && { name: "rider", label: t("ride.rider") },
    { name: "from", label: t("letter.from"), type: "datetime-local" },
    { name: "before", label: t("letter.before"), type: "datetime-local" },
  ].filter(Boolean);
  return filters({ path: page, query, fields, go, kept: ["without"] });
}

/** The command of the tool that prints the same. */
export function letterCommand(query, words = "") {
  const { reason, type, path: at, queue, rider, ride } = query;
  const state = query.state?.includes(",") ? "" : query.state;
  return command(`livery dead-letters list${words}`, { reason, type, path: at, queue, rider, ride, state });
}

/** How a redrive stands. */
export function redriveState({ state }) {
  return level(levels[state] ?? "attention", word("redrive", state));
}

/** The address of the letters of a group, among those of a query. */
function place(group, { cursor, without, ...query }) {
  const missing = ["type", "path"].filter((name) => !group[name]).join(",");
  const { reason, type, path: at } = group;
  return address("/dead-letters/list", { ...query, reason, type, path: at, without: missing });
}

/** Shows groups and redrives, and keeps them as they are now. */
export async function show({ main, query, go, signal, me }) {
  const source = address("/api/dead-letters/groups", query);
  const [found, { items: running }] = await Promise.all([get(source, signal), get("/api/redrives", signal)]);
  const groups = table({
    caption: t("letter.groups"), key: (row) => JSON.stringify([row.reason, row.type, row.path]), items: found.items,
    empty: t("overview.noLetters"), columns: [
      {
        label: t("letter.reason"), isHead: true, sort: (row) => row.reason,
        cell: (row) => link(place(row, query), row.reason),
      },
      { label: t("letter.type"), cell: (row) => row.type, sort: (row) => row.type },
      { label: t("letter.path"), cell: (row) => row.path && h("code", null, row.path), sort: (row) => row.path },
      { label: t("overview.count"), isNumber: true, cell: (row) => number(row.count), sort: (row) => row.count },
      { label: t("letter.first"), isNumber: true, cell: (row) => time(row.first), sort: (row) => row.first },
      { label: t("letter.last"), isNumber: true, cell: (row) => time(row.last), sort: (row) => row.last },
    ],
  });
  const redrives = table({
    caption: t("redrive.all"), key: (row) => row.id, items: running, empty: t("redrive.none"), columns: [
      { label: t("redrive.redrive"), isHead: true, cell: (row) => link(path`/redrives/${row.id}`, row.id) },
      { label: t("letter.state"), cell: redriveState },
      { label: t("redrive.planned"), isNumber: true, cell: (row) => number(row.planned) },
      { label: t("redrive.confirmed"), isNumber: true, cell: (row) => number(row.confirmed) },
      { label: t("redrive.failedAgain"), isNumber: true, cell: (row) => number(row.failedAgain) },
      { label: t("redrive.left"), isNumber: true, cell: (row) => number(row.left) },
      { label: t("audit.operator"), cell: (row) => row.operator },
      { label: t("redrive.begunAt"), isNumber: true, cell: (row) => time(row.begunAt) },
    ],
  });
  put(main, h("h1", null, t("page./dead-letters")), letterFilters({ path: "/dead-letters", query, go, me }),
    panel(t("letter.groups"), link(address("/dead-letters/list", query), t("overview.all")), groups.element),
    panel(t("redrive.all"), null, redrives.element), letterCommand(query));

  const reload = async () => {
    groups.update((await get(source, signal)).items);
    redrives.update((await get("/api/redrives", signal)).items);
  };
  let known = null;
  const look = ({ deadLetters }) => {
    const text = JSON.stringify(deadLetters);
    if (known !== null && known !== text) reload().catch(() => {});
    known = text;
  };
  live.on("overview", look, signal);
  live.on("resumed", () => reload().catch(() => {}), signal);
}
