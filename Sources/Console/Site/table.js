// Tables that are updated in place.
//
// Rows keep their order and number while the pointer or the focus is in the table: what would move
// them waits behind a button that says how many changes there are.

import { h, put, button } from "./dom.js";
import { t } from "./i18n.js";

/**
 * A table. `columns` are {label, cell(item), isNumber, isText (may wrap), isHead, sort(item)}; `key(item)`
 * names a row. Returns its `element` and `update(items)`.
 */
export function table({ caption, columns, items, key, empty, isCaptionShown }) {
  const body = h("tbody");
  const note = h("p", { class: "waiting", hidden: true });
  const heads = columns.map((column, at) => head(column, () => sortBy(at)));
  const scroll = h("div", { class: "scroll" },
    h("table", null, h("caption", { class: isCaptionShown ? null : "unseen" }, caption),
      h("thead", null, h("tr", null, heads)), body));
  const element = h("div", { class: "table" }, note, scroll);
  const rows = new Map();
  let sorting = null;
  let latest = items ?? [];

  function sortBy(at) {
    const isDown = sorting?.at === at && !sorting.isDown;
    sorting = { at, isDown };
    heads.forEach((cell, i) => {
      if (columns[i].sort) {
        cell.setAttribute("aria-sort", i !== at ? "none" : isDown ? "descending" : "ascending");
      }
    });
    arrange();
  }

  function sorted() {
    if (!sorting) return latest;
    const value = columns[sorting.at].sort;
    const sign = sorting.isDown ? -1 : 1;
    return latest.toSorted((a, b) => sign * compare(value(a), value(b)));
  }

  function rowOf(item) {
    const name = String(key(item));
    const text = JSON.stringify(item);
    const known = rows.get(name);
    if (known?.text === text) return known.row;
    const row = known?.row ?? h("tr");
    columns.map((column) => cell(column, item)).forEach((next, at) => {
      const cell = row.children[at];
      if (!cell) row.append(next);
      else if (!cell.isEqualNode(next)) cell.replaceWith(next);
    });
    rows.set(name, { row, text });
    return row;
  }

  function arrange() {
    note.hidden = true;
    const wanted = sorted().map(rowOf);
    if (wanted.length === 0) {
      rows.clear();
      put(body, h("tr", null, h("td", { colspan: columns.length, class: "quiet" }, empty ?? t("none"))));
    } else if (wanted.length !== body.children.length
      || wanted.some((row, i) => row !== body.children[i])) {
      put(body, wanted);
    }
    const names = new Set(latest.map((item) => String(key(item))));
    for (const name of rows.keys()) if (!names.has(name)) rows.delete(name);
  }

  /** Updates the rows that stay, and says how many others wait. */
  function hold() {
    const names = new Set(latest.map((item) => String(key(item))));
    const gone = [...rows.keys()].filter((name) => !names.has(name)).length;
    const more = latest.filter((item) => !rows.has(String(key(item)))).length;
    latest.filter((item) => rows.has(String(key(item)))).forEach(rowOf);
    note.hidden = gone + more === 0;
    if (!note.hidden) put(note, button(t("table.changes", { n: Math.max(gone, more) }), arrange));
  }

  const isHeld = () => body.children.length > 0
    && (body.matches(":hover") || body.contains(document.activeElement));
  const release = () => { if (!note.hidden && !isHeld()) arrange(); };
  element.addEventListener("pointerleave", release);
  element.addEventListener("focusout", () => setTimeout(release));
  new ResizeObserver(() => makeReachable(scroll, caption)).observe(scroll);
  arrange();
  return {
    element,
    update(next) {
      latest = next;
      if (isHeld()) hold();
      else arrange();
    },
  };
}

/** A scrolling region has to be reachable by keys, and one that does not scroll should not be. */
function makeReachable(scroll, caption) {
  const isScrolling = scroll.scrollWidth > scroll.clientWidth + 1;
  const attributes = { tabindex: "0", role: "region", "aria-label": caption };
  for (const [name, value] of Object.entries(attributes)) {
    if (isScrolling) scroll.setAttribute(name, value);
    else scroll.removeAttribute(name);
  }
}

function head({ label, isNumber, sort }, onsort) {
  return h("th", { scope: "col", class: isNumber && "number", "aria-sort": sort && "none" },
    sort ? button(label, onsort, { class: "sort" }) : label);
}

function cell({ cell: content, isNumber, isText, isHead }, item) {
  const value = content(item);
  return h(isHead ? "th" : "td", { scope: isHead && "row", class: isNumber ? "number" : isText && "text" },
    value ?? h("span", { class: "quiet" }, "–"));
}

function compare(a, b) {
  if (a === b) return 0;
  if (a === null || a === undefined) return 1;
  if (b === null || b === undefined) return -1;
  return typeof a === "string" ? a.localeCompare(b) : a - b;
}
