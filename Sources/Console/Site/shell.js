// What is around every page: header, search, what is live, account, banners, footer.

import { announce, button, h, link, nodes, put } from "./dom.js";
import { allLanguages, clock, language, loadLanguage, t, word, zone } from "./i18n.js";
import * as live from "./live.js";

const places = ["/", "/rides", "/vehicles", "/map", "/dead-letters", "/fleet", "/audit"];
const header = document.getElementById("header");
const footer = document.getElementById("footer");
const notices = document.getElementById("notices");
let isOutdated = false;
/** What the first stream of this document said. */
let knownVersion = null;

/** Draws the shell for a person who is signed in, or for no one. */
export function drawShell(me, { onSearch, onSignOut, onLanguage }) {
  document.getElementById("skip").textContent = t("skip");
  notices.setAttribute("aria-label", t("notices"));
  const brand = h("a", { href: "/", class: "brand" },
    h("img", { src: "/site/icon.svg", alt: "", width: 24, height: 24 }), "Livery");
  if (me) {
    put(header, brand, menuButton(), navigation(me), searchForm(onSearch), liveBox());
  } else {
    put(header, brand);
  }
  put(footer, me ? account(me, onSignOut) : null,
    h("p", null, t("footer.zone", { zone: zone() })), languageChoice(onLanguage),
    me ? h("p", { title: t("footer.version.about") }, t("footer.version", { version: me.version })) : null);
  drawn = "";
  drawState();
  drawState();
}

function menuButton() {
  const toggle = button(t("menu"), () => {
    const isOpen = header.classList.toggle("open");
    toggle.setAttribute("aria-expanded", isOpen);
  }, { class: "menu", "aria-expanded": "false", "aria-controls": "navigation" });
  return toggle;
}

/** The pages; what the role may not see is left out. */
function navigation(me) {
  const shown = places.filter((place) => place !== "/audit" || me.role === "admin");
  return h("nav", { id: "navigation", "aria-label": t("navigation") },
    h("ul", null, shown.map((place) => h("li", null, link(place, t(`page.${place}`))))));
}

/** Marks the page that is shown, and closes the menu. */
export function markPlace(path) {
  header.classList.remove("open");
  header.querySelector(".menu")?.setAttribute("aria-expanded", "false");
  for (const anchor of header.querySelectorAll("nav a")) {
    const place = new URL(anchor.href).pathname;
    const isHere = place === "/" ? path === "/" : path === place || path.startsWith(place + "/");
    if (isHere) anchor.setAttribute("aria-current", "page");
    else anchor.removeAttribute("aria-current");
  }
}

function searchForm(onSearch) {
  const field = h("input", {
    type: "search", name: "q", id: "search", placeholder: t("search.hint"), "aria-label": t("search.label"),
    title: t("search.key"), autocomplete: "off", spellcheck: "false",
  });
  return h("form", {
    role: "search", class: "search", onsubmit: (event) => {
      event.preventDefault();
      if (field.value.trim()) onSearch(field.value.trim());
    },
  }, field, h("button", null, t("search.go")));
}

/** `/` goes to the search, unless something is being typed. */
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.closest("input, textarea, select, dialog");
  if (event.key !== "/" || isTyping || event.ctrlKey || event.altKey || event.metaKey) return;
  const field = document.getElementById("search");
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.select();
});

function liveBox() {
  return h("div", { class: "live" }, h("span", { class: "live-state" }),
    button(t("live.pause"), () => {
      live.pause(!live.pausedAt);
      announce(t(live.pausedAt ? "live.pausedNow" : "live.goesOn"));
    }, { class: "pause" }));
}

let drawn = "";

/** Shows whether the page is live; the banner says since when it is not. */
function drawState() {
  const { word: name, since } = live.state();
  const key = [language, name, name === "live" ? "" : since, isOutdated, Boolean(header.querySelector(".live"))].join();
  if (key === drawn) return;
  drawn = key;
  const box = header.querySelector(".live");
  if (box) {
    box.dataset.state = name;
    put(box.querySelector(".live-state"), t(`live.${name}`));
    put(box.querySelector(".pause"), t(live.pausedAt ? "live.resume" : "live.pause"));
  }
  const values = { time: clock(since) };
  put(notices, nodes([
    box && ["late", "polling"].includes(name)
      && h("p", { class: "banner alarm", role: "alert" }, t(`live.${name}.banner`, values)),
    box && name === "paused" && h("p", { class: "banner" }, t("live.paused.banner", values)),
    isOutdated && h("p", { class: "banner" }, t("outdated"), " ",
      button(t("reload"), () => location.reload())),
  ]));
}

live.on("state", drawState);
live.on("beat", drawState);
live.on("version", ({ version }) => {
  knownVersion ??= version;
  isOutdated = version !== knownVersion;
  drawState();
});

function account(me, onSignOut) {
  return h("p", null, t("footer.account", { name: me.name, role: word("role", me.role) }), " ",
    button(t("signOut"), () => onSignOut(false)), " ",
    button(t("signOut.everywhere"), () => onSignOut(true)));
}

function languageChoice(onLanguage) {
  const choice = h("select", {
    onchange: async () => {
      await loadLanguage(choice.value);
      onLanguage();
    },
  }, allLanguages.map(([code, name]) =>
    h("option", { value: code, lang: code, selected: code === language }, name)));
  return h("label", null, t("language"), " ", choice);
}
