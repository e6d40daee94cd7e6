// Dead letters: how many of which reason, and how they are handled.

import { get } from "./api.js";
import { h, panel, put } from "./dom.js";
import { t } from "./i18n.js";
import * as live from "./live.js";
import { letters } from "./overview.js";

/** Shows the reasons and the commands. */
export async function show({ main, signal }) {
  const latest = live.overview() ?? await get("/api/overview", signal);
  const part = letters(latest);
  part.update(latest);
  part.element.querySelector("a")?.remove();
  put(main, h("h1", null, t("page./dead-letters")), part.element,
    panel(t("letter.handling"), null, h("p", null, t("letter.tool")),
      h("pre", null, "livery dead-letters list\nlivery dead-letters redrive --dry-run")));
  live.on("overview", part.update, signal);
}
