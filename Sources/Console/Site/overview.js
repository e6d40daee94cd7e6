// The first screen: is all well, and what needs somebody.

import { get } from "./api.js";
import { h, link, panel, put, rideLink } from "./dom.js";
import { bar, curve, minutes, rate } from "./curve.js";
import { fleetMap } from "./fleet-map.js";
import { age, clock, length, number, phrase as say, t, time, word } from "./i18n.js";
import * as live from "./live.js";
import { level, levelMark, phase, phases, vehicleState, workerState } from "./marks.js";
import { table } from "./table.js";
import { vehicleStates } from "./vehicle-state.js";

/** Shows the figures of now, and keeps them so. */
export async function show({ main, signal }) {
  let latest = live.overview() ?? await get("/api/overview", signal);
  const parts = [verdict(), rides(latest), vehicles(latest), map(signal), queues(latest), letters(latest),
    payments(latest), workers(latest), events(latest)];
  put(main, parts.map((part) => part.element));
  const update = (next) => {
    latest = next;
    for (const part of parts) part.update?.(next);
  };
  update(latest);
  live.on("overview", update, signal);
  live.on("resumed", () => get("/api/overview", signal).then(update).catch(() => {}), signal);
}

function verdict() {
  const element = h("section", { class: "panel verdict" });
  let drawn = "";
  return {
    element,
    update({ verdict, at }) {
      const { level: name, items } = verdict;
      const key = JSON.stringify(verdict);
      if (key !== drawn) {
        drawn = key;
        if (element.isConnected) document.title = `${h("p", null, say(verdict)).textContent} · Livery`;
        element.dataset.level = name;
        put(element, h("h1", null, levelMark(name), " ", say(verdict)),
          items.length > 0 && h("ul", null, items.map(alarm)),
          h("p", { class: "as-of quiet" }));
      }
      put(element.querySelector(".as-of"), t("overview.asOf", { time: clock(at) }));
    },
  };
}

/** One thing that needs somebody, as the page of the fleet lists it, too. */
export function alarm(item) {
  return h("li", null, level(item.level, [item.href ? link(item.href, say(item)) : say(item),
    item.rides?.slice(1).map((ride) => [" · ", rideLink(ride)])]));
}

function rides(first) {
  const most = ({ byPhase }) => Math.max(1, ...phases.slice(0, -1).map((name) => byPhase[name] ?? 0));
  const items = ({ rides: all }) => phases.slice(0, -1).map((name) =>
    ({ name, count: all.byPhase[name] ?? 0, share: (all.byPhase[name] ?? 0) / most(all) }));
  const list = table({
    caption: t("overview.rides"), key: (row) => row.name, items: items(first), columns: [
      {
        label: t("ride.phase"), isHead: true,
        cell: (row) => link(`/rides?phase=${row.name}`, phase({ phase: row.name })),
      },
      { label: t("overview.count"), isNumber: true, cell: (row) => number(row.count) },
      { label: h("span", { class: "unseen" }, t("overview.share")), cell: (row) => bar(row.share) },
    ],
  });
  const waiting = h("div");
  return {
    element: panel(t("overview.rides"), link("/rides", t("overview.all")), waiting, list.element),
    update(latest) {
      list.update(items(latest));
      put(waiting, figures([
        [t("overview.waiting"), number(latest.rides.waiting)],
        [t("overview.longestWait"), length(latest.rides.longestWaitSeconds)],
      ]));
    },
  };
}

/** Great numbers with their names. */
function figures(pairs) {
  return h("dl", { class: "figures" },
    pairs.map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value))));
}

function vehicles(first) {
  const items = ({ vehicles: counts }) => vehicleStates.map((state) =>
    ({ state, count: counts[state] ?? 0, share: (counts[state] ?? 0) / Math.max(1, counts.onDuty + counts.offDuty) }));
  const list = table({
    caption: t("overview.vehicles"), key: (row) => row.state, items: items(first), columns: [
      {
        label: t("vehicle.state"), isHead: true,
        cell: (row) => link(`/vehicles?state=${row.state}`, vehicleState(row.state)),
      },
      { label: t("overview.count"), isNumber: true, cell: (row) => number(row.count) },
      { label: h("span", { class: "unseen" }, t("overview.share")), cell: (row) => bar(row.share, row.state) },
    ],
  });
  const duty = h("div");
  return {
    element: panel(t("overview.vehicles"), link("/vehicles", t("overview.all")), duty, list.element),
    update(latest) {
      list.update(items(latest));
      put(duty, figures([
        [t("overview.onDuty"), number(latest.vehicles.onDuty)], [t("state.free"), number(latest.vehicles.free)],
      ]));
    },
  };
}

function map(signal) {
  const host = h("div", { class: "map small" });
  fleetMap(host, { label: t("map.small"), isStill: true, signal });
  return { element: panel(t("page./map"), link("/map", t("overview.openMap")), host) };
}

