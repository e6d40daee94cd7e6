// One dead letter: what was expected, what it has, and what can be done with it.

import { get } from "./api.js";
import { button, facts, h, link, panel, path, put, rideLink } from "./dom.js";
import { number, personal, said, t, time, word } from "./i18n.js";
import { openDiscard, openEdit, openRedrive } from "./dead-letters-forms.js";
import { letterState, mayHandle } from "./dead-letters-list.js";
import { command } from "./listing.js";
import { notice } from "./marks.js";
import { riderLink, vehicleLink } from "./rides.js";

/** What a body has, and what its schema wants. */
export function mistakes(all) {
  if (all.length === 0) return h("p", { class: "quiet" }, t("letter.noMistakes"));
  return h("ul", { class: "diff" }, all.map((row) => h("li", null,
    h("code", null, row.path || t("letter.wholeBody")),
    row.isFault && [" ", h("span", { class: "tag alarm" }, t("letter.fault"))],
    row.isUnread && [" ", h("span", { class: "tag" }, t("letter.unread"))],
    row.message ? [change(row.value, null), h("p", null, said(row.message))] : change(row.value, row.expected))));
}

/** A value that is not wanted above what is. */
export function change(before, after) {
  return [h("del", null, h("span", { class: "unseen" }, t("letter.has")), before ?? t("letter.absent")),
    after !== null && h("ins", null, h("span", { class: "unseen" }, t("letter.wants")), said(after ?? t("letter.absent")))];
}

const other = (identifier) => identifier && link(path`/dead-letters/${identifier}`, identifier);

/** Shows the letter. */
export async function show({ main, identifier, go, signal, me }) {
  const letter = await get(path`/api/dead-letters/${identifier}`, signal);
  const isOpen = ["dead", "sent"].includes(letter.state);
  const choice = { identifiers: [letter.letter] };
  const isWhole = !letter.bodyLength && letter.bodyForm !== "hex";
  put(main, h("p", null, link("/dead-letters", t("letter.back"))),
    h("h1", null, t("letter.title", { id: letter.letter })),
    letter.wasAnswered && notice("attention", t("letter.answered.about")),
    mayHandle(me) && isOpen && h("p", { class: "buttons" },
      button(t("redrive.open"), () => openRedrive(choice, go), { class: "main" }),
      isWhole && button(t("edit.open"), () => openEdit(letter, go)),
      button(t("discard.open"), () => openDiscard(choice, go))),
    !mayHandle(me) && h("p", { class: "quiet" }, t("letter.role", { role: word("role", me.role) })),
    h("div", { class: "columns" },
      h("div", { class: "part" },
        panel(t("letter.wrong"), null, letter.mistakes ? mistakes(letter.mistakes) : personal(letter.message)),
        panel(t("letter.body"), null, body(letter)),
        letter.properties && panel(t("letter.properties"), null, h("details", null,
          h("summary", null, t("letter.properties")), code(t("letter.properties"), JSON.stringify(letter.properties, null, 2))))),
      h("div", { class: "part" }, panel(t("ride.status"), null, about(letter)),
        letter.answer && panel(t("letter.answer"), null, facts([
          [t("letter.reason"), letter.answer.reason], [t("letter.path"), letter.answer.path],
          [t("letter.message"), said(letter.answer.message)],
        ])))),
    command(`livery dead-letters show ${letter.letter}`, {}));
}

function code(label, text) {
  return h("pre", { tabindex: "0", "aria-label": label }, text);
}

function about(letter) {
  return facts([
    [t("letter.state"), letterState(letter)], [t("letter.reason"), letter.reason],
    [t("letter.path"), letter.path], [t("letter.message"), said(personal(letter.message))],
    [t("letter.type"), letter.type], [t("queue.name"), letter.queue],
    [t("letter.exchange"), letter.exchange ?? t("letter.notProven")],
    [t("ride.ride"), letter.ride && rideLink(letter.ride)],
    [t("ride.rider"), letter.rider && riderLink(letter.rider)],
    [t("vehicle.vehicle"), letter.vehicle && vehicleLink(letter.vehicle)],
    [t("letter.failedAt"), time(letter.failedAt)], [t("worker.name"), letter.worker ?? t("letter.broker")],
    [t("letter.storedAt"), time(letter.storedAt)], [t("letter.redrives"), number(letter.redrives)],
    [t("letter.redrivenAt"), letter.redrivenAt && time(letter.redrivenAt)],
    [t("letter.messageId"), letter.messageId], [t("letter.correlationId"), letter.correlationId],
    [t("letter.replaces"), other(letter.replaces)], [t("letter.replacedBy"), other(letter.replacedBy)],
  ]);
}

/** The body with what is wrong in it marked. */
function body(letter) {
  if (letter.body === "•••") return h("p", null, personal(letter.body));
  const cut = letter.bodyLength && notice("attention", t("letter.cut", { length: number(letter.bodyLength) }));
  const wrong = new Map((letter.mistakes ?? []).map((row) => [row.path, row]));
  const text = letter.bodyForm === "hex" ? letter.body : laidOut(letter.body, wrong);
  return [cut, code(t("letter.body"), text)];
}

/** A JSON text over several lines, its tokens as they came; another text as it is. */
function laidOut(text, wrong) {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
  let at = 0;
  const line = (depth) => `\n${"  ".repeat(depth)}`;

  function value(place, depth) {
    const token = tokens[at++];
    let parts = token;
    if (token === "{" || token === "[") {
      parts = [token];
      for (let index = 0; !["}", "]"].includes(tokens[at]); index += 1) {
        if (tokens[at] === ",") at += 1;
        parts.push(index > 0 && ",", line(depth + 1));
        if (token === "[") {
          parts.push(value(`${place}[${index}]`, depth + 1));
        } else {
          const name = tokens[at];
          at += 2;
          parts.push(name, ": ", value(place ? `${place}.${JSON.parse(name)}` : JSON.parse(name), depth + 1));
        }
      }
      parts.push(parts.length > 1 && line(depth), tokens[at++]);
    }
    const mistake = wrong.get(place);
    return mistake && place ? h("mark", { class: mistake.isFault && "fault-mark" }, parts) : parts;
  }
  return value("", 0);
}
