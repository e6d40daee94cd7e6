// What was found for a text.

import { get } from "./api.js";
import { address, h, link, put } from "./dom.js";
import { t, word } from "./i18n.js";
import { table } from "./table.js";

/** Shows what was found; the only thing that has just this identifier is shown at once. */
export async function show({ main, query, go, signal, me }) {
  const text = (query.q ?? "").trim();
  document.getElementById("search").value = text;
  const { items, newest } = text ? await get(address("/api/search", { q: text }), signal) : { items: [] };
  if (items.length === 1 && items[0].identifier === text) {
    history.replaceState(null, "", items[0].href);
    return go(items[0].href);
  }
  put(main, h("h1", null, text ? t("search.title", { text }) : t("search.label")),
    table({
      caption: t("search.found"), key: (item) => item.kind + item.identifier, items, empty: t("search.nothing"),
      columns: [
        { label: t("search.kind"), cell: (item) => word("kind", item.kind) },
        { label: t("search.identifier"), isHead: true, cell: (item) => link(item.href, item.identifier) },
        {
          label: t("search.text"), isText: true,
          cell: (item) => [item.text, item.word && t(item.word)].filter(Boolean).join(", "),
        },
      ],
    }).element,
    newest && h("p", { class: "quiet" }, t("search.newest", { n: newest })),
    h("p", { class: "quiet" }, t(me.maySeePersonal ? "search.by" : "search.byReader")));
}
