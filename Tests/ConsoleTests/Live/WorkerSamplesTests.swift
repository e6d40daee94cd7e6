import JSON
import Messages
import RideStore
import Rides
import Testing
import Tool

@testable import Console

@Suite("What the workers show")
struct WorkerSamplesTests {
  private static func status(
    _ requests: Int?, _ address: String = "w:1", worker: String = "dispatch-worker",
    failure: String? = nil
  ) throws -> WorkerStatus {
    var status = WorkerStatus(of: try #require(ProbeTarget(address)))
    (status.worker, status.failure, status.isReady, status.isLive) = (worker, failure, true, true)
    status.figures = requests.map {
      MetricScan("livery_requests_total{type=\"x\"} \($0)\nlivery_oldest_request_age_seconds 0.5\n")
    }
    return status
  }

  private static func at(_ seconds: Int) -> Instant { noon.advanced(bySeconds: seconds) }

  @Test("A rate is of what was handled between two looks, of all workers of a queue")
  func rate() throws {
    var samples = WorkerSamples()
    samples.add([try Self.status(100), try Self.status(10, "w:2")], at: Self.at(0))
    #expect(samples.workers.map(\.perSecond) == [nil, nil])
    #expect(samples.queues[.dispatch]?.perSecond == nil)
    samples.add([try Self.status(150), try Self.status(20, "w:2")], at: Self.at(5))
    #expect(samples.workers.map(\.perSecond) == [10, 2])
    #expect(samples.queues[.dispatch]?.perSecond == 12)
    #expect(samples.queues[.dispatch]?.curve == [12])
    #expect(samples.queues[.dispatch]?.oldestSeconds == 0.5)
    #expect(samples.queues[.listOptions]?.perSecond == nil)
  }

  @Test("A worker that has started again has no rate until the look after")
  func restart() throws {
    var samples = WorkerSamples()
    for (seconds, requests, rate) in [(0, 100, nil), (5, 5, nil), (10, 25, 4.0)] {
      samples.add([try Self.status(requests)], at: Self.at(seconds))
      #expect(samples.workers[0].perSecond == rate)
    }
  }

  @Test("A curve has the last 15 minutes, and begins anew after a gap")
  func curve() throws {
    var samples = WorkerSamples()
    for look in 0..<300 {
      samples.add([try Self.status(look * look)], at: Self.at(look * 5))
    }
    let curve = try #require(samples.queues[.dispatch]?.curve)
    #expect(curve.count == WorkerSamples.points)
    #expect(curve.last == Double(299 * 299 - 298 * 298) / 5)
    samples.add([try Self.status(100_000)], at: Self.at(300 * 5 + 60))
    #expect(samples.queues[.dispatch]?.curve == [])
  }

  @Test("A worker that is not reached says why")
  func unreachable() throws {
    var samples = WorkerSamples()
    samples.add([try Self.status(nil, failure: "no answer in time")], at: noon)
    #expect(samples.workers[0].state == .unreachable)
    #expect(samples.workers[0].missing == ["no answer in time"])
  }

  @Test("What changes between two looks is an event, and nothing at the first look")
  func events() {
    var events = OperationEvents()
    var worker = WorkerFigures(
      address: "w:1", name: "dispatch-worker", version: "1", state: .ready, startedAt: "a")
    let gone = WorkerFigures(address: "w:1", state: .unreachable, missing: ["connect"])
    events.look(at: noon, workers: [worker])
    #expect(events.events.isEmpty)
    events.look(at: noon, workers: [gone])
    #expect(events.events.map(\.phrase.text) == ["dispatch-worker is not reached: connect"])
    (worker.version, worker.startedAt) = ("2", "b")
    events.look(at: noon, workers: [worker])
    #expect(
      events.events.map(\.phrase.text).prefix(2) == [
        "dispatch-worker is ready", "dispatch-worker runs 2 in the place of 1",
      ])
    events.look(at: noon, workers: [worker])
    #expect(events.events.count == 3)
    for count in [0, 2, 2, 1] { events.look(at: noon, openLetters: count) }
    #expect(
      events.events.map(\.phrase.text).prefix(2) == [
        "1 more dead letter", "dispatch-worker is ready",
      ])
    for index in 0..<100 {
      events.add(OperationEvent(at: noon, phrase: Phrase("x", "\(index)")))
    }
    #expect(events.events.count == OperationEvents.most && events.events[0].phrase.text == "99")
  }

  @Test("Changes of the number of dead letters are one event in a minute, and the next another")
  func letters() {
    var events = OperationEvents()
    for (second, count) in [(0, 100), (2, 63), (4, 26), (61, 20), (62, 20), (63, 21)] {
      events.look(at: noon.advanced(bySeconds: second), openLetters: count)
    }
    #expect(events.events.map(\.phrase.text) == ["1 more dead letter", "80 fewer dead letters"])
  }

  @Test("Orders and redrives of the audit are events, each once, without who gave them")
  func audit() {
    func entry(_ name: String, _ action: String, _ detail: String) -> AuditEntry {
      AuditEntry(
        identifier: name, at: noon, account: "ada", role: "agent", action: action, target: "r",
        reason: "secret", outcome: "done", detail: detail)
    }
    var events = OperationEvents()
    events.look(audit: [entry("a", "order", "cancel x")])
    #expect(events.events.isEmpty)
    let later = [
      entry("d", "login", ""), entry("c", "redrive", "n7, 5 of 5"), entry("b", "order", "refund m"),
      entry("a", "order", "cancel x"),
    ]
    for _ in 1...2 { events.look(audit: later) }
    #expect(events.events.map(\.phrase.key) == ["event.redrive", "event.order"])
    #expect(events.events.map(\.href) == ["/redrives/n7", "/rides/r"])
  }

  @Test("A call for help is an event that links to its ride, without what was said")
  func call() throws {
    let call = HelpCall(
      number: 1, caller: .rider, vehicle: nil, messageIdentifier: "m", calledAt: noon,
      location: .secret(), note: "secret")
    let body = RideSOSEvent.encode(RideSOS(call, of: .sample("r/1", .ongoing), seen: nil))
    let event = try #require(OperationEvent(call: body, at: noon.advanced(bySeconds: 9)))
    #expect(
      event
        == OperationEvent(
          at: noon,
          phrase: Phrase(
            "event.help", "the rider of ride r/1 calls for help",
            ["ride": .string("r/1"), "party": .string("rider")]),
          href: "/rides/r%2F1"))
    #expect(OperationEvent(call: Array("{}".utf8), at: noon) == nil)
  }
}
