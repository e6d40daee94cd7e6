import Fleet
import JSON
import Messages
import Replay
package import Rides

/// Status changes of rides as they are published, each once.
struct EventFeed: ~Copyable {
  /// One status change.
  struct Change: Sendable {
    let key: ChangeKey
    let time: Instant
    let status: RideStatus
    let delivery: Delivery
  }

  private var queue: ReplyQueue
  private var seen = SeenChanges()

  /// Listens to one ride, or to all.
  init(
    _ configuration: Configuration, role: String, ride: RideIdentifier? = nil
  ) throws(ToolError) {
    var queue = try ReplyQueue(configuration, role: role)
    try queue.bind(to: Exchange.events, pattern: Self.pattern(ride))
    self.queue = queue
  }

  var descriptor: Int32 { queue.descriptor }

  var hasBufferedInput: Bool { queue.hasBufferedInput }

  /// The next new change; nil if none arrived in time.
  ///
  /// An event that cannot be read is left out: it is of a later version.
  mutating func next(within limit: Duration) throws(ToolError) -> Change? {
    while let delivery = try queue.next(within: limit) {
      guard let change = Self.change(in: delivery), seen.insert(change.key) else { continue }
      return change
    }
    return nil
  }

  consuming func close() { queue.close() }

  /// The binding's pattern: in a routing key the phase precedes the ride.
  static func pattern(_ ride: RideIdentifier?) -> String {
    guard let ride else { return "ride.#" }
    let key = RoutingKey.statusChange(of: ride, phase: .received)
    return "ride.*." + key.dropFirst("ride.received.".count)
  }

  static func change(in delivery: Delivery) -> Change? {
    guard let status = RideStatus(inEvent: delivery.body) else { return nil }
    let event = try? JSONFields(parsing: delivery.body, limits: .stored)
    let time = (try? event?.value("time"))?.string.flatMap { Instant(rfc3339: $0) }
    return Change(
      key: ChangeKey(ride: status.rideIdentifier, sequence: status.sequence),
      time: time ?? status.updatedAt, status: status, delivery: delivery)
  }
}

/// A ride, and the number of its change.
struct ChangeKey: Hashable, Sendable {
  let ride: RideIdentifier
  let sequence: Int
}

/// The received changes, so that repeats can be dropped; the oldest are forgotten, since a repeat
/// follows soon.
struct SeenChanges: Sendable {
  private var known: RecentValues<ChangeKey, Bool>

  init(capacity: Int = 65_536) {
    precondition(capacity > 0, "who remembers nothing sees no repeats")
    known = RecentValues(capacity: capacity)
  }

  /// Records a change; false when it is a repeat.
  mutating func insert(_ key: ChangeKey) -> Bool {
    guard known[key] == nil else { return false }
    known.remember(true, for: key)
    return true
  }
}

extension RideStatus {
  /// Reads the body of an event, with the requested vehicle; nil if it cannot be read.
  package init?(inEvent body: [UInt8]) {
    do throws(JSONFault) {
      let event = try JSONFields(parsing: body, limits: .stored)
      let data = try event.require("data", try event.object("data"))
      self = try RideStatusCoding.read(data)
      if let asked = try event.string("askedvehicle", atMost: 128) {
        vehicle = Vehicle(identifier: VehicleIdentifier(asked))
        isVehicleAsked = true
      }
    } catch {
      return nil
    }
  }
}
