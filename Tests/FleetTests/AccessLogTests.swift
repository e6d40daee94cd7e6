import Messages
import RideHandlers
import Rides
import Synchronization
import Testing

@testable import Fleet

/// A trace context whose last seven bytes say at which share its trace is taken.
private func trace(_ random: String) -> String {
  "00-4bf92f3577b34da6a3\(random)-00f067aa0ba902b7-01"
}

@Suite("The access line of a message")
struct AccessLogTests {
  private let lines = LogLines()

  private func log(_ level: LogLevel) -> Log {
    Log(
      level: level,
      sink: { [lines] in
        lines.append($0)
        return true
      }, clock: { Instant(seconds: 0) })
  }

  private func handle(_ log: Log, ratio: Double, _ notes: [Outcome.Note], timestamp: UInt64? = nil)
  {
    let batch = notes.map { _ in
      Delivery(
        deliveryTag: 1, redelivered: true, exchange: "", routingKey: "",
        properties: MessageProperties(timestamp: timestamp), body: [])
    }
    AccessLog(log: log, ratio: ratio).handled(
      notes.map { Outcome(publications: [], note: $0) }, of: batch, in: .milliseconds(2),
      at: Instant(seconds: 100))
  }

  @Test("The line has the type, the outcome, the duration, and the ids")
  func line() {
    var note = Outcome.Note(
      of: MessageContext(
        type: "ride.refund", messageIdentifier: "m-1", requestedAt: Instant(seconds: 99),
        traceparent: trace("ce929d0e0e4736")),
      code: .failure, error: RequestError(.unknownRide, "for Jane Doe"), isRepeat: true)
    note.rideIdentifier = RideIdentifier("abcdefghijklmnopqrstuvwx27")
    handle(log(.debug), ratio: 0, [note])
    #expect(
      lines.texts == [
        #"{"time":"1970-01-01T00:00:00.000000Z","level":"debug","event":"message_handled","#
          + #""message_type":"ride.refund","code":"failure","reason":"unknownRide","#
          + #""duration_ms":2,"age_ms":1000,"redelivered":true,"repeat":true,"#
          + #""ride_id":"abcdefghijklmnopqrstuvwx27","message_id":"m-1","#
          + #""trace_id":"4bf92f3577b34da6a3ce929d0e0e4736"}"# + "\n"
      ])
  }

  @Test(
    "What is not of the form that Livery gives it is not written",
    arguments: [
      ("Jane Doe", "Jane Doe"), ("+13125550199", "jane-doe"), ("", "ABCDEFGHIJKLMNOPQRSTUVWX27"),
    ])
  func forms(_ type: String, _ ride: String) {
    var note = Outcome.Note(of: MessageContext(type: type), code: .success)
    note.rideIdentifier = RideIdentifier(ride)
    handle(log(.debug), ratio: 0, [note])
    #expect(lines.texts.count == 1)
    #expect(type.isEmpty || lines.texts[0].contains(#""message_type":"other""#))
    #expect(!lines.texts[0].contains("ride_id") && !lines.texts[0].contains("trace_id"))
  }

  @Test(
    "Without a request time the age is that of the property timestamp, if it is a likely one",
    arguments: [(nil, nil), (40, "60000"), (.max, nil), (253_402_300_799, nil)]
      as [(UInt64?, String?)])
  func age(_ timestamp: UInt64?, _ age: String?) {
    let note = Outcome.Note(of: MessageContext(type: "ride.due"))
    handle(log(.debug), ratio: 0, [note], timestamp: timestamp)
    let found = lines.texts[0].firstMatch(of: #/"age_ms":(-?\d+)/#).map { String($0.1) }
    #expect(found == age)
  }

  @Test(
    "At info a share is written, spread evenly over the messages without a trace",
    arguments: [(0.0, 0), (0.01, 2), (0.25, 50), (1, 200)])
  func share(_ ratio: Double, _ count: Int) {
    let note = Outcome.Note(of: MessageContext(type: "ride.due"))
    let log = log(.info)
    let access = AccessLog(log: log, ratio: ratio)
    let delivery = Delivery(
      deliveryTag: 1, redelivered: false, exchange: "", routingKey: "",
      properties: MessageProperties(), body: [])
    for _ in 0..<200 {
      access.handled(
        [Outcome(publications: [], note: note)], of: [delivery], in: .zero, at: Instant(seconds: 0))
    }
    #expect(lines.texts.count == count)
    #expect(lines.texts.allSatisfy { $0.contains(#""level":"info""#) })
  }

  @Test("A message with a trace is sampled by its trace id alone, equally on every worker")
  func traced() {
    let notes = ["00000000000001", "bfffffffffffff", "c0000000000000", "ffffffffffffff"].map {
      Outcome.Note(of: MessageContext(type: "ride.due", traceparent: trace($0)))
    }
    for _ in 0..<3 { handle(log(.info), ratio: 0.25, notes) }
    #expect(lines.texts.count == 6)
    #expect(lines.texts.count { $0.contains("a3c0000000000000\"") } == 3)
    #expect(lines.texts.count { $0.contains("a3ffffffffffffff\"") } == 3)
    handle(log(.debug), ratio: 0.25, notes)
    #expect(lines.texts.suffix(4).count { $0.contains(#""level":"debug""#) } == 2)
  }

  @Test("Above info there is none", arguments: [LogLevel.warning, .error])
  func off(_ level: LogLevel) {
    handle(log(level), ratio: 1, [Outcome.Note(of: MessageContext(type: "ride.due"))])
    #expect(lines.texts.isEmpty)
  }
}