function queues(first) {
  const list = table({
    caption: t("overview.queues"), key: (row) => row.name, items: first.queues, columns: [
      { label: t("queue.name"), isHead: true, cell: (row) => row.name },
      { label: t("queue.depth"), isNumber: true, cell: (row) => number(row.depth) },
      { label: t("queue.consumers"), isNumber: true, cell: (row) => number(row.consumers) },
      { label: t("queue.oldest"), isNumber: true, cell: (row) => length(row.oldestSeconds) },
      { label: t("queue.perSecond"), isNumber: true, cell: (row) => rate(row.perSecond) },
      { label: t("queue.curve"), cell: (row) => curve(row.curve, row.name) },
    ],
  });
  const history = h("div");
  const details = h("details", { ontoggle: () => draw() }, h("summary", null, t("queue.figures")), history);
  let latest = first;
  let shown = null;

  function draw() {
    if (!details.open) return;
    const means = latest.queues.map((queue) => minutes(queue.curve));
    const items = Array.from({ length: 15 }, (_, ago) =>
      ({ ago, means: means.map((all) => all.find((row) => row.ago === ago)?.mean ?? null) }));
    if (shown) return shown.update(items);
    shown = table({
      caption: t("queue.figures"), key: (row) => row.ago, items, columns: [
        { label: t("queue.ago"), isHead: true, isNumber: true, cell: (row) => number(row.ago) },
        ...latest.queues.map((queue, at) =>
          ({ label: queue.name, isNumber: true, cell: (row) => rate(row.means[at]) })),
      ],
    });
    put(history, shown.element);
  }

  const element = panel(t("overview.queues"), null, list.element, details);
  element.classList.add("wide");
  return { element, update(next) { latest = next; list.update(next.queues); draw(); } };
}

/** Open dead letters by reason, as the page of dead letters has them, too. */
export function letters(first) {
  const list = table({
    caption: t("overview.letters"), key: (row) => row.reason, items: first.deadLetters.byReason,
    empty: t("overview.noLetters"), columns: [
      {
        label: t("letter.reason"), isHead: true,
        cell: (row) => h("code", null, row.reason), sort: (row) => row.reason,
      },
      { label: t("overview.count"), isNumber: true, cell: (row) => number(row.count), sort: (row) => row.count },
    ],
  });
  const open = h("div");
  return {
    element: panel(t("overview.letters"), link("/dead-letters", t("overview.all")), open, list.element),
    update({ deadLetters }) {
      list.update(deadLetters.byReason);
      put(open, figures([
        [t("overview.open"), number(deadLetters.open)],
        [t("overview.oldestAge"), deadLetters.oldestAt ? age(deadLetters.oldestAt) : "–"],
      ]));
    },
  };
}

function payments(first) {
  const list = table({
    caption: t("overview.payments"), key: (row) => `${row.kind} ${row.state}`, items: first.payments,
    empty: t("overview.noPayments"), columns: [
      { label: t("payment.kind"), isHead: true, cell: (row) => word("payment", row.kind), sort: (row) => row.kind },
      { label: t("payment.state"), cell: (row) => word("charge", row.state), sort: (row) => row.state },
      { label: t("overview.count"), isNumber: true, cell: (row) => number(row.count), sort: (row) => row.count },
      { label: t("overview.oldest"), isNumber: true, cell: (row) => time(row.oldestAt), sort: (row) => row.oldestAt },
    ],
  });
  return { element: panel(t("overview.payments"), null, list.element), update: (next) => list.update(next.payments) };
}

function workers(first) {
  const list = table({
    caption: t("overview.workers"), key: (row) => row.address, items: first.workers, empty: t("overview.noWorkers"),
    columns: workerColumns(missing),
  });
  const element = panel(t("overview.workers"), link("/fleet", t("page./fleet")), list.element);
  element.classList.add("wide");
  return { element, update: (next) => list.update(next.workers) };
}

/** The columns of every list of workers; `lacks` draws what one lacks. */
export function workerColumns(lacks) {
  const name = (row) => row.name ?? row.address;
  const [state, version] = [(row) => row.state, (row) => row.version];
  const [startedAt, perSecond] = [(row) => row.startedAt, (row) => row.perSecond];
  return [
    { label: t("worker.name"), isHead: true, cell: name, sort: name },
    { label: t("worker.state"), isText: true, cell: (row) => [workerState(row.state), lacks(row)], sort: state },
    { label: t("worker.version"), cell: version, sort: version },
    { label: t("worker.startedAt"), isNumber: true, cell: (row) => time(row.startedAt), sort: startedAt },
    { label: t("queue.perSecond"), isNumber: true, cell: (row) => rate(row.perSecond), sort: perSecond },
  ];
}

/** What keeps a worker from being ready. */
export function missing({ missing: parts }) {
  return parts?.length > 0 && h("div", { class: "quiet" }, t("worker.missing", { parts: parts.join(", ") }));
}

function events(first) {
  const list = table({
    caption: t("overview.events"), key: (row) => row.at + row.text, items: first.events, empty: t("overview.noEvents"),
    columns: [
      { label: t("event.at"), cell: (row) => time(row.at) },
      {
        label: t("event.text"), isText: true,
        cell: (row) => row.href ? link(row.href, say(row)) : say(row),
      },
    ],
  });
  const element = panel(t("overview.events"), null, list.element);
  element.classList.add("whole");
  return { element, update: (next) => list.update(next.events) };
}
