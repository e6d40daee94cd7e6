// The dead letters of a filter, the oldest failure first, and what is done with all of them.

import { get } from "./api.js";
import { address, button, h, link, path, put, rideLink } from "./dom.js";
import { t, time, word } from "./i18n.js";
import { openDiscard, openRedrive } from "./dead-letters-forms.js";
import { letterCommand, letterFilters } from "./dead-letters.js";
import { pager } from "./listing.js";
import { riderLink, vehicleLink } from "./rides.js";
import { table } from "./table.js";

/** What a letter is waiting for, and whether its sender was answered. */
export function letterState({ state, wasAnswered }) {
  return [word("letter.state", state), wasAnswered && [" ", h("span", { class: "tag alarm" }, t("letter.answered"))]];
}

/** Whether the role handles letters. */
export function mayHandle(me) {
  return ["operator", "admin"].includes(me.role);
}

/** Shows a page of the list. */
export async function show({ main, query, go, signal, me }) {
  const page = "/dead-letters/list";
  const { items, next } = await get(address("/api/dead-letters", { ...query, limit: 50 }), signal);
  const { cursor, limit, ...filter } = query;
  const wasHandled = filter.state?.includes("redriven");
  const list = table({
    caption: t("page./dead-letters"), key: (row) => row.letter, items, empty: t("overview.noLetters"), columns: [
      {
        label: t("letter.letter"), isHead: true,
        cell: (row) => link(path`/dead-letters/${row.letter}`, row.letter),
      },
      { label: t("letter.failedAt"), isNumber: true, cell: (row) => time(row.failedAt) },
      { label: t("letter.state"), cell: letterState },
      { label: t("letter.reason"), cell: (row) => row.reason },
      { label: t("letter.path"), cell: (row) => row.path && h("code", null, row.path) },
      { label: t("letter.type"), cell: (row) => row.type },
      { label: t("ride.ride"), cell: (row) => row.ride && rideLink(row.ride) },
      { label: t("ride.rider"), cell: (row) => row.rider && riderLink(row.rider) },
      { label: t("vehicle.vehicle"), cell: (row) => row.vehicle && vehicleLink(row.vehicle) },
    ],
  });
  const about = [query.reason, query.type, query.path].filter(Boolean).join(", ");
  put(main, h("p", null, link("/dead-letters", t("letter.back"))),
    h("h1", null, about ? t("letter.some", { about }) : t("page./dead-letters")),
    letterFilters({ path: page, query, go, me }),
    mayHandle(me) ? items.length > 0 && h("p", { class: "buttons" },
      button(t("redrive.open"), () => openRedrive({ filter }, go), { class: wasHandled ? null : "main" }),
      button(t("discard.open"), () => openDiscard({ filter }, go)))
      : h("p", { class: "quiet" }, t("letter.role", { role: word("role", me.role) })),
    list.element, pager({ path: page, query, next, go, count: items.length }), letterCommand(query, " --letters"));
}
