import Catalogues
import Fleet
import Glibc
import JSON
import Messages
import Replay
import RideHandlers
import Rides

/// `livery record`: writes what passes to a recording.
struct RecordRun: ~Copyable {
  /// When a recording ends.
  struct Limits: Sendable {
    var messages = Int.max
    var duration: Duration?
    /// Bytes of all files, before compression.
    var bytes = Int.max
  }

  private let context: ToolContext
  private let limits: Limits
  private var writer: RecordingWriter
  private var mask: MessageMask?
  private var responses: StoredResponses?
  private var state: FleetState?
  private var numbers = RequestNumbers()
  private var count = 0
  private var bytes = 0
  /// The number of messages at the last flush.
  private var flushed = 0
  private let start = ContinuousClock.now

  init(
    _ writer: consuming RecordingWriter, mask: MessageMask?, responses: StoredResponses?,
    state: FleetState?, limits: Limits, _ context: ToolContext
  ) {
    self.state = state
    self.writer = writer
    self.mask = mask
    self.responses = responses
    self.limits = limits
    self.context = context
  }

  /// Records publications until a limit or the stop.
  mutating func record(_ tap: consuming RecordingTap) throws(ToolError) {
    writer.countsDropped = tap.countsDropped
    try writeState()
    while goesOn {
      guard let delivery = try tap.next(within: .milliseconds(100)) else {
        try writeResponses(dropped: tap.dropped)
        try flush()
        continue
      }
      try write(delivery, dropped: tap.dropped)
      if count % 256 == 0 { try writeResponses(dropped: tap.dropped) }
    }
    try writeArrived(&tap)
    try writeRest(&tap)
    try writeResponses(dropped: tap.dropped, isLast: true)
    try finish(dropped: tap.dropped)
    tap.close()
  }

  /// Writes what was published before the stop and has not been read yet.
  ///
  /// The copies come before the answer about their queue: where it is empty, all are here. Only a
  /// recorder that is slower than the fleet never comes to that.
  private mutating func writeArrived(_ tap: inout RecordingTap) throws(ToolError) {
    let end = ContinuousClock.now + .seconds(10)
    var waiting = 0
    repeat {
      waiting = try tap.waiting()
      while isWithinLimits, .now < end, let delivery = try tap.next(within: .zero) {
        try write(delivery, dropped: tap.dropped)
      }
    } while waiting > 0 && isWithinLimits && .now < end
  }

  /// Writes what the recorded requests still cause, until that ends or a moment has passed.
  ///
  /// Further requests are left out, and with them what is about the rides and riders that they
  /// name.
  private mutating func writeRest(_ tap: inout RecordingTap) throws(ToolError) {
    guard isWithinLimits else { return }
    let end = ContinuousClock.now + .seconds(2)
    var others: Set<String> = []
    while ContinuousClock.now < end, let delivery = try tap.next(within: .milliseconds(500)) {
      let message = RecordedMessage(
        number: 0, at: context.clock(), exchange: delivery.exchange,
        routingKey: delivery.routingKey, properties: delivery.properties, body: delivery.body)
      if message.kind == .request {
        others.formUnion(message.parties)
      } else if others.isDisjoint(with: Self.subjects(of: message)) {
        try write(delivery, dropped: tap.dropped)
      }
    }
  }

  /// The ride and the rider that an event, a payment command or a dead letter is about.
  private static func subjects(of message: RecordedMessage) -> [String] {
    guard message.kind == .event else { return message.parties }
    let status = try? JSONFields(parsing: message.body, limits: .stored).object("data")
    return ["rideIdentifier", "riderIdentifier"].compactMap { name in
      try? status?.string(name, atMost: 256)
    }
  }

  /// Writes what the fleet knew, and the messages that it did not know yet.
  private mutating func writeState() throws(ToolError) {
    responses?.stateAt = state?.at
    for line in state?.lines ?? [] { try put(line, dropped: 0) }
    for copy in state?.takeEarly() ?? [] { try write(copy.delivery, at: copy.at, dropped: 0) }
  }

  /// Records the messages of a queue, and leaves them there.
  mutating func record(_ queue: consuming QueueCopy) throws(ToolError) {
    while goesOn, let delivery = try queue.next(within: .seconds(2)) {
      try write(delivery, dropped: 0)
    }
    try writeResponses(dropped: 0, isLast: true)
    try finish(dropped: 0)
    if count > 0 {
      context.output.line(
        "each has had one more of its \(Topology.deliveryLimit) deliveries, before RabbitMQ 4.3")
    }
    queue.close()
  }

  /// Flushes the recorded messages when none arrive, once for each pause.
  private mutating func flush() throws(ToolError) {
    guard flushed < count else { return }
    flushed = count
    try ToolError.mapped(recording: try writer.flush())
  }

  private var goesOn: Bool {
    !context.stopSignal.isStopped && isWithinLimits
      && limits.duration.map { .now - start < $0 } ?? true
  }

  private var isWithinLimits: Bool { count < limits.messages && bytes < limits.bytes }

  private mutating func write(
    _ delivery: Delivery, at instant: Instant? = nil, dropped: Int
  ) throws(ToolError) {
    if state?.containsEvent(delivery) ?? false { return }
    if let line = state?.line(for: delivery) { try put(line, dropped: dropped) }
    count += 1
    let now = instant ?? context.clock()
    var message = RecordedMessage(
      number: count, at: now, exchange: delivery.exchange, routingKey: delivery.routingKey,
      properties: delivery.properties, body: delivery.body)
    message.cause = numbers.record(message)
    responses?.expect(delivery, number: count, at: now)
    try put(message, dropped: dropped)
  }

  private mutating func writeResponses(
    dropped: Int, isLast: Bool = false
  ) throws(ToolError) {
    for response in try responses?.next(at: context.clock(), isLast: isLast) ?? [] {
      try put(response, dropped: dropped)
    }
  }

  private mutating func put(_ message: RecordedMessage, dropped: Int) throws(ToolError) {
    let message = mask?.mask(message) ?? message
    bytes += message.body.count
    do throws(RecordingFault) {
      try writer.write(message, dropped: dropped)
    } catch {
      throw ToolError(error, advice: "; the fleet goes on, and \(count) messages were recorded")
    }
  }

  private mutating func finish(dropped: Int) throws(ToolError) {
    try ToolError.mapped(recording: try writer.finish(dropped: dropped))
    var line = "\(count) messages recorded in \(writer.currentPath)"
    if dropped > 0 { line += ", \(dropped) dropped because the recorder was too slow" }
    if let missing = responses?.missing, missing > 0 {
      line += ", \(missing) responses are not in the store"
    }
    if let state, let store = responses?.store {
      let missing = try state.missing(in: store)
      if missing > 0 { line += ", \(missing) rides that had ended before are not in it" }
    }
    context.output.line(line)
  }
}

/// The numbers of recorded requests by their ids, so that a dead letter is known to be theirs.
struct RequestNumbers {
  private static let capacity = 100_000

  private var known: [String: Int] = [:]

  /// Records a request; of a dead letter it returns the number of the request.
  mutating func record(_ message: RecordedMessage) -> Int? {
    let properties = message.properties
    let ids = [properties.messageID, properties.correlationID].compactMap(\.self)
    guard !ids.isEmpty else { return nil }
    // A producer may use one correlation id for all, and two may use one message id.
    let name = ids.joined(separator: "\u{0}")
    if message.kind == .deadLetter { return known[name] }
    if message.kind == .request {
      if known.count >= Self.capacity { known.removeAll(keepingCapacity: true) }
      known[name] = message.number
    }
    return nil
  }
}
