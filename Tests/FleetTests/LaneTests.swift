import AMQP
import Fleet
import Messages
import RideHandlers
import Rides
import Testing

@Suite struct LaneTests {
  @Test("A batch is published, confirmed and then acknowledged by its last tag")
  func normal() {
    let bench = LaneBench(batches: 3, 0, 2)
    bench.script.progress = [.success(.working)]
    bench.run()
    #expect(
      bench.script.calls == [
        .connect, .take, .begin(3), .advance, .takeAhead, .advance, .acknowledge(3), .take, .take,
        .begin(2), .advance, .acknowledge(5), .take, .close,
      ])
    #expect(bench.handler.batches == [[1, 2, 3], [4, 5]])
    #expect(bench.health.now.lastTurn != nil)
    #expect(!bench.health.now.hasConsumer, "a lane that has stopped consumes nothing")
  }

  @Test("When publishing fails nothing is acknowledged and the batch is forgotten")
  func publishFails() {
    let bench = LaneBench(batches: 3, 2)
    bench.script.progress = [.failure(.lost)]
    bench.run()
    #expect(
      bench.script.steps == [
        .connect, .begin(3), .disconnect, .connect, .begin(2), .acknowledge(5), .close,
      ])
    #expect(bench.handler.batches == [[1, 2, 3], [4, 5]])
    #expect(bench.log.count(.laneConnectionLost) == 1)
  }

  @Test("When acknowledging fails the batch is forgotten and the lane reconnects")
  func acknowledgeFails() {
    let bench = LaneBench(batches: 1, 1)
    bench.script.acknowledgements = [.lost]
    bench.run()
    #expect(
      bench.script.steps == [
        .connect, .begin(1), .acknowledge(1), .disconnect, .connect, .begin(1), .acknowledge(2),
        .close,
      ])
  }

  @Test("With a wrong clock a lane handles nothing, and returns its messages")
  func wrongClock() {
    let bench = LaneBench(batches: 2, 1)
    // It connects, takes a batch, and finds the clock wrong; twice more, and then it is right.
    bench.clock.are(true, true, false, false, false, false)
    bench.run()
    #expect(
      bench.script.calls == [
        .connect, .take, .close, .disconnect, .close, .disconnect, .connect, .take, .begin(1),
        .advance, .acknowledge(3), .take, .close,
      ])
    #expect(bench.handler.batches == [[3]])
    #expect(bench.log.count(.laneConnectionLost) == 0)
  }

  @Test("A lane that was not admitted pauses no longer than after the attempt before")
  func notAdmitted() {
    let bench = LaneBench(batches: 1)
    bench.script.connects = [
      .lost, .lost, .closed(.notAdmitted), .closed(.notAdmitted), .lost, nil,
    ]
    bench.run()
    #expect(bench.log.attempts == ["1", "2", "2", "2", "3"])
  }

  @Test("A broker that is away is tried again with growing pauses")
  func brokerAway() {
    let bench = LaneBench()
    bench.script.connects = [.lost, .lost, .lost]
    bench.run()
    #expect(
      bench.script.steps == [
        .connect, .disconnect, .connect, .disconnect, .connect, .disconnect, .connect, .close,
      ])
    #expect(bench.log.attempts == ["1", "2", "3"])
  }

  @Test("A batch that can be received but never published is retried with growing pauses")
  func growingPauses() {
    let bench = LaneBench(batches: 1, 1, 1, 1, 1)
    bench.script.progress = [
      .failure(.lost), .failure(.lost), .failure(.lost),
      .success(.settled(PublishReport(count: 1))), .failure(.lost),
    ]
    bench.run()
    #expect(bench.log.attempts == ["1", "2", "3", "1"])
  }

  @Test("When the store fails the same batch is handled again after a pause")
  func storeFails() {
    let bench = LaneBench(batches: 2)
    bench.handler.failures = [.away, .away]
    var ready: [Bool] = []
    bench.script.onCall = { call in
      if call == .idle { ready.append(bench.health.now.storeAnswers) }
    }
    bench.run()
    #expect(bench.handler.batches == [[1, 2], [1, 2], [1, 2]])
    #expect(bench.handler.repeats == [false, true, true], "its commit may have been done")
    #expect(
      bench.script.steps == [.connect, .idle, .idle, .begin(2), .acknowledge(2), .close])
    #expect(ready == [false, false])
    #expect(bench.health.now.storeAnswers)
    #expect(bench.log.count(.storeUnavailable) == 1)
    #expect(bench.log.count(.storeRecovered) == 1)
  }

  @Test("When the store and the broker fail the batch is handled again, and not acknowledged")
  func storeAndBrokerFail() {
    let bench = LaneBench(batches: 2)
    bench.handler.failures = [.away]
    bench.script.pauses = [.lost]
    var ready: [Bool] = []
    bench.script.onCall = { call in
      if call == .take || call == .idle { ready.append(bench.health.now.storeAnswers) }
    }
    bench.run()
    #expect(bench.script.steps == [.connect, .idle, .disconnect, .connect, .begin(2), .close])
    #expect(bench.handler.batches == [[1, 2], [0, 0]], "their tags are of the connection before")
    #expect(ready == [true, false, true])
  }

  @Test("While the broker blocks nothing is received, and the lane is not ready")
  func blockedWhileIdle() {
    let bench = LaneBench(batches: 1)
    bench.script.blocks = [true, true]
    var wasReady: [Bool] = []
    bench.script.onCall = { call in
      if call == .idle { wasReady.append(!bench.health.now.isBlocked) }
    }
    bench.run()
    #expect(wasReady == [false, false])
    #expect(
      bench.script.steps == [.connect, .idle, .idle, .begin(1), .acknowledge(1), .close])
    #expect(bench.log.count(.brokerBlocked) == 1)
    #expect(bench.log.count(.brokerUnblocked) == 1)
  }

  @Test("Unreadable deliveries are reported")
  func unreadable() {
    let bench = LaneBench(batches: 1)
    bench.script.unreadable = ["too large"]
    bench.run()
    #expect(bench.log.count(.messageDeadLettered) == 1)
  }

  @Test("A blocked broker is waited for, beyond the time for confirms")
  func blocked() {
    var bench = LaneBench(batches: 1)
    bench.confirmTimeout = .zero
    bench.script.progress = Array(
      repeating: .success(.blocked(reason: "low on memory")), count: 50)
    var wasBlocked = false
    bench.script.onCall = { call in
      if call == .advance { wasBlocked = wasBlocked || bench.health.now.isBlocked }
    }
    bench.run()
    #expect(bench.script.steps == [.connect, .begin(1), .acknowledge(1), .close])
    #expect(wasBlocked)
    #expect(!bench.health.now.isBlocked)
    #expect(bench.log.count(.brokerBlocked) == 1)
    #expect(bench.log.count(.brokerUnblocked) == 1)
  }

  @Test("A lane that is stopped before it begins opens nothing")
  func stoppedAtOnce() {
    let bench = LaneBench(batches: 1)
    bench.stopSignal.stop()
    bench.run()
    #expect(bench.script.calls == [.close])
  }

  @Test("A stop while a batch is handled lets the batch be finished, and receives no other")
  func stopWhileHandling() {
    let bench = LaneBench(batches: 2, 2)
    bench.handler.onHandle = { bench.stopSignal.stop() }
    bench.run()
    #expect(bench.script.calls == [.connect, .take, .begin(2), .advance, .acknowledge(2), .close])
  }

  @Test("A stop between take and handle lets the batch be finished")
  func stopAfterTake() {
    let bench = LaneBench(batches: 2, 2)
    bench.script.onCall = { call in
      if call == .take { bench.stopSignal.stop() }
    }
    bench.run()
    #expect(bench.script.steps == [.connect, .begin(2), .acknowledge(2), .close])
  }

  @Test("A stop while the store is down gives the batch back")
  func stopWhileStoreIsDown() {
    let bench = LaneBench(batches: 2)
    bench.handler.failures = [.away, .away, .away]
    bench.script.onCall = { call in
      if call == .idle { bench.stopSignal.stop() }
    }
    bench.run()
    #expect(bench.script.calls == [.connect, .take, .idle, .close])
    #expect(bench.handler.batches == [[1, 2]])
  }

  @Test("A stop while the broker is down ends the lane")
  func stopWhileBrokerIsDown() {
    let bench = LaneBench()
    bench.script.connects = [.lost, .lost]
    bench.script.onCall = { call in
      if call == .disconnect { bench.stopSignal.stop() }
    }
    bench.run()
    #expect(bench.script.calls == [.connect, .disconnect, .close])
  }
}

