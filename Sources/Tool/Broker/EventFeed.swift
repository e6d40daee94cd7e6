package import Fleet
import JSON
package import Messages
import Replay
package import Rides

/// Status changes of rides, or their receipts, as they are published, each once.
package struct EventFeed: ~Copyable {
  /// One status change.
  package struct Change: Sendable {
    package let key: ChangeKey
    package let time: Instant
    package let status: RideStatus
    package let delivery: Delivery
  }

  private var queue: ReplyQueue
  private var seen = SeenChanges()

  /// Listens to the events of a pattern.
  package init(
    _ configuration: Configuration, role: String, pattern: String = pattern(nil)
  ) throws(ToolError) {
    var queue = try ReplyQueue(configuration, role: role)
    try queue.bind(to: Exchange.events, pattern: pattern)
    self.queue = queue
  }

  /// The socket, to be polled for input together with `hasBufferedInput`.
  package var descriptor: Int32 { queue.descriptor }

  /// Whether more has been received than was read.
  package var hasBufferedInput: Bool { queue.hasBufferedInput }

  /// The next new change; nil if none arrived in time.
  ///
  /// An event that cannot be read is left out: it is of a later version.
  package mutating func next(within limit: Duration) throws(ToolError) -> Change? {
    while let delivery = try queue.next(within: limit) {
      guard let change = Self.change(in: delivery), seen.insert(change.key) else { continue }
      return change
    }
    return nil
  }

  /// The next new receipt, with the same exception.
  mutating func nextReceipt(within limit: Duration) throws(ToolError) -> IssuedReceipt? {
    while let delivery = try queue.next(within: limit) {
      guard let receipt = IssuedReceipt(in: delivery), seen.insert(receipt.key) else { continue }
      return receipt
    }
    return nil
  }

  /// Closes the connection, and so deletes the queue.
  package consuming func close() { queue.close() }

  /// The binding's pattern: in a routing key the phase precedes the ride.
  package static func pattern(_ ride: RideIdentifier?) -> String {
    guard let ride else { return "ride.#" }
    let key = RoutingKey.statusChange(of: ride, phase: .received)
    return "ride.*." + key.dropFirst("ride.received.".count)
  }

  /// The same for receipts.
  static func receipts(_ ride: RideIdentifier?) -> String {
    ride.map(RoutingKey.receipt) ?? "ride.receipt.#"
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

/// A receipt as it is published.
struct IssuedReceipt: Sendable {
  let key: ChangeKey
  let rider: String?
  let delivery: Delivery
  private let time: String
  private let data: JSONValue

  /// Nil for another event, and for one that cannot be read.
  init?(in delivery: Delivery) {
    guard let event = try? JSONValue(parsing: delivery.body, limits: .stored),
      event["type"]?.string == RideReceiptEvent.type, let data = event["data"],
      let ride = data["rideIdentifier"]?.string, let number = data["number"]?.integer
    else { return nil }
    key = ChangeKey(ride: RideIdentifier(ride), sequence: Int(number))
    rider = data["riderIdentifier"]?.string
    time = event["time"]?.string.flatMap { Instant(rfc3339: $0) }?.timeOfDay ?? ""
    (self.delivery, self.data) = (delivery, data)
  }

  /// `05:04:10.123  ride k3f…  receipt 2  Base charge 5.00, Time 9.50: 14.50 USD, credit 14.50`.
  var text: String {
    let price = "\(Self.amount(data["price"])) \(data["price"]?["currencyCode"]?.string ?? "")"
    let lines = (data["fareLineItems"]?.array ?? []).filter {
      ["amount", "discount"].contains($0["kind"]?.string)
    }.map { "\($0["title"]?.string ?? "") \($0["price"]?.string ?? "")" }
    let payments = (data["payments"]?.array ?? []).map {
      "\(($0["type"] ?? $0["means"])?.string ?? "") \(Self.amount($0))"
    }
    let others = ["outstanding", "overpaid", "tip"].filter { data[$0] != nil }
      .map { "\($0) \(Self.amount(data[$0]))" }
    let refunds = (data["refunds"]?.array ?? []).map { "refund \(Self.amount($0))" }
    return "\(time)  ride \(key.ride)  receipt \(key.sequence)  "
      + lines.joined(separator: ", ") + ": "
      + ([price] + payments + others + refunds).joined(separator: ", ")
  }

  private static func amount(_ value: JSONValue?) -> String { value?["amount"]?.string ?? "" }
}

/// A ride, and the number of its change.
package struct ChangeKey: Hashable, Sendable {
  package let ride: RideIdentifier
  package let sequence: Int
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
