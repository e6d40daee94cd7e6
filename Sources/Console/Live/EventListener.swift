import Fleet
import JSON
import Messages
import Rides
import Tool

/// Follows the events of rides and the calls for help for all viewers, by queues of its own that
/// exist only while there are viewers.
struct EventListener: Sendable {
  private let hub: LiveHub
  private let configuration: Configuration
  private let clock: @Sendable () -> Instant

  /// How long changes are gathered: of several changes of a ride the last one is sent.
  private static let pause = Duration.milliseconds(500)
  /// How long to wait after the broker has not answered.
  private static let retry = Duration.seconds(5)

  init(
    _ hub: LiveHub, _ configuration: Configuration, clock: @escaping @Sendable () -> Instant
  ) {
    (self.hub, self.configuration, self.clock) = (hub, configuration, clock)
  }

  /// Listens until the stop.
  func run(until stopSignal: StopSignal) {
    let bell = hub.bell()
    var mayHelp = true
    while !stopSignal.isStopped {
      bell.hear()
      guard isWanted else {
        waitForInput([stopSignal.descriptor, bell.descriptor], for: .seconds(3_600))
        continue
      }
      do throws(ToolError) {
        try listen(withHelp: &mayHelp, until: stopSignal)
      } catch {
        _ = stopSignal.wait(for: Self.retry)
      }
    }
  }

  private var isWanted: Bool { hub.demand(at: clock()).isAny }

  /// Listens while there are viewers.
  ///
  /// Where the broker does not allow the calls for help, they are asked for once.
  private func listen(
    withHelp mayHelp: inout Bool, until stopSignal: StopSignal
  ) throws(ToolError) {
    var feed = try EventFeed(configuration, role: "console")
    var help = mayHelp ? try helpQueue() : nil
    mayHelp = help != nil
    hub.postResumption()
    while isWanted, !stopSignal.isStopped {
      var descriptors = [stopSignal.descriptor, feed.descriptor]
      if let calls = help?.descriptor { descriptors.append(calls) }
      if !feed.hasBufferedInput, !(help?.hasBufferedInput ?? false) {
        waitForInput(descriptors, for: .seconds(1))
      }
      try passOn(&feed)
      while let call = try help?.next(within: .zero) ?? nil { report(call) }
      _ = stopSignal.wait(for: Self.pause)
    }
    help.take()?.close()
    feed.close()
  }

  /// Nil where the broker does not allow it.
  private func helpQueue() throws(ToolError) -> ReplyQueue? {
    do throws(ToolError) {
      var queue = try ReplyQueue(configuration, role: "console help")
      try queue.bind(to: Exchange.help, pattern: "#")
      return queue
    } catch {
      guard error.code == .denied || error.code == .failure else { throw error }
      return nil
    }
  }

  private func passOn(_ feed: inout EventFeed) throws(ToolError) {
    var latest: [RideIdentifier: EventFeed.Change] = [:]
    while let change = try feed.next(within: .zero) {
      let known = latest[change.key.ride]?.key.sequence ?? 0
      if change.key.sequence > known { latest[change.key.ride] = change }
    }
    for change in latest.values.sorted(by: { $0.time < $1.time }) {
      hub.post(change)
      guard change.status.isStartHeld else { continue }
      hub.post(
        OperationEvent(
          at: change.time,
          phrase: Phrase(
            "event.startHeld", "the start of ride \(change.key.ride) is held",
            ["ride": .string(change.key.ride.rawValue)]),
          href: Link.ride(change.key.ride.rawValue)))
    }
  }

  private func report(_ delivery: Delivery) {
    if let event = OperationEvent(call: delivery.body, at: clock()) { hub.post(event) }
  }
}

extension OperationEvent {
  /// A call for help; nil for another event.
  ///
  /// What the caller has said is on the page of the ride alone.
  init?(call body: [UInt8], at now: Instant) {
    guard let event = try? JSONValue(parsing: body, limits: .stored),
      event["type"]?.string == RideSOSEvent.type,
      let ride = event["data"]?["rideIdentifier"]?.string
    else { return nil }
    let caller = event["data"]?["call"]?["caller"]?.string ?? "caller"
    at = event["time"]?.string.flatMap { Instant(rfc3339: $0) } ?? now
    phrase = Phrase(
      "event.help", "the \(caller) of ride \(ride) calls for help",
      ["ride": .string(ride), "party": .string(caller)])
    href = Link.ride(ride)
  }
}