extension LogLines {
  /// The numbers of the attempts that the lane has paused before.
  fileprivate var attempts: [String] {
    texts.compactMap { line in
      guard let found = line.firstRange(of: "\"attempt\":") else { return nil }
      return String(line[found.upperBound...].prefix { $0.isNumber })
    }
  }
}

@Suite("What a lane logs about fares")
struct LaneFareTests {
  @Test("A doubtful fare is logged once for each message", arguments: [0, 2])
  func doubt(count: Int) {
    let bench = LaneBench(batches: 2)
    bench.handler.doubt = count == 0 ? nil : "the catalogue has lost the product taxi"
    bench.run()
    #expect(bench.log.count(.fareDoubtful) == count)
  }

  @Test(
    "Payment events after a ride are logged at the level of their urgency",
    arguments: [
      (.refundDeclined, .refundDeclined, "warning"), (.tipDeclined, .tipDeclined, "info"),
      (.overpaid(.inProgress), .overpaid, "warning"), (.overpaid(.declined), .overpaid, "error"),
      (.overpaid(.completed), .overpaid, nil), (.refundedTooMuch, .refundedTooMuch, "error"),
      (.helpCalled, .helpCalled, "error"),
      (.startHeld, .startHeld, "error"),
    ] as [(Outcome.Note.Notice, LogEvent, String?)])
  func notices(notice: Outcome.Note.Notice, event: LogEvent, level: String?) {
    let bench = LaneBench(batches: 2)
    bench.handler.notices = [notice]
    bench.run()
    let lines = bench.log.texts.filter { $0.contains(#""event":"\#(event.rawValue)""#) }
    #expect(lines.count == (level == nil ? 0 : 2), "one for each message")
    #expect(lines.allSatisfy { $0.contains(#""level":"\#(level ?? "")""#) })
    #expect(lines.allSatisfy { $0.contains(#""message_type":"list-ride-options.handle""#) })
    #expect(lines.allSatisfy { $0.contains(#""ride_id":"abcdefghijklmnopqrstuvwx27""#) })
    #expect(lines.allSatisfy { $0.contains(#""message_id":"m-1""#) })
    #expect(lines.allSatisfy { $0.contains(#""trace_id":"4bf92f3577b34da6a3ce929d0e0e4736""#) })
  }
}
