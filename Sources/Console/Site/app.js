// Begins: asks who is signed in, and shows the page of the address.

import { get, post } from "./api.js";
import { address, button, h, put } from "./dom.js";
import { loadLanguage, said, t } from "./i18n.js";
import * as live from "./live.js";
import { drawShell, markPlace } from "./shell.js";

const routes = [
  [/^\/$/, "overview"], [/^\/rides$/, "rides"], [/^\/rides\/([^/]+)$/, "ride"],
  [/^\/vehicles$/, "vehicles"], [/^\/vehicles\/([^/]+)$/, "vehicle"],
  [/^\/riders\/([^/]+)$/, "rider"], [/^\/search$/, "search"], [/^\/map$/, "map-page"],
  [/^\/dead-letters$/, "dead-letters"], [/^\/dead-letters\/list$/, "dead-letters-list"],
  [/^\/dead-letters\/([^/]+)$/, "dead-letters-letter"], [/^\/redrives\/([^/]+)$/, "dead-letters-redrive"],
  [/^\/fleet$/, "fleet"], [/^\/audit$/, "audit"],
];
const main = document.getElementById("main");
let me = null;
let shown = null;

/** Goes to a page of the console; `state` is kept with its place in the history. */
function go(href, state = null) {
  history.pushState(state, "", href);
  return show(true);
}

/** Shows the page of the address. A later page ends the requests of an earlier one. */
async function show(isMove) {
  shown?.abort();
  const own = shown = new AbortController();
  const { pathname, searchParams } = new URL(location.href);
  const [pattern, name] = routes.find(([route]) => route.test(pathname)) ?? [/$/, "missing"];
  markPlace(pathname);
  const content = h("div", { class: `page ${name}` });
  main.setAttribute("aria-busy", "true");
  try {
    const page = await import(`./${me ? name : "login"}.js`);
    await page.show({
      main: content, me, go, signal: own.signal, query: Object.fromEntries(searchParams),
      identifier: decodeURIComponent(pattern.exec(pathname)?.[1] ?? ""), onSignIn: signedIn,
    });
  } catch (error) {
    if (own.signal.aborted) return;
    put(content, failure(error));
  }
  if (own.signal.aborted) return;
  put(main, content);
  main.removeAttribute("aria-busy");
  content.dispatchEvent(new Event("shown"));
  const heading = content.querySelector("h1");
  document.title = heading ? `${heading.textContent} · Livery` : "Livery";
  if (isMove) arrive(heading);
}

/** Moves the focus to the heading of a page, as a browser does with a new document. */
function arrive(heading) {
  window.scrollTo(0, history.state?.scroll ?? 0);
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
}

function failure(error) {
  const isMissing = error.status === 404;
  return h("div", { class: "panel" },
    h("h1", null, t(isMissing ? "missing.title" : "failure.title")),
    h("p", null, error.status === 0 ? t("failure.noAnswer") : said(error.message)),
    isMissing ? h("a", { href: "/" }, t("missing.home")) : button(t("failure.again"), () => show(true)));
}

function signedIn(user) {
  me = user;
  draw();
  live.start();
  return show(true);
}

async function signOut(everywhere) {
  await post("/api/logout", { everywhere }).catch(() => {});
  leave();
}

/** Shows the sign-in in the place of the page, and the page again after it. */
function leave() {
  if (!me) return;
  me = null;
  live.stop();
  document.querySelectorAll("dialog").forEach((dialog) => dialog.close());
  draw();
  show(true);
}

function draw() {
  drawShell(me, {
    onSearch: (text) => go(address("/search", { q: text })), onSignOut: signOut,
    onLanguage: () => { draw(); show(false); },
  });
  markPlace(location.pathname);
}

/** Links within the console are followed without loading a document. */
document.addEventListener("click", (event) => {
  const anchor = event.target.closest?.("a[href]");
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!anchor || !isPlain || anchor.origin !== location.origin || anchor.target) return;
  event.preventDefault();
  if (anchor.id === "skip") return main.focus();
  history.replaceState({ ...history.state, scroll: window.scrollY }, "");
  go(anchor.href);
});
window.addEventListener("popstate", () => show(true));
window.addEventListener("signed-out", leave);
history.scrollRestoration = "manual";

await loadLanguage();
try {
  me = await get("/api/me");
} catch {
  me = null;
}
draw();
if (me) live.start();
await show(false);
