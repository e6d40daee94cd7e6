// A redrive: how far it has come, and how it is paused and stopped.

import { get, post } from "./api.js";
import { announce, button, facts, h, link, panel, path, put } from "./dom.js";
import { number, said, t, time, word } from "./i18n.js";
import { mayHandle } from "./dead-letters-list.js";
import { redriveState } from "./dead-letters.js";
import { notice } from "./marks.js";
import { table } from "./table.js";

const ends = ["done", "stopped", "causeRemains", "failed"];

/** Shows it, and looks again every second until it has ended. */
export async function show({ main, identifier, signal, me }) {
  const source = path`/api/redrives/${identifier}`;
  let redrive = await get(source, signal);
  const bar = h("progress", { max: redrive.planned, value: 0, "aria-labelledby": "redrive-words" });
  const [words, state, buttons, fault] = [h("p", { id: "redrive-words", class: "large" }), h("div"),
    h("p", { class: "buttons" }), h("p", { class: "fault", role: "alert" })];
  const figures = h("div");
  const remnants = table({
    caption: t("redrive.remnants"), key: (row) => row.letter, items: redrive.remnants, empty: t("redrive.noRemnants"),
    columns: [
      {
        label: t("letter.letter"), isHead: true,
        cell: (row) => link(path`/dead-letters/${row.letter}`, row.letter),
      },
      { label: t("letter.reason"), cell: (row) => row.reason ?? t("redrive.unknown") },
    ],
  });
  put(main, h("p", null, link("/dead-letters", t("letter.back"))),
    h("h1", null, t("redrive.title", { id: redrive.id })),
    h("section", { class: "panel redrive" }, state, words, bar, buttons, fault, figures),
    panel(t("redrive.remnants"), null, remnants.element));

  let shownButtons = "";
  function draw() {
    const isEnd = ends.includes(redrive.state);
    put(state, redriveState(redrive), isEnd && redrive.note
      && notice("alarm", t(`redrive.note.${redrive.state}`, { note: redrive.note })));
    put(words, t("redrive.words", redrive));
    bar.value = redrive.confirmed + redrive.failedAgain + redrive.unknown + redrive.heldBack
      + redrive.skipped;
    put(figures, facts([
      ...["planned", "sent", "confirmed", "failedAgain", "unknown", "heldBack", "skipped", "left"]
        .map((name) => [t(`redrive.${name}`), number(redrive[name])]),
      [t("redrive.failures"), redrive.failures.map(({ reason, count }) => `${reason} (${number(count)})`).join(", ")],
      [t("audit.operator"), redrive.operator], [t("order.reason"), redrive.reason],
      [t("redrive.begunAt"), time(redrive.begunAt)], [t("redrive.endedAt"), redrive.endedAt && time(redrive.endedAt)],
    ]));
    remnants.update(redrive.remnants);
    if (shownButtons !== redrive.state) {
      shownButtons = redrive.state;
      announce(word("redrive", redrive.state));
      const keepsFocus = buttons.contains(document.activeElement);
      put(buttons, mayHandle(me) && !isEnd && redrive.state !== "stopping" && [
        redrive.state === "paused" ? steer("resume") : steer("pause"), steer("stop"),
      ]);
      if (keepsFocus) buttons.querySelector("button")?.focus();
    }
    return isEnd;
  }

  function steer(action) {
    return button(t(`redrive.do.${action}`), async () => {
      put(fault);
      try {
        redrive = await post(`${source}/${action}`, {});
        draw();
      } catch (error) {
        put(fault, error.status === 0 ? t("failure.noAnswer") : said(error.message));
      }
    });
  }

  async function follow() {
    if (signal.aborted) return;
    try {
      if (!document.hidden) redrive = await get(source, signal);
      put(fault);
    } catch (error) {
      if (signal.aborted) return;
      put(fault, error.status === 0 ? t("failure.noAnswer") : said(error.message));
      if (error.status === 404) return;
    }
    if (!draw()) setTimeout(follow, 1000);
  }
  if (!draw()) setTimeout(follow, 1000);
}
