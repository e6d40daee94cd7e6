import Messages
import RideHandlers
import Rides

/// Writes the access line of each message: what came, how it ended, how long it took, and its ids.
///
/// It names no person: what a rider, a driver or a vehicle is called stands in bodies, of which the
/// log takes only the ride that Livery has named.
struct AccessLog: Sendable {
  private let log: Log
  private let sample: AccessSample

  /// Writes all lines at `debug`, and the share at `info`.
  init(log: Log, ratio: Double) {
    self.log = log
    sample = AccessSample(ratio: ratio)
  }

  /// Whether any line can be written.
  private var isOn: Bool { log.level == .debug || !sample.isEmpty && log.level <= .info }

  /// Writes the lines of a batch that was begun at a moment and took so long.
  func handled(
    _ outcomes: [Outcome], of batch: [Delivery], in duration: Duration, at begun: Instant
  ) {
    guard isOn else { return }
    for (delivery, outcome) in zip(batch, outcomes) {
      let note = outcome.note
      let trace = note.traceIdentifier
      let fields: KeyValuePairs<LogKey, LogValue> = [
        .messageType: .string(LogText.messageType(note.type)), .code: .text(note.codeText),
        .reason: .text(note.error?.reason.rawValue),
        .durationMilliseconds: .double(Double(duration.microseconds) / 1_000),
        .ageMilliseconds: note.age(of: delivery, at: begun),
        .redelivered: .bool(delivery.redelivered), .repeat: .bool(note.isRepeat),
        .rideIdentifier: note.rideValue,
        .messageIdentifier: .text(note.messageIdentifier), .trace: .text(trace),
      ]
      if sample.takes(trace) {
        log.info(.messageHandled, fields)
      } else {
        log.debug(.messageHandled, fields)
      }
    }
  }
}

extension Outcome.Note {
  /// The 32 digits of the trace id; nil where the message has no context.
  var traceIdentifier: String? {
    // Its form is checked: two digits of the version, a dash, the id.
    traceparent.map { String($0.dropFirst(3).prefix(32)) }
  }

  /// The ride, where Livery has named it.
  var rideValue: LogValue { .text(LogText.rideIdentifier(rideIdentifier?.rawValue)) }

  /// The code of the answer, or that there is none because the message is a dead letter.
  fileprivate var codeText: String? { isDeadLetter ? "deadLetter" : code?.rawValue }

  /// The time from the request until its batch was begun.
  fileprivate func age(of delivery: Delivery, at begun: Instant) -> LogValue {
    let stamp = delivery.properties.timestamp.flatMap(Int64.init(exactly:))
    guard let asked = requestedAt ?? stamp.map({ Instant(seconds: $0) }) else { return .text(nil) }
    return .double((asked.seconds(to: begun) * 1_000).rounded())
  }
}

extension ErrorBody {
  /// The place of the mistake as far as the contract names it: a member that it does not know may
  /// be called anything.
  var loggedPath: String? { reason == .unknownMember ? nil : path.flatMap(LogText.path) }
}
