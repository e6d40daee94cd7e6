import AMQP
import Messages
import Synchronization

/// The counters of a lane for its publications and its connections.
final class PublishMeter: Sendable {
  /// What a publication is for.
  enum Kind: String, CaseIterable {
    case response, event
    case deadLetter = "dead-letter"
    case command

    init(_ publication: Publication) {
      switch publication.exchange {
      case Exchange.default: self = .response
      case Exchange.events, Exchange.help: self = .event
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

  /// Records the number of publications that wait for a confirm.
  func began(_ count: Int) { unconfirmed.value = count }

  /// Counts the broker's answers for a part of a batch.
  func answered(_ report: PublishReport, of publications: [Publication]) {
    var failures = report.failures[...]
    for (place, publication) in publications.prefix(report.count).enumerated() {
      let index = Kind(publication).index
      guard let failure = failures.first, failure.index == place else {
        sent[index].add()
        continue
      }
      failures = failures.drop { $0.index == place }
      switch failure.kind {
      // The broker has confirmed it, too: a publication that reaches no queue is lost.
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

  /// Records whether the broker blocks publications.
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

/// Why a lane has to connect again: a closed list.
enum ReconnectCause: String, CaseIterable {
  /// The connection ended, or the broker closed it.
  case closed
  /// Nothing listens there, or the name is unknown.
  case unreachable
  case heartbeat
  case timeout
  /// The consumer was canceled: its queue was deleted, or the leader of the queue moved.
  case consumerCancelled = "consumer-cancelled"
  /// The user lacks a permission, or the password is wrong.
  case refused
  /// A queue or an exchange is missing or of another kind.
  case topology
  case tls
  /// Any other reason: frames or replies that AMQP does not allow at that point.
  case protocolError = "protocol"

  /// Nil where the connection was not even tried.
  init?(_ code: AMQPError.Code) {
    switch code {
    case .notAdmitted: return nil
    case .connectionClosed, .socketClosed, .connectionForced: self = .closed
    case .unknownHost, .socketError: self = .unreachable
    case .heartbeatTimeout: self = .heartbeat
    case .timeout: self = .timeout
    case .consumerCancelled: self = .consumerCancelled
    case .accessRefused, .notAllowed: self = .refused
    case .notFound, .preconditionFailed, .resourceLocked: self = .topology
    case .secureSocketError, .hostNameMismatch, .peerNotTrusted, .secureConnectionFailed:
      self = .tls
    default: self = .protocolError
    }
  }

  /// The place in `allCases`.
  var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// When the certificates of the connection to the broker expire.
final class CertificateMeter: MetricSource {
  private let security: AMQPSecurity?
  private let broker = Mutex<Int64?>(nil)

  /// `security` is nil without TLS.
  init(_ security: AMQPSecurity?) { self.security = security }

  /// Records the expiry of the broker's certificate at the last handshake.
  func record(brokerEnds end: Int64?) {
    if let end { broker.withLock { $0 = end } }
  }

  func addSamples(to samples: inout MetricSamples) {
    guard let security else { return }
    // A file that cannot be read has no expiry; the log of the connections says why.
    let ends: [(String, Int64?)] = [
      ("ca", try? security.authoritiesEnd()), ("client", try? security.clientCertificateEnd()),
      ("broker", broker.withLock { $0 }),
    ]
    samples.set(
      .certificateExpiry,
      ends.compactMap { name, end in end.map { MetricSample(Double($0), labels: [name]) } })
  }
}
