// What is shown for an address without a page.

import { h, link, put } from "./dom.js";
import { t } from "./i18n.js";

/** Says so, and where to go on. */
export function show({ main }) {
  put(main, h("h1", null, t("missing.title")), h("p", null, t("missing.text")),
    h("p", null, link("/", t("missing.home"))));
}
