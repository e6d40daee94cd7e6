import AMQP
import Messages
import Metrics
import Synchronization

/// What a lane counts of its publications and its connections.
final class PublishMeter: Sendable {
  /// What a publication is for.
  enum Kind: String, CaseIterable {
    case response, event
    case deadLetter = "dead-letter"
    case command

    init(_ publication: Publication) {
      switch publication.exchange {
      case Exchange.default: self = .response
      case Exchange.events: self = .event
      case Exchange.deadLetters: self = .deadLetter
      default: self = .command
      }
    }

    /// The place in `allCases`.
    var index: Int {
      switch self {
      case .response: 0
      case .event: 1
      case .deadLetter: 2
      case .command: 3
      }
    }

    /// What `messaging.destination.name` says: the exchange; of commands there are several.
    var destination: String {
      switch self {
      case .response: "amq.default"
      case .event: Exchange.events
      case .deadLetter: Exchange.deadLetters
      case .command: "commands"
      }
    }
  }

  /// By kind, in the order of the cases.
  let sent = Kind.allCases.map { _ in Counter() }
  let returned = Kind.allCases.map { _ in Counter() }
  let refused = Kind.allCases.map { _ in Counter() }
  let dropped = Kind.allCases.map { _ in Counter() }
  let duration = Histogram(bounds: LaneMeter.seconds)
  let unconfirmed = Gauge()
  let reconnects = ReconnectCause.allCases.map { _ in Counter() }
  private let blocking = Mutex(Blocking())

  /// For how long the broker has blocked the connection.
  private struct Blocking {
    var total = Duration.zero
    var since: ContinuousClock.Instant?
  }

  /// Notes that so many publications are on their way.
  func began(_ count: Int) { unconfirmed.value = count }

  /// Counts the broker's answers for a part of a batch.
  func settled(_ report: PublishReport, of publications: [Publication]) {
    var failures = report.failures[...]
    for (place, publication) in publications.prefix(report.count).enumerated() {
      let index = Kind(publication).index
      guard let failure = failures.first, failure.index == place else {
        sent[index].add()
        continue
      }
      failures = failures.drop { $0.index == place }
      switch failure.kind {
      // The broker has confirmed it, too: what no queue takes is lost, and that is all.
      case .returned:
        sent[index].add()
        returned[index].add()
      case .refused: refused[index].add()
      case .unsendable, .unconfirmed, .unwritten: break
      }
    }
  }

  /// Counts a connection that was lost or could not be opened.
  func lost(_ error: AMQPError) {
    guard let cause = ReconnectCause(error.code) else { return }
    reconnects[cause.index].add()
  }

  /// Notes whether the broker takes no publications.
  func blocked(_ isBlocked: Bool, at now: ContinuousClock.Instant = .now) {
    blocking.withLock { blocking in
      if let since = blocking.since { blocking.total += now - since }
      blocking.since = isBlocked ? now : nil
    }
  }

  /// For how long the broker has blocked the connection, until now.
  func blockedTime(at now: ContinuousClock.Instant = .now) -> Duration {
    blocking.withLock { $0.total + ($0.since.map { now - $0 } ?? .zero) }
  }
}
