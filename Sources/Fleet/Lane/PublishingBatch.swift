import AMQP
import Messages
import Rides

/// A batch that is handled, while its outcomes are published.
struct PublishingBatch {
  let deliveries: [Delivery]
  /// When the handler began it.
  let begunAt: Instant
  /// The publications that are left.
  var outgoing: OutgoingBatch
  /// Whether there were any publications.
  let hasPublications: Bool
  /// When they were first written.
  let start: ContinuousClock.Instant
  /// Whether `outgoing.next` is written, and the broker has not answered for all of it.
  var isUnderWay = false
  /// Why the last attempt left something, until the failure is handled.
  var failure: String?
  /// How long writing took, if the lane did other work after it.
  private(set) var spent = Duration.zero

  init(
    deliveries: [Delivery], begunAt: Instant, outgoing: OutgoingBatch,
    start: ContinuousClock.Instant
  ) {
    self.deliveries = deliveries
    self.begunAt = begunAt
    hasPublications = !outgoing.isEmpty
    self.outgoing = outgoing
    self.start = start
  }

  /// Writes the publications once and waits for the broker's answers; a publication without an
  /// answer in time may have arrived, and the connection is dropped.
  ///
  /// Nil when it does not wait, and the broker has not answered for all.
  mutating func exchange<Transport: LaneTransport & ~Copyable>(
    _ publications: [Publication], with transport: inout Transport, waits: Bool,
    settings: LaneSettings, reporter: LaneReporter
  ) throws(AMQPError) -> PublishReport? {
    let begun = settings.time.now()
    if !isUnderWay {
      transport.begin(publications)
      reporter.publishes(publications.count)
      isUnderWay = true
    }
    let timeout = outgoing.isLate ? settings.lateConfirmTimeout : settings.confirmTimeout
    var deadline = begun + timeout
    while true {
      reporter.turned()
      let progress = try transport.advance(within: waits ? settings.turn : .zero)
      reporter.blocked(transport.isBlocked)
      if case .settled(let report) = progress { return report }
      guard waits else {
        spent = settings.time.now() - begun
        return nil
      }
      if case .blocked = progress {
        // The broker blocks publications for an unlimited time; the time for confirms starts
        // afterwards.
        deadline = settings.time.now() + timeout
        continue
      }
      guard settings.time.now() < deadline else {
        let report = transport.reportSoFar
        transport.dropPublisher()
        return report
      }
      if settings.isStuck(since: start) { transport.yieldTurn() }
    }
  }
}
