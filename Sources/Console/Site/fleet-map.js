// A map of the fleet that follows the stream.

import { h } from "./dom.js";
import * as live from "./live.js";
import { makeMap, onColours } from "./map.js";
import { vehicleLayer } from "./vehicle-layer.js";

/** Puts the map into an element; returns it with its `layer`, or null where there is no Leaflet. */
export async function fleetMap(host, { label, isStill, isShown = () => true, signal }) {
  const made = await makeMap(host, { label, isStill, signal });
  if (!made) return null;
  const layer = vehicleLayer(made.L, made.map, isShown);
  live.wantVehicles(signal);
  live.on("vehicles", layer.refresh, signal);
  onColours(layer.refresh, signal);
  // Without news what is shown still grows old.
  const timer = setInterval(() => { if (!live.pausedAt && !document.hidden) layer.refresh(); }, 5000);
  signal.addEventListener("abort", () => { clearInterval(timer); layer.remove(); });
  return { ...made, layer };
}

/** The map of one ride: its places, and the way by them. */
export async function rideMap(host, { label, places, signal }) {
  const made = await makeMap(host, { label, signal });
  if (!made) return null;
  const { L, map, fit } = made;
  const line = L.layerGroup().addTo(map);
  const markers = L.layerGroup().addTo(map);
  const styles = getComputedStyle(document.documentElement);
  const draw = (all) => {
    line.clearLayers();
    markers.clearLayers();
    const colour = (name) => styles.getPropertyValue(name).trim();
    const at = all.map(({ place }) => [place.latitude, place.longitude]);
    if (at.length > 1) {
      L.polyline(at, { color: colour("--quiet"), weight: 2, dashArray: "4 6", interactive: false }).addTo(line);
    }
    for (const { letter, place, kind } of all) {
      const icon = L.divIcon({ className: "", html: h("span", { class: `pin ${kind}` }, letter), iconSize: [26, 26] });
      L.marker([place.latitude, place.longitude], { icon, keyboard: false, interactive: false }).addTo(markers);
    }
    return L.latLngBounds(at);
  };
  let shown = places;
  fit(draw(places));
  onColours(() => draw(shown), signal);
  return {
    update(all) {
      shown = all;
      draw(all);
    },
  };
}
