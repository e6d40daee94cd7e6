// Words, numbers and times in the language of the page.

import { h } from "./dom.js";

const languages = { en: "English", de: "Deutsch" };
const kept = "livery.language";
let words = {};

/** The languages that there are, by their codes. */
export const allLanguages = Object.entries(languages);

/** The language of the page. */
export let language = "en";

/** Loads the words: of the language that was chosen, else of the browser's first that is known. */
export async function loadLanguage(chosen) {
  if (chosen) localStorage.setItem(kept, chosen);
  const wanted = [localStorage.getItem(kept), ...navigator.languages.map((name) => name.slice(0, 2))];
  language = wanted.find((code) => code in languages) ?? "en";
  words = (await import(`./${language}.js`)).default;
  document.documentElement.lang = language;
}

/** The text of a key, with values in the place of their {names}; `n` also chooses the plural. */
export function t(key, values) {
  let text = words[key] ?? key;
  if (typeof text === "object") {
    text = text[new Intl.PluralRules(language).select(values.n)] ?? text.other;
  }
  return text.replace(/\{(\w+)\}/g, (_, name) =>
    typeof values?.[name] === "number" ? number(values[name]) : values?.[name] ?? "");
}

/** What a word of the contract is called, such as the phase `received`; one unknown stays as is. */
export function word(kind, name) {
  return words[`${kind}.${name}`] ?? name ?? "";
}

/** A text that the server wrote, which is in English; its times are shown as all others. */
export function said(text) {
  if (typeof text !== "string") return text;
  const read = text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, clock);
  return read && language !== "en" ? h("span", { lang: "en" }, read) : read;
}

/** How the values of a phrase are shown that are more than a name. */
const shown = {
  phase: (value) => word("phase", value), kind: (value) => word("payment", value),
  order: (value) => word("order", value), party: (value) => word("party", value),
  length, amount: money, most: money, before: (value) => value.amount ? money(value) : value,
};

/** A phrase of the server: by its key, where this language has it, else its English text. */
export function phrase({ key, text, values }) {
  if (!words[`say.${key}`]) return said(text);
  return t(`say.${key}`, Object.fromEntries(Object.entries(values ?? {})
    .map(([name, value]) => [name, shown[name]?.(value) ?? value])));
}

/** A text that may be masked from this role. */
export function personal(text) {
  if (text !== "•••") return text;
  return h("span", { class: "masked", title: t("masked") },
    h("span", { "aria-hidden": "true" }, text), h("span", { class: "unseen" }, t("masked")));
}

const formats = new Map();

function format(kind, options) {
  const key = language + kind.name + JSON.stringify(options);
  if (!formats.has(key)) formats.set(key, new kind(language, options));
  return formats.get(key);
}

/** A count or a measure; a dash where it is unknown. */
export function number(value, digits = 0) {
  if (value === undefined || value === null) return "–";
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return format(Intl.NumberFormat, options).format(value);
}

/** Degrees of a coordinate. */
export function degrees(value) {
  return value.toFixed(5).replace("-", "−");
}

/** An amount of money, exactly as its decimal text says. */
export function money(value) {
  if (!value) return "–";
  const digits = value.amount.split(".")[1]?.length ?? 0;
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return `${format(Intl.NumberFormat, options).format(value.amount).replace("-", "−")}\u00a0${value.currencyCode}`;
}

/** The part of the day, and the date where it is another one. */
export function clock(instant) {
  const date = new Date(instant);
  const time = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" };
  const isToday = date.toDateString() === new Date().toDateString();
  const year = date.getFullYear() === new Date().getFullYear() ? undefined : "numeric";
  return format(Intl.DateTimeFormat,
    isToday ? time : { ...time, year, month: "short", day: "numeric" }).format(date);
}

/** A time in the browser's zone; its title has the date and the zone. */
export function time(instant) {
  if (!instant) return "–";
  const title = format(Intl.DateTimeFormat, { dateStyle: "full", timeStyle: "full" });
  return h("time", { datetime: instant, title: title.format(new Date(instant)) }, clock(instant));
}

/** The zone of all times. */
export function zone() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** A length of time in its two greatest units. */
export function length(seconds) {
  if (seconds === undefined || seconds === null) return "–";
  if (seconds < 10) return `${number(seconds, seconds % 1 ? 1 : 0)} s`;
  const whole = Math.round(seconds);
  const parts = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]];
  const first = parts.findIndex(([size]) => whole >= size);
  return parts.slice(first, first + 2).map(([size, unit], i) => {
    const count = Math.floor(i === 0 ? whole / size : whole % parts[first][0] / size);
    return i > 0 && count === 0 ? "" : `${number(count)} ${unit}`;
  }).join(" ").trim();
}

/** How long ago an instant was. */
export function age(instant) {
  return length(Math.max(0, (Date.now() - Date.parse(instant)) / 1000));
}
