// Builds elements. Whatever is given goes in as text, never as markup.

/** An element with attributes, listeners (`onclick`) and children: texts, nodes, or lists of them. */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An element of SVG. */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...nodes(children));
  return element;
}

/** The texts and nodes of nested lists, without what is absent. */
export function nodes(children) {
  return [children].flat(Infinity).filter((child) =>
    child !== undefined && child !== null && child !== false);
}

/** Puts other children into an element. */
export function put(element, ...children) {
  element.replaceChildren(...nodes(children));
  return element;
}

/** A link within the console. */
export function link(href, ...children) {
  return h("a", { href }, children);
}

/** The address of a page or of the API with its query; empty values are left out. */
export function address(path, query) {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value || value === 0);
  const text = new URLSearchParams(pairs).toString();
  return text ? `${path}?${text}` : path;
}

/** A path with identifiers in it: path`/rides/${id}`. */
export function path(texts, ...values) {
  return texts.reduce((all, text, i) => all + encodeURIComponent(values[i - 1]) + text);
}

/** A link to the page of a ride. */
export function rideLink(identifier) {
  return link(path`/rides/${identifier}`, identifier);
}

/** A panel with its heading; `aside` stands at the end of the heading's line. */
export function panel(title, aside, ...children) {
  return h("section", { class: "panel" },
    h("div", { class: "panel-head" }, h("h2", null, title), aside), children);
}

/** Names and values, one below the other; pairs without a value are left out. */
export function facts(pairs) {
  const rows = pairs.filter(([, value]) => nodes([value]).length > 0 && value !== "");
  return h("dl", { class: "facts" },
    rows.map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value))));
}

/** A button that is not one of a form. */
export function button(label, onclick, attributes) {
  return h("button", { type: "button", onclick, ...attributes }, label);
}

let spoken = 0;

/** Says a sentence to screen readers; the line is cleared, so that the same can be said again. */
export function announce(text) {
  const line = document.getElementById("status");
  line.textContent = text;
  clearTimeout(spoken);
  spoken = setTimeout(() => { line.textContent = ""; }, 5000);
}
