// The forms that send dead letters again, edit one, and discard some.

import { post } from "./api.js";
import { button, h, path, put } from "./dom.js";
import { number, said, t } from "./i18n.js";
import { change, mistakes } from "./dead-letters-letter.js";
import { notice } from "./marks.js";

const roles = ["riders", "vehicles", "payments", "operators", "fleet"];

/** A dialogue with a title, a place for a fault, and buttons; `send` is called by the form. */
function dialogue(title, send) {
  const content = h("div");
  const fault = h("p", { class: "fault", role: "alert" });
  const main = h("button", { class: "main" });
  const form = h("form", null, content, fault, h("p", { class: "buttons" }, main,
    button(t("order.close"), () => element.close())));
  const element = h("dialog", { "aria-labelledby": "letter-form" }, h("h2", { id: "letter-form" }, title), form);

  /** Does something that may fail, once at a time. */
  async function attempt(act) {
    if (main.disabled) return;
    main.disabled = true;
    put(fault);
    try {
      await act();
    } catch (error) {
      put(fault, error.status === 0 ? t("failure.noAnswer") : said(error.message));
    }
    main.disabled = false;
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(send);
  });
  element.addEventListener("close", () => element.remove());
  document.body.append(element);
  element.showModal();
  return { element, content, main, attempt };
}

function reasonField() {
  const field = h("textarea", { id: "letter-reason", required: true, maxlength: 512, rows: 2 });
  return { field, elements: [h("label", { for: "letter-reason" }, t("order.reason")), field] };
}

function box(name, label, onchange) {
  const input = h("input", { type: "checkbox", id: `letter-${name}`, onchange });
  return { input, element: h("p", { hidden: true }, input, " ", h("label", { for: `letter-${name}` }, label)) };
}

/** The same choice, without what fails after the preview. */
function frozen(choice, { before, count }) {
  if (!choice.filter) return { ...choice, count };
  const asked = choice.filter.before;
  const end = asked && Date.parse(asked) < Date.parse(before) ? asked : before;
  return { filter: { ...choice.filter, before: end }, count };
}

/** Opens the form that sends letters again: what it would do is shown first, and again after each change. */
export function openRedrive(choice, go) {
  let preview = null;
  const look = () => form.attempt(async () => {
    preview = await post("/api/redrives", { ...choice, ...options(), dryRun: true });
    draw();
  });
  const form = dialogue(t("redrive.open"), async () => {
    const body = { ...frozen(choice, preview), ...options(), ...pace(), reason: reason.field.value.trim() };
    const { id } = await post("/api/redrives", body);
    form.element.close();
    go(path`/redrives/${id}`);
  });
  const boxes = {
    includeAnswered: box("answered", t("redrive.includeAnswered"), look),
    force: box("force", t("redrive.force"), look),
    withoutDeadline: box("deadline", t("redrive.withoutDeadline"), look),
  };
  const role = h("select", { id: "letter-role", onchange: look },
    ["", ...roles].map((name) => h("option", { value: name }, name || t("redrive.noRole"))));
  const roleRow = h("p", { hidden: true }, h("label", { for: "letter-role" }, t("redrive.role")), " ", role);
  const ramp = h("input", { id: "letter-ramp", value: "1, 2, 5, 20, 100", pattern: "[0-9]+( *, *[0-9]+)*", required: true });
  const rate = h("input", { id: "letter-rate", inputmode: "decimal", pattern: "[0-9]+([.,][0-9]+)?" });
  const reason = reasonField();
  const plan = h("div", { role: "status" });
  put(form.content, plan, Object.values(boxes).map(({ element }) => element), roleRow,
    h("label", { for: "letter-ramp" }, t("redrive.ramp")), ramp,
    h("label", { for: "letter-rate" }, t("redrive.rate")), rate, reason.elements);

  const options = () => ({
    ...Object.fromEntries(Object.entries(boxes).map(([name, { input }]) => [name, input.checked])),
    ...role.value && { role: role.value },
  });
  const pace = () => ({
    ramp: ramp.value.split(",").map(Number),
    ...rate.value && { rate: Number(rate.value.replace(",", ".")) },
  });

  function draw() {
    const { count, planned, routes, obstacles, late, old } = preview;
    put(plan, h("p", { class: "large" }, t("redrive.plan", { n: planned, count })),
      choice.filter?.state?.includes("redriven") && notice("attention", t("redrive.handled")),
      routes.length > 0 && h("ul", null, routes.map((row) =>
        h("li", null, t("redrive.route", { ...row, role: row.role ?? "–" })))),
      obstacles.map((row) => notice("attention", [t("redrive.obstacle", { n: row.count }), " ", said(row.reason)])),
      late > 0 && notice("attention", t("redrive.late", { n: late })),
      old > 0 && notice("attention", t("redrive.old", { n: old })));
    const asks = (name) => obstacles.some((row) => row.consent === name);
    boxes.includeAnswered.element.hidden &&= !asks("answered");
    boxes.force.element.hidden &&= !asks("force");
    boxes.withoutDeadline.element.hidden &&= late === 0;
    roleRow.hidden &&= !asks("role");
    put(form.main, t("redrive.go", { n: planned }));
    form.main.hidden = planned === 0;
  }
  form.main.hidden = true;
  look();
  reason.field.focus();
}

