// An order for a ride: form, preview of message and effect, sent once.

import { post } from "./api.js";
import { announce, button, h, put } from "./dom.js";
import { money, phrase, said, t, word } from "./i18n.js";
import { notice } from "./marks.js";

/** Whether an order of this kind has an amount: `required`, `optional`, or not at all. */
function amountOf(kind, ride) {
  if (kind === "settle") return ride.held && ride.phase === "completed" ? "required" : null;
  return { adjust: "required", refund: "required", end: "optional" }[kind];
}

/** What names the order: of its form, so that it is one order however often it is sent. */
function newToken() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Opens the form of an order; `onDone` is called once an answer has come. */
export function openOrder(order, ride, onDone) {
  const title = h("h2", { id: "order-title" }, t(`order.${order.kind}`));
  const content = h("div");
  const dialog = h("dialog", { class: "order", "aria-labelledby": "order-title" }, title, content);
  const form = fields(order, ride);
  const token = newToken();
  let isSending = false;

  const amount = () => form.amount?.value.trim().replace(",", ".");
  const body = () => ({
    kind: order.kind, rideIdentifier: ride.rideIdentifier, reason: form.reason.value.trim(), order: token,
    ...amount() && { amount: { amount: amount(), currencyCode: form.currency } },
    ...form.vehicle?.value.trim() && { vehicleIdentifier: form.vehicle.value.trim() },
  });

  function showForm() {
    const fault = h("p", { class: "fault", role: "alert" });
    const next = h("button", { class: "main" }, t("order.preview"));
    const ask = async (event) => {
      event.preventDefault();
      next.disabled = true;
      put(fault);
      try {
        const asked = body();
        showPreview(asked, await post("/api/orders/preview", asked));
      } catch (error) {
        put(fault, error.status === 0 ? t("failure.noAnswer") : said(error.message));
      }
      next.disabled = false;
    };
    put(content, h("form", { onsubmit: ask },
      h("p", { class: "quiet" }, t(`order.${order.kind}.about`)), form.elements, fault,
      buttons(next, button(t("order.close"), () => dialog.close()))));
    form.first.focus();
  }

  function showPreview(asked, { message, effect, ...more }) {
    const sendButton = button(t("order.send"), send, { class: "main" });
    const back = button(t("order.back"), showForm);
    const close = button(t("order.close"), () => dialog.close());
    const result = h("div", { role: "alert" });
    put(content, h("p", { class: "large" }, phrase({ ...more, text: effect })),
      h("dl", { class: "facts" }, h("div", null, h("dt", null, t("order.reason")), h("dd", null, asked.reason))),
      h("details", null, h("summary", null, t("order.message")),
        h("pre", { tabindex: "0", "aria-label": t("order.message") }, readable(message))),
      result, buttons(sendButton, back, close));
    sendButton.focus();

    async function send() {
      if (isSending) return;
      isSending = true;
      sendButton.setAttribute("aria-disabled", "true");
      put(sendButton, t("order.sending"));
      back.remove();
      try {
        showAnswer(await post("/api/orders", asked));
      } catch (error) {
        // It may have arrived: the same order can be sent again, a changed one would be another.
        // Where nothing was sent, the API says when to try again.
        const mayHaveArrived = error.status === 0 || (error.status >= 500 && !error.retryAfter);
        put(result, notice("alarm", mayHaveArrived ? t("order.noAnswer") : error.message));
        sendButton.removeAttribute("aria-disabled");
        put(sendButton, t("order.again"));
        isSending = false;
      }
    }
  }

  function showAnswer({ code, text, isRepeat }) {
    const isDone = ["success", "inProgress"].includes(code);
    const done = button(t("order.close"), () => dialog.close(), { class: "main" });
    put(content, notice(isDone ? "well" : "alarm", text || word("code", code)),
      isRepeat && h("p", { class: "quiet" }, t("order.repeat")),
      code === "inProgress" && h("p", { class: "quiet" }, t("order.inProgress")), buttons(done));
    announce(text || word("code", code));
    done.focus();
    onDone().catch(() => {});
  }

  const opener = document.activeElement;
  dialog.addEventListener("close", () => {
    dialog.remove();
    // The orders may have been drawn anew meanwhile.
    if (!opener.isConnected) (document.querySelector(".orders button") ?? document.getElementById("main")).focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  showForm();
}

function buttons(...all) {
  return h("p", { class: "buttons" }, all);
}

function readable({ exchange, type, message_id: identifier, body }) {
  const content = typeof body === "string" ? body : JSON.stringify(body, null, 2);
  return `exchange    ${exchange}\ntype        ${type}\nmessage_id  ${identifier}\n\n${content}`;
}

/** The fields that this kind of order has. */
function fields({ kind, most }, ride) {
  const currency = most?.currencyCode ?? ride.price?.currencyCode;
  const reason = h("textarea", { id: "order-reason", required: true, maxlength: 512, rows: 3 });
  const amount = amountOf(kind, ride) && h("input", {
    id: "order-amount", inputmode: "decimal", required: amountOf(kind, ride) === "required", autocomplete: "off",
    pattern: "[0-9]+([.,][0-9]+)?", "aria-describedby": "order-most",
  });
  const vehicle = kind === "reassign"
    ? h("input", { id: "order-vehicle", autocomplete: "off", spellcheck: "false" }) : null;
  return {
    reason, amount, vehicle, currency, first: amount || reason,
    elements: [
      amount && [h("label", { for: "order-amount" }, t(`order.amount.${kind}`, { currency })), amount,
        h("p", { id: "order-most", class: "quiet" }, most ? t("order.most", { most: money(most) }) : null)],
      vehicle && [h("label", { for: "order-vehicle" }, t("order.vehicle")), vehicle],
      h("label", { for: "order-reason" }, t("order.reason")), reason,
    ],
  };
}
