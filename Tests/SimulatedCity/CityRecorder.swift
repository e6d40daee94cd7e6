import Messages
import Replay
import RideStore
import Rides

/// Lets the fleet handle the messages of a city, and records each with its outputs.
final class CityRecorder {
  private let replay: LocalReplay
  private var writer: RecordingWriter
  private var number = 0
  /// The number of the request that was sent last, by which its answer is known.
  private(set) var lastRequest = 0
  private(set) var requests = 0
  private(set) var outputs = 0
  /// The time of the last message.
  private(set) var now: Instant

  init(
    _ replay: LocalReplay, _ writer: consuming RecordingWriter, at start: Instant
  ) {
    self.replay = replay
    self.writer = writer
    now = start
  }

  /// What must hold of any fleet and did not.
  var breaches: [PropertyChecks.Breach] { replay.checks.breaches }

  /// Lets the fleet handle a message at a time that is no earlier than the last.
  ///
  /// What timers have caused since then is written before the message, with no cause.
  func send(_ message: CityMessage, at instant: Instant) throws -> LocalReplay.Step {
    let before = try replay.pass(until: instant)
    try write(before)
    number += 1
    requests += 1
    lastRequest = number
    now = instant
    let request = RecordedMessage(
      number: number, at: instant, exchange: message.exchange, routingKey: message.routingKey,
      properties: message.properties, body: message.body)
    try put(request)
    var step = try replay.replay(request)
    try write(step.outputs)
    step.before = before
    return step
  }

  /// Writes the ledger of all rides, and ends the recording.
  func finish() throws {
    try write(try replay.books())
    try writer.finish()
  }

  private func write(_ outputs: [ReplayOutput]) throws {
    for output in outputs {
      number += 1
      self.outputs += 1
      var message = RecordedOutput.message(output)
      message.number = number
      try put(message)
    }
  }

  private func put(_ message: RecordedMessage) throws {
    try writer.write(message)
  }
}
