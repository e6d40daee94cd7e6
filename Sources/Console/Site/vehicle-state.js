// Where the vehicles are, as the stream says: kept once, for the map and its table.

/** The states of a vehicle, in the order in which they are listed. */
export const vehicleStates = ["free", "taken", "silent", "offDuty"];

/** By identifier: id, latitude, longitude, course, state, ride, seenAt, and x and y of Mercator. */
export const vehicles = new Map();

let ahead = 0;

/** Milliseconds since 1970 by the clock of the server. */
export function serverNow() {
  return Date.now() + ahead;
}

/** How old the position of a vehicle is, in seconds. */
export function ageOf(vehicle) {
  return Math.max(0, (serverNow() - vehicle.seenAt) / 1000);
}

/** Takes an event of the stream over: all vehicles, or those that have changed. */
export function applyVehicles({ at, full, vehicles: changed, gone }) {
  const now = Date.parse(at);
  ahead = now - Date.now();
  if (full) vehicles.clear();
  for (const [id, latitude, longitude, course, state, age, ride] of changed) {
    const sine = Math.sin(latitude * Math.PI / 180);
    const turn = course === null ? null : course * Math.PI / 180;
    vehicles.set(id, {
      id, latitude, longitude, course, state, ride, seenAt: now - age * 1000,
      x: longitude / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI),
      sine: turn === null ? 0 : Math.sin(turn), cosine: turn === null ? 1 : Math.cos(turn),
    });
  }
  for (const id of gone ?? []) vehicles.delete(id);
}

/** All vehicles in the form of an event. */
export function allVehicles() {
  return {
    at: new Date(serverNow()).toISOString(), full: true, gone: [],
    vehicles: [...vehicles.values()].map((vehicle) => [
      vehicle.id, vehicle.latitude, vehicle.longitude, vehicle.course, vehicle.state,
      ageOf(vehicle), vehicle.ride,
    ]),
  };
}

/** How many vehicles are in each state. */
export function countStates() {
  const counts = Object.fromEntries(vehicleStates.map((state) => [state, 0]));
  for (const vehicle of vehicles.values()) counts[vehicle.state] += 1;
  return counts;
}
