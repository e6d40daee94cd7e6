import Messages
import RideHandlers
import Rides
import Synchronization

/// Writes the access line of each message: its type, its outcome, its duration, and its ids.
///
/// It names no person: names of riders, drivers and vehicles are in bodies, and of a body the log
/// has only Livery's identifier of the ride.
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

  /// Writes the lines of a batch with its start and its duration.
  func handled(
    _ outcomes: [Outcome], of batch: [Delivery], in duration: Duration, at begun: Instant
  ) {
    guard isOn else { return }
    let isDebug = log.level == .debug
    for (delivery, outcome) in zip(batch, outcomes) {
      let trace = outcome.note.traceIdentifier
      let isSampled = sample.includes(trace)
      guard isSampled || isDebug else { continue }
      write(outcome.note, trace, delivery, isSampled ? .info : .debug, in: duration, at: begun)
    }
  }

  // More than five parameters: all of them are what the one line says.
  private func write(
    _ note: Outcome.Note, _ trace: String?, _ delivery: Delivery, _ level: LogLevel,
    in duration: Duration, at begun: Instant
  ) {
    log.write(
      level, .messageHandled,
      [
        .messageType: .string(LogText.messageType(note.type)), .code: .text(note.codeText),
        .reason: .text(note.error?.reason.rawValue),
        .durationMilliseconds: .double(Double(duration.microseconds) / 1_000),
        .ageMilliseconds: note.age(of: delivery, at: begun),
        .redelivered: .bool(delivery.redelivered), .repeat: .bool(note.isRepeat),
        .rideIdentifier: note.rideValue, .messageIdentifier: .text(note.messageIdentifier),
        .trace: .text(trace),
      ])
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
    let sent =
      requestedAt?.microseconds(near: begun)
      ?? LaneMeter.sent(delivery.properties.timestamp, before: begun)
    return sent.map { .int(Int((begun.microseconds - $0) / 1_000)) } ?? .text(nil)
  }
}

extension RequestError {
  /// The place of the mistake, as far as the contract names it: an unknown member may have any
  /// name.
  var loggedPath: String? { reason == .unknownMember ? nil : path.flatMap(LogText.path) }
}

/// Which share of the messages has its access line at the level `info`.
///
/// A message with a trace is sampled by its trace id, so that all workers with the same share
/// choose the same traces; one without a trace by a counter, which spreads the samples evenly.
final class AccessSample: Sendable {
  private let ratio: Double
  private let untraced = Atomic<Int>(0)

  /// `ratio` is from 0 to 1.
  init(ratio: Double) { self.ratio = ratio }

  /// Whether no message is sampled.
  var isEmpty: Bool { ratio <= 0 }

  /// Whether a message is sampled; `trace` are the 32 digits of its trace id.
  func includes(_ trace: String?) -> Bool {
    guard !isEmpty else { return false }
    guard ratio < 1 else { return true }
    // The highest identifiers, as the sampler of traces: a line then has its trace.
    if let trace, let random = Self.random(of: trace) {
      return (1 << 56) - 1 - random < UInt64(ratio * 0x1p56)
    }
    let number = Double(untraced.wrappingAdd(1, ordering: .relaxed).oldValue)
    return ((number + 1) * ratio).rounded(.down) > (number * ratio).rounded(.down)
  }

  /// The last seven bytes, which W3C Trace Context (level 2) wants to be random.
  private static func random(of trace: String) -> UInt64? { UInt64(trace.suffix(14), radix: 16) }
}
