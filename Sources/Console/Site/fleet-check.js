// The check of a catalogue that is not in force: its mistakes, or what it would change.

import { post } from "./api.js";
import { h, panel, put, rideLink } from "./dom.js";
import { money, number, said, t, word } from "./i18n.js";
import { makeMap, zoneKinds } from "./map.js";
import { level } from "./marks.js";
import { table } from "./table.js";

const mostBytes = 1 << 20;

/** The form, below which the result is; `digest` is that of the catalogue in force. */
export function catalogueCheck({ me, digest, signal }) {
  const verdict = h("p", { role: "status" });
  const result = h("div", { class: "part" });
  const file = h("input", { type: "file", id: "check-file", accept: ".json,application/json", required: true });
  const submit = h("button", { class: "main" }, t("check.go"));
  let shown = new AbortController();

  async function check(event) {
    event.preventDefault();
    if (submit.disabled) return;
    const [chosen] = file.files;
    if (chosen.size > mostBytes) return put(verdict, level("alarm", t("check.tooLarge")));
    shown.abort();
    shown = new AbortController();
    submit.disabled = true;
    put(result);
    put(verdict, t("check.busy"));
    try {
      const found = await post("/api/fleet/catalogue-check", chosen);
      if (signal.aborted) return;
      put(verdict, judged(found, digest));
      draw(result, found, AbortSignal.any([signal, shown.signal]));
    } catch (error) {
      put(verdict, level("alarm", error.status === 0 ? t("failure.noAnswer") : said(error.message)));
    }
    submit.disabled = false;
  }

  const isAllowed = ["operator", "admin"].includes(me.role);
  const form = isAllowed ? h("form", { class: "filters", onsubmit: check },
    h("label", { for: "check-file" }, t("check.file"), file), submit)
    : h("p", { class: "quiet" }, t("check.role", { role: word("role", me.role) }));
  return h("div", { class: "part" },
    panel(t("check.title"), null, h("p", { class: "quiet" }, t("check.about")), form, isAllowed && verdict), result);
}

function judged({ mistakes, warnings, changes, digest }, inForce) {
  if (mistakes.length > 0) return level("alarm", t("check.mistakes", { n: mistakes.length }));
  const text = digest === inForce ? t("check.inForce") : t("check.valid", { n: changes.length });
  return level(warnings.length > 0 ? "attention" : "well",
    warnings.length > 0 ? `${text} ${t("check.warnings", { n: warnings.length })}` : text);
}

function draw(host, found, signal) {
  if (found.mistakes.length > 0) return put(host, findings(t("check.mistakes.title"), found.mistakes));
  const map = h("div", { class: "map" });
  put(host,
    found.warnings.length > 0 && findings(t("check.warnings.title"), found.warnings),
    changes(found.changes),
    panel(t("check.map"), null, map,
      h("ul", { class: "zones" }, zoneKinds.map((kind) =>
        h("li", null, h("span", { class: `zone ${kind}`, "aria-hidden": "true" }), word("zone", kind)))),
      zones(found.map.areas)),
    fares(found.fares), comparison(found.comparison));
  makeMap(map, { label: t("check.map.label"), areas: found.map.areas, signal });
}

/** A table whose rows have no name of their own. */
function list(caption, items, columns, { empty, isCaptionShown } = {}) {
  const rows = items.map((item, at) => ({ ...item, at }));
  return table({ caption, items: rows, key: (row) => row.at, columns, empty, isCaptionShown }).element;
}

function findings(title, items) {
  return panel(title, null, list(title, items, [
    { label: t("letter.path"), isHead: true, cell: (row) => row.path && h("code", null, row.path) },
    { label: t("check.finding"), isText: true, cell: (row) => said(row.message) },
  ]));
}

function changes(items) {
  return panel(t("check.changes"), null,
    items.length === 0 ? h("p", { class: "quiet" }, t("check.noChanges"))
      : h("ul", { class: "diff" }, items.map(({ place, before, after }) => h("li", null,
        h("p", null, said(place) || t("check.whole")),
        before && h("del", null, said(before)), after && h("ins", null, said(after))))));
}

function zones(areas) {
  const rows = areas.flatMap((area) => area.zones.map((zone) => ({ area: area.key, zone: zone.key, kind: zone.kind })));
  return list(t("check.zones"), rows, [
    { label: t("fleet.area"), cell: (row) => row.area },
    { label: t("check.zone"), isHead: true, cell: (row) => row.zone },
    { label: t("check.kind"), isText: true, cell: (row) => word("zone", row.kind) },
  ], { isCaptionShown: true });
}

/** The difference of two amounts of one currency; nothing where one lacks. */
function difference({ before, after }) {
  if (!before || !after || before.currencyCode !== after.currencyCode) return null;
  const digits = after.amount.split(".")[1]?.length ?? 0;
  const amount = (after.amount - before.amount).toFixed(digits);
  return `${amount > 0 ? "+" : ""}${money({ ...after, amount })}`;
}

const prices = () => [
  { label: t("check.before"), isNumber: true, cell: (row) => money(row.before) },
  { label: t("check.after"), isNumber: true, cell: (row) => money(row.after) },
  { label: t("check.difference"), isNumber: true, cell: difference },
];

function fares(items) {
  return panel(t("check.fares"), null, h("p", { class: "quiet" }, t("check.fares.about")),
    list(t("check.fares"), items, [
      { label: t("fleet.area"), cell: (row) => row.area },
      { label: t("vehicle.product"), isHead: true, cell: (row) => row.name },
      { label: t("check.occasion"), cell: (row) => said(row.occasion) },
      { label: t("check.way"), isNumber: true, cell: (row) => `${number(row.kilometres)} km` },
      ...prices(),
    ]));
}

function comparison(found) {
  const counts = ["same", "more", "less", "notOffered", "unpriced"];
  return panel(t("check.hour"), null, h("p", { class: "quiet" }, t("check.hour.about")),
    found.hasMore && h("p", null, level("attention", t("check.hour.cut", { n: found.rides }))),
    h("dl", { class: "figures" }, counts.map((name) =>
      h("div", null, h("dt", null, t(`check.${name}`)), h("dd", null, number(found[name]))))),
    list(t("check.sums"), found.sums, [
      { label: t("fleet.currency"), isHead: true, cell: (row) => row.before.currencyCode }, ...prices(),
    ], { empty: t("check.noRides"), isCaptionShown: true }),
    list(t("check.greatest"), found.differences, [
      { label: t("ride.ride"), isHead: true, cell: (row) => rideLink(row.rideIdentifier) },
      { label: t("ride.option"), cell: (row) => row.option }, ...prices(),
      { label: t("check.refusal"), isText: true, cell: (row) => said(row.refusal) },
    ], { empty: t("check.noDifferences"), isCaptionShown: true }));
}