/** Opens the form that discards letters, which says how many there are. */
export function openDiscard(choice, go) {
  let preview = null;
  const form = dialogue(t("discard.open"), async () => {
    const body = { ...frozen(choice, preview), reason: reason.field.value.trim() };
    const done = await post("/api/dead-letters/discard", body);
    put(form.content, notice("well", t("discard.done", { n: done.discarded })),
      done.stayed > 0 && notice("attention", t("discard.stayed", { n: done.stayed })),
      h("p", null, t("discard.recording"), " ", h("code", null, done.recording)));
    form.main.remove();
    form.element.addEventListener("close", () => go("/dead-letters"));
  });
  const reason = reasonField();
  const plan = h("div", { role: "status" });
  put(form.content, plan, h("p", { class: "quiet" }, t("discard.about")), reason.elements);
  form.main.hidden = true;
  form.attempt(async () => {
    preview = await post("/api/dead-letters/discard", { ...choice, dryRun: true });
    put(plan, h("p", { class: "large" }, t("discard.plan", { n: preview.count })));
    put(form.main, t("discard.go", { n: preview.count }));
    form.main.hidden = preview.count === 0;
  });
  reason.field.focus();
}

/** Opens the form with the body of a letter: what changes and what is still wrong is shown before it is stored. */
export function openEdit(letter, go) {
  const text = h("textarea", { id: "letter-body", rows: 14, class: "body", spellcheck: "false", required: true });
  text.value = letter.body;
  const reason = reasonField();
  const found = h("div", { role: "status" });
  let checked = null;
  const act = (isDryRun) => post(path`/api/dead-letters/${letter.letter}/edit`, {
    body: text.value, revision: letter.revision, dryRun: isDryRun, reason: reason.field.value.trim(),
  });
  const form = dialogue(t("edit.open"), async () => {
    if (checked !== text.value) {
      const { differences, mistakes: left } = await act(true);
      checked = text.value;
      put(found, differences.length === 0 ? h("p", null, t("edit.same"))
        : h("ul", { class: "diff" }, differences.map((row) =>
          h("li", null, h("code", null, row.path || t("letter.wholeBody")), change(row.before, row.after)))),
      h("h3", null, t("edit.left")), mistakes(left), reason.elements);
      put(form.main, t("edit.go"));
      return;
    }
    const { letter: identifier } = await act(false);
    form.element.close();
    go(path`/dead-letters/${identifier}`);
  });
  text.addEventListener("input", () => {
    checked = null;
    put(form.main, t("order.preview"));
  });
  put(form.main, t("order.preview"));
  put(form.content, h("p", { class: "quiet" }, t("edit.about")),
    h("label", { for: "letter-body" }, t("letter.body")), text, found);
  text.focus();
}
