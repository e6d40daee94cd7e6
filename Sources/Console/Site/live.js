// The one stream of events for all tabs: the tab that holds a lock reads it and passes it on.
//
// A tab takes part while it is visible and not paused. The stream is read with fetch and not with
// EventSource, which hides the comments that show that a quiet stream is alive, and the status 401.

import { fault, get } from "./api.js";
import { applyVehicles, allVehicles } from "./vehicle-state.js";

const silence = 25_000;
const pollEvery = 5_000;
const channel = "BroadcastChannel" in window ? new BroadcastChannel("livery") : null;
const tab = Math.random().toString(36).slice(2);
const listeners = new Map();
/** The tabs that show vehicles, as the leader knows them. */
const wanting = new Set();

let wishes = 0;
let run = null;
let isStarted = false;
let isLeading = false;
let isPolled = false;
let isHeard = false;
let request = null;
let isStreamingVehicles = false;
let heardAt = Date.now();
let lastOverview = null;

/** Whether this person has paused what moves, and since when. */
export let pausedAt = null;

/** Calls a function for each `overview`, `vehicles`, `ride`, `version`, `resumed` or `state`. */
export function on(kind, listener, signal) {
  if (!listeners.has(kind)) listeners.set(kind, new Set());
  listeners.get(kind).add(listener);
  signal?.addEventListener("abort", () => listeners.get(kind).delete(listener));
}

function deliver(kind, data) {
  for (const listener of listeners.get(kind) ?? []) listener(data);
}

/** `connecting`, `live`, `late` (silent), `polling` (late, but figures are fetched) or `paused`. */
export function state() {
  if (pausedAt) return { word: "paused", since: pausedAt };
  if (Date.now() - heardAt < silence) return { word: isHeard ? "live" : "connecting", since: heardAt };
  return { word: isPolled ? "polling" : "late", since: heardAt };
}

/** The newest overview, if one has come. */
export function overview() {
  return lastOverview;
}

/** Begins, once somebody is signed in. */
export function start() {
  isStarted = true;
  update();
}

/** Ends, at the end of a session. */
export function stop() {
  isStarted = false;
  lastOverview = null;
  update();
}

/** Pauses all that moves in this tab, also what would be fetched, or goes on. */
export function pause(isPaused) {
  pausedAt = isPaused ? Date.now() : null;
  update();
  deliver("state");
}

/** Has the places of the vehicles streamed until the signal. */
export function wantVehicles(signal) {
  wishes += 1;
  wish();
  signal.addEventListener("abort", () => {
    wishes -= 1;
    wish();
  });
}

function update() {
  const shouldRun = isStarted && !pausedAt && !document.hidden;
  if (shouldRun && !run) {
    run = new AbortController();
    heardAt = Date.now();
    isHeard = false;
    wish();
    take(run.signal);
    deliver("resumed");
  } else if (!shouldRun && run) {
    run.abort();
    run = null;
    wish();
  }
}

/** Leads as soon as no other tab does. Locks exist on trustworthy origins alone. */
function take(signal) {
  if (!navigator.locks || !channel) return lead(signal);
  navigator.locks.request("livery-live", { signal }, () => lead(signal)).catch(() => {});
}

function wish() {
  const vehicles = wishes > 0 && run !== null;
  channel?.postMessage({ kind: "wish", tab, vehicles });
  note(tab, vehicles);
}

/** Notes, as the leader, what a tab shows; the stream is opened anew if that changes it. */
function note(name, vehicles) {
  if (vehicles) wanting.add(name);
  else wanting.delete(name);
  if (isLeading && request && wanting.size > 0 !== isStreamingVehicles) request.abort("reopen");
}

function publish(kind, data) {
  channel?.postMessage({ kind, data });
  receive(kind, data);
}

function receive(kind, data) {
  if (!run) return;
  if (kind === "polled") isPolled = true;
  else heard();
  if (kind === "overview" || kind === "polled") lastOverview = data;
  if (kind === "vehicles") applyVehicles(data);
  deliver(kind === "polled" ? "overview" : kind, data);
}

function heard() {
  const wasLate = Date.now() - heardAt >= silence;
  heardAt = Date.now();
  isHeard = true;
  isPolled = false;
  if (wasLate) {
    deliver("state");
    deliver("resumed");
  }
}

channel?.addEventListener("message", ({ data: message }) => {
  if (message.kind === "who") {
    wish();
  } else if (message.kind !== "wish") {
    receive(message.kind, message.data);
  } else {
    note(message.tab, message.vehicles);
    // One that has joined needs what all others have had before.
    if (isLeading && message.vehicles && isStreamingVehicles) {
      channel.postMessage({ kind: "vehicles", data: allVehicles() });
    }
  }
});

async function lead(signal) {
  isLeading = true;
  channel?.postMessage({ kind: "who" });
  const watch = setInterval(() => poll(signal), pollEvery);
  let failures = 0;
  while (!signal.aborted) {
    let isFresh = true;
    try {
      await stream(signal, () => {
        failures = 0;
        // What happened before it is fetched, also what came after the page's first request.
        if (!isFresh) return;
        isFresh = false;
        publish("resumed");
      });
    } catch (error) {
      if (signal.aborted) break;
      if (request.signal.reason === "reopen") continue;
      if (error.status === 401) {
        window.dispatchEvent(new Event("signed-out"));
        break;
      }
      failures += 1;
    }
    await wait(Math.min(2000 * 2 ** failures, 30_000), signal);
  }
  clearInterval(watch);
  isLeading = false;
}

/** Reads one stream to its end; it is given up after a silence. */
async function stream(signal, onFirst) {
  request = new AbortController();
  const own = request;
  const end = () => own.abort();
  signal.addEventListener("abort", end);
  let timer = setTimeout(end, silence);
  try {
    isStreamingVehicles = wanting.size > 0;
    const response = await fetch(`/api/live${isStreamingVehicles ? "?vehicles=1" : ""}`, {
      headers: { Accept: "text/event-stream" }, cache: "no-store", signal: own.signal,
    });
    if (!response.ok) throw await fault(response);
    let rest = "";
    for (const reader = response.body.pipeThrough(new TextDecoderStream()).getReader(); ;) {
      const { value, done } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(end, silence);
      onFirst();
      const blocks = (rest + value).split("\n\n");
      rest = blocks.pop();
      publish("beat");
      blocks.forEach(dispatch);
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  }
}

function dispatch(block) {
  const lines = block.split("\n");
  const of = (name) => lines.filter((line) => line.startsWith(name + ":"))
    .map((line) => line.slice(name.length + 1).trimStart()).join("\n");
  const [kind, data] = [of("event"), of("data")];
  if (kind && data) publish(kind, JSON.parse(data));
}

/** Fetches the figures where the stream is silent, as behind a proxy that holds it back. */
async function poll(signal) {
  if (Date.now() - heardAt < silence) return;
  try {
    publish("polled", await get("/api/overview", signal));
  } catch {
    isPolled = false;
  }
  deliver("state");
}

function wait(milliseconds, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => { clearTimeout(timer); resolve(); }, { once: true });
  });
}

document.addEventListener("visibilitychange", update);
window.addEventListener("pagehide", () => { run?.abort(); run = null; wish(); });
window.addEventListener("pageshow", update);
setInterval(() => { if (run) deliver("state"); }, 1000);
