// What was done in the console, and what was denied.

import { get } from "./api.js";
import { address, h, link, path, put, rideLink } from "./dom.js";
import { t, time, word } from "./i18n.js";
import { filters, pager } from "./listing.js";
import { level } from "./marks.js";
import { table } from "./table.js";

const levels = { done: "well", denied: "attention", failed: "alarm", begun: "attention", unknown: "alarm" };

/** Shows a page of it, the newest first. */
export async function show({ main, query, go, signal, me }) {
  if (me.role !== "admin") {
    put(main, h("h1", null, t("page./audit")), h("p", null, t("audit.role")));
    return;
  }
  const { items, next } = await get(address("/api/audit", query), signal);
  const list = table({
    caption: t("page./audit"), key: (row) => items.indexOf(row), items, empty: t("audit.nothing"), columns: [
      { label: t("event.at"), isNumber: true, cell: (row) => time(row.at) },
      { label: t("audit.operator"), isHead: true, cell: (row) => row.operator || t("audit.unknown") },
      { label: t("audit.roleOf"), cell: (row) => word("role", row.role) },
      { label: t("audit.action"), isText: true, cell: action },
      { label: t("audit.target"), isText: true, cell: (row) => row.target && target(row) },
      {
        label: t("audit.outcome"),
        cell: (row) => level(levels[row.outcome] ?? "attention", word("done", row.outcome)),
      },
      { label: t("order.reason"), isText: true, cell: (row) => row.reason },
      { label: t("audit.detail"), isText: true, cell: (row) => row.detail },
    ],
  });
  const fields = [
    { name: "operator", label: t("audit.operator") }, { name: "target", label: t("audit.target") },
    { name: "action", label: t("audit.action") },
  ];
  put(main, h("h1", null, t("page./audit")), h("p", { class: "quiet" }, t("audit.about")),
    filters({ path: "/audit", query, fields, go }), list.element,
    pager({ path: "/audit", query, next, go, count: items.length }));
}

/** An action; the detail of an order begins with its kind, that of a redrive with its name. */
function action({ action: name, detail }) {
  const [first] = (detail ?? "").split(/[ ,]/);
  if (name === "order" && first) return `${word("action", name)}: ${word("order", first)}`;
  const isRedrive = name === "redrive" && first && first !== "dry";
  return isRedrive ? link(path`/redrives/${first}`, word("action", name)) : word("action", name);
}

/** An order is of a ride, the page of a rider of that rider. */
function target({ action, target: identifier }) {
  if (action === "order") return rideLink(identifier);
  if (action.startsWith("redrive-")) return link(path`/redrives/${identifier}`, identifier);
  return action === "rider" ? link(path`/riders/${identifier}`, identifier) : identifier;
}
