import Fleet
import Messages
import Recordings
import Replay
import RideStore
import Rides

/// Has the fleet handle the messages of a city, and writes each with what it has caused.
final class CityRecorder {
  /// What the fleet has published, and by itself or for a message.
  struct Outputs {
    /// Of timers, before the message.
    var byTime: [Publication] = []
    /// Of the message.
    var caused: [Publication] = []
  }

  private let fleet: LocalFleet
  private var writer: RecordingWriter
  private var number = 0
  private(set) var requests = 0
  private(set) var outputs = 0

  init(_ fleet: LocalFleet, _ writer: consuming RecordingWriter) {
    self.fleet = fleet
    self.writer = writer
  }

  /// The time of the fleet.
  var now: Instant { fleet.now }

  /// Lets the fleet handle a message at a time that is no earlier than the last.
  func send(_ message: CityMessage, at instant: Instant) throws(ToolError) -> Outputs {
    var outputs = Outputs()
    var passed: [(Instant, Publication)] = []
    do throws(StoreError) {
      try fleet.advance(to: instant) { at, publications in
        passed += publications.map { (at, $0) }
      }
    } catch {
      throw ToolError(error)
    }
    for (at, publication) in passed {
      try write(CityMessage(publication), at: at, cause: nil)
      outputs.byTime.append(publication)
    }
    try write(message, at: instant, cause: nil)
    requests += 1
    let request = number
    guard let family = MessageType(rawValue: message.routingKey)?.family else { return outputs }
    outputs.caused = fleet.handle(
      family, exchange: message.exchange, routingKey: message.routingKey, message.properties,
      message.body)
    for publication in outputs.caused {
      try write(CityMessage(publication), at: fleet.now, cause: request)
    }
    self.outputs += passed.count + outputs.caused.count
    return outputs
  }

  private func write(
    _ message: CityMessage, at instant: Instant, cause: Int?
  ) throws(ToolError) {
    number += 1
    do throws(RecordingFault) {
      try writer.write(
        RecordedMessage(
          number: number, at: instant, exchange: message.exchange, routingKey: message.routingKey,
          properties: message.properties, body: message.body, cause: cause))
    } catch {
      throw ToolError(recording: error)
    }
  }

  /// Ends the recording.
  func finish() throws(ToolError) {
    do throws(RecordingFault) { try writer.finish() } catch { throw ToolError(recording: error) }
  }
}

extension ToolError {
  /// A recording could not be written.
  init(recording fault: RecordingFault) { self.init(.outputLost, "\(fault)") }
}
