// What all lists of the server share: filters and place in the address, a page before and after.

import { address, button, h, link } from "./dom.js";
import { t } from "./i18n.js";

/**
 * The links to the neighbouring pages of a list. The cursors of the pages before this one are kept
 * with its place in the history, so that a link that was sent to somebody has a first page instead.
 */
export function pager({ path, query, next, go, count }) {
  const trail = history.state?.trail ?? [];
  const step = (cursor, cursors) => (event) => {
    event.preventDefault();
    event.stopPropagation();
    go(address(path, { ...query, cursor }), { trail: cursors });
  };
  const place = (cursor) => address(path, { ...query, cursor });
  const back = trail.at(-1);
  return h("nav", { class: "pager", "aria-label": t("list.pages") },
    query.cursor && trail.length === 0 && link(place(""), t("list.first")),
    trail.length > 0
      && h("a", { href: place(back), rel: "prev", onclick: step(back, trail.slice(0, -1)) }, t("list.previous")),
    h("span", { class: "quiet" }, t("list.count", { n: count })),
    next && h("a",
      { href: place(next), rel: "next", onclick: step(next, [...trail, query.cursor ?? ""]) }, t("list.next")));
}

/**
 * A form whose fields are in the address: `fields` are {name, label, options | type}. What the address has
 * for the names `kept` stays.
 */
export function filters({ path, query, fields, go, kept = [] }) {
  const controls = fields.map((field) => [field, control(field, query[field.name] ?? "")]);
  const submit = (event) => {
    event?.preventDefault();
    const values = controls.map(([field, element]) => [field.name, read(field, element)]);
    go(address(path, Object.fromEntries([...kept.map((name) => [name, query[name]]), ...values])));
  };
  const isFiltered = [...kept, ...fields.map(({ name }) => name)].some((name) => query[name]);
  return h("form", { class: "filters", onsubmit: submit, role: "search", "aria-label": t("list.filters") },
    controls.map(([field, element]) => h("label", null, field.label, element)),
    h("span", { class: "filter-buttons" }, h("button", null, t("list.filter")),
      isFiltered && button(t("list.clear"), () => go(path))));
}

function control({ name, options, type, any }, value) {
  if (options) {
    return h("select", { name }, [["", any ?? t("list.any")], ...options].map(([option, label]) =>
      h("option", { value: option, selected: option === value }, label)));
  }
  const shown = type === "datetime-local" && value ? localTime(value) : value;
  return h("input", { name, type: type ?? "text", value: shown, autocomplete: "off", spellcheck: "false" });
}

/** The fields of a time are in the browser's zone, the address has UTC. */
function read({ type }, element) {
  const value = element.value.trim();
  return type === "datetime-local" && value ? new Date(value).toISOString() : value;
}

function localTime(instant) {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return "";
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The command that prints the same. */
export function command(words, options) {
  const quoted = (text) => /^[\w.:@/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
  const pairs = Object.entries(options).filter(([, value]) => value);
  const line = [words, ...pairs.map(([name, value]) => `--${name} ${quoted(value)}`)].join(" ");
  return h("p", { class: "command quiet" }, t("list.command"), " ", h("code", null, line));
}
