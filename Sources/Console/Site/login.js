// The sign-in, shown in the place of any page.

import { post } from "./api.js";
import { announce, h, put } from "./dom.js";
import { said, t } from "./i18n.js";

/** Shows the form; the page that was asked for comes after it. */
export function show({ main, onSignIn }) {
  const name = h("input", {
    name: "name", id: "name", autocomplete: "username", required: true, autocapitalize: "none", spellcheck: "false",
  });
  const password = h("input", {
    name: "password", id: "password", type: "password", autocomplete: "current-password", required: true,
  });
  const fault = h("p", { class: "fault", id: "fault", role: "alert" });
  const send = h("button", { class: "main" }, t("login.go"));

  async function signIn(event) {
    event.preventDefault();
    send.disabled = true;
    put(fault);
    try {
      const me = await post("/api/login", { name: name.value, password: password.value });
      if (location.pathname === "/login") history.replaceState(null, "", "/");
      announce(t("login.done", { name: me.name }));
      await onSignIn(me);
    } catch (error) {
      put(fault, error.status === 401 ? t("login.wrong")
        : error.status === 429 ? t("login.wait", { n: error.retryAfter ?? 60 })
          : error.status === 0 ? t("failure.noAnswer") : said(error.message));
      send.disabled = false;
      password.select();
    }
  }

  put(main, h("form", { class: "panel login", onsubmit: signIn },
    h("h1", null, t("login.title")),
    h("label", { for: "name" }, t("login.name")), name,
    h("label", { for: "password" }, t("login.password")), password,
    fault, send));
}
