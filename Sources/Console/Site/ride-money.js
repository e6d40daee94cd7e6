// The money of a ride: receipt, payments, ledger.

import { h, panel } from "./dom.js";
import { money, said, t, time, word } from "./i18n.js";
import { table } from "./table.js";

/** What it costs and how it was paid, as on the rider's receipt. */
export function receipt({ receipt: bill }) {
  if (!bill) return panel(t("receipt.title"), null, h("p", { class: "quiet" }, t("receipt.none")));
  const amount = ({ amount: text, price, currencyCode }) =>
    ({ amount: text ?? price, currencyCode: currencyCode ?? bill.price.currencyCode });
  const weighed = ({ isSum }, text) => isSum ? h("strong", null, text) : text;
  const means = (payment) => [word("means", payment.means), payment.name, payment.identificationHint]
    .filter(Boolean).join(" · ");
  const rows = [
    ...(bill.fareLineItems ?? []).map((line) => ({ name: line.title, value: amount(line) })),
    { name: t("receipt.price"), value: bill.price, isSum: true },
    ...(bill.payments ?? []).map((payment) =>
      ({ name: t("receipt.paid", { means: means(payment) }), value: amount(payment) })),
    bill.outstanding && { name: t("receipt.outstanding"), value: bill.outstanding, isSum: true },
    bill.overpaid && { name: t("receipt.overpaid"), value: bill.overpaid },
    bill.tip && { name: t("receipt.tip"), value: amount(bill.tip) },
    ...(bill.refunds ?? []).map((refund) => ({ name: t("receipt.refunded"), value: refund })),
  ].filter(Boolean);
  return panel(t("receipt.title"), null, table({
    caption: t("receipt.title"), key: (row) => rows.indexOf(row), items: rows, columns: [
      { label: t("receipt.line"), isHead: true, isText: true, cell: (row) => weighed(row, row.name) },
      { label: t("receipt.amount"), isNumber: true, cell: (row) => weighed(row, money(row.value)) },
    ],
  }).element);
}

/** The payments and their states. */
export function paymentsOf({ payments }) {
  if (payments.length === 0) return panel(t("overview.payments"), null, h("p", { class: "quiet" }, t("payment.none")));
  return panel(t("overview.payments"), null, table({
    caption: t("overview.payments"), key: (row) => payments.indexOf(row), items: payments, columns: [
      { label: t("payment.kind"), isHead: true, cell: (row) => word("payment", row.kind) },
      { label: t("payment.state"), cell: (row) => word("charge", row.state) },
      { label: t("payment.since"), isNumber: true, cell: (row) => time(row.since) },
    ],
  }).element);
}

/** The smallest units of an amount, to add exactly. */
function units({ amount }) {
  return BigInt(amount.replace(".", ""));
}

function sum(entries) {
  const digits = entries[0].amount.amount.split(".")[1]?.length ?? 0;
  const total = entries.reduce((all, entry) => all + units(entry.amount), 0n);
  const text = String(total < 0n ? -total : total).padStart(digits + 1, "0");
  const amount = digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text;
  return { amount: total < 0n ? `-${amount}` : amount, currencyCode: entries[0].amount.currencyCode };
}

/** The entries of each transaction with the sum so far, which ends at zero. */
export function ledger({ ledger: entries }) {
  if (entries.length === 0) return [];
  const rows = entries.map((entry, at) => {
    const before = entries.slice(0, at + 1).filter((other) => other.transaction === entry.transaction);
    return { ...entry, at: entry.at, number: at, sum: sum(before), isFirst: before.length === 1 };
  });
  return panel(t("ledger.title"), null, table({
    caption: t("ledger.caption"), key: (row) => row.number, items: rows, columns: [
      { label: t("ledger.transaction"), isNumber: true, cell: (row) => row.isFirst ? row.transaction : "" },
      { label: t("ledger.reason"), isText: true, cell: (row) => row.isFirst ? said(row.reason) : "" },
      { label: t("event.at"), isNumber: true, cell: (row) => row.isFirst ? time(row.at) : "" },
      { label: t("ledger.account"), isHead: true, cell: (row) => word("account", row.account) },
      { label: t("receipt.amount"), isNumber: true, cell: (row) => money(row.amount) },
      { label: t("ledger.sum"), isNumber: true, cell: (row) => money(row.sum) },
    ],
  }).element);
}
