import JSON
import RideStore
import Rides
import Tool

/// A vehicle as the stream of the map has it.
struct VehicleRow: Hashable {
  let identifier: VehicleIdentifier
  private(set) var location: Coordinate
  let course: Double?
  let state: VehicleState
  let seenAt: Instant
  let ride: RideIdentifier?

  /// Nil for a vehicle without a position.
  init?(_ vehicle: ListedVehicle, at now: Instant) {
    let record = vehicle.record
    guard let location = record.location else { return nil }
    identifier = record.vehicleIdentifier
    self.location = location
    course = record.course
    state = VehicleState(of: vehicle, at: now)
    seenAt = record.locatedAt ?? record.updatedAt
    ride = record.ride
  }

  /// Without the exact place of a vehicle with a ride.
  var masked: VehicleRow {
    var row = self
    if ride != nil { row.location = location.masked }
    return row
  }

  /// `["v-7",41.88123,-87.63,90,"free",3.2,null]`: position, course, state, age and ride.
  fileprivate func write(at now: Instant, into writer: inout JSONWriter) {
    writer.beginArray()
    writer.string(identifier.rawValue)
    writer.double(Self.rounded(location.latitude, 100_000))
    writer.double(Self.rounded(location.longitude, 100_000))
    if let course { writer.double(Self.rounded(course, 1)) } else { writer.null() }
    writer.string(state.rawValue)
    writer.double(Self.rounded(max(0, seenAt.seconds(to: now)), 10))
    if let ride { writer.string(ride.rawValue) } else { writer.null() }
    writer.endArray()
  }

  private static func rounded(_ number: Double, _ parts: Double) -> Double {
    (number * parts).rounded() / parts
  }
}

/// What has changed of the vehicles since a viewer was shown them.
struct VehicleDelta: Hashable {
  /// Whether it has all vehicles, so that others are forgotten.
  let isFull: Bool
  let rows: [VehicleRow]
  let gone: [VehicleIdentifier]

  /// What leads from one reading to the next; of a first one it is all.
  init(from before: [VehicleRow]?, to now: [VehicleRow]) {
    guard let before else {
      (isFull, rows, gone) = (true, now, [])
      return
    }
    var left = Dictionary(before.map { ($0.identifier, $0) }) { first, _ in first }
    var changed: [VehicleRow] = []
    for row in now where left.removeValue(forKey: row.identifier) != row { changed.append(row) }
    (isFull, rows, gone) = (false, changed, left.keys.sorted())
  }

  /// Whether there is nothing to send.
  var isEmpty: Bool { !isFull && rows.isEmpty && gone.isEmpty }

  /// The event's document.
  func json(at now: Instant) -> [UInt8] {
    JSONWriter.object { writer in
      writer.texts([("at", now.rfc3339)])
      writer.member("full", isFull)
      writer.key("vehicles")
      writer.array(rows) { $0.write(at: now, into: &$1) }
      writer.key("gone")
      writer.array(gone) { $1.string($0.rawValue) }
    }
  }
}

/// The events of a reading of the vehicles; each is made when a first viewer needs it.
struct VehicleEvents {
  /// Nil for the first reading.
  let before: [VehicleRow]?
  let rows: [VehicleRow]
  let at: Instant
  private var made: [Document: [UInt8]?] = [:]

  private struct Document: Hashable {
    let isFull: Bool
    let maySeePersonal: Bool
  }

  init(from before: [VehicleRow]?, to rows: [VehicleRow], at now: Instant) {
    (self.before, self.rows, at) = (before, rows, now)
  }

  /// The event with all vehicles, or with what has changed; nil where nothing has.
  mutating func event(isFull: Bool, maySeePersonal: Bool) -> [UInt8]? {
    let key = Document(isFull: isFull, maySeePersonal: maySeePersonal)
    if let known = made[key] { return known }
    func shown(_ rows: [VehicleRow]) -> [VehicleRow] {
      maySeePersonal ? rows : rows.map(\.masked)
    }
    let delta = VehicleDelta(from: isFull ? nil : before.map(shown), to: shown(rows))
    let event = delta.isEmpty ? nil : ServerEvent.bytes("vehicles", delta.json(at: at))
    made[key] = .some(event)
    return event
  }
}

/// How many vehicles are in each state.
struct VehicleCounts: Hashable {
  private(set) var onDuty = 0
  private(set) var states: [VehicleState: Int] = [:]

  /// Counts one more.
  mutating func add(_ vehicle: ListedVehicle, at now: Instant) {
    if vehicle.record.onDuty { onDuty += 1 }
    states[VehicleState(of: vehicle, at: now), default: 0] += 1
  }

  /// The number of one state.
  subscript(state: VehicleState) -> Int { states[state] ?? 0 }

  /// Writes the members.
  func write(into writer: inout JSONWriter) {
    writer.member("onDuty", onDuty)
    for state in VehicleState.allCases {
      writer.key(dynamic: state.rawValue)
      writer.integer(self[state])
    }
  }
}
