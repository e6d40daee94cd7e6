import Foundation
import JSON
import MachineFixture
import Messages
import Testing

/// Bookings, and reports of the vehicles that drive for them, amid which workers are killed.
final class CrashRun {
  static let bookings = (0..<1_000).map { "booking-\($0)" }
  static let mostKills = 15
  private static let workers = ["request-ride-worker", "dispatch-worker"]
  /// Small batches, so that there are many moments at which a kill can hit.
  private static let settings = ["LIVERY_PREFETCH": "16"]

  let fleet: RunningFleet
  let client: TestClient
  /// The answers to each booking and each report, by its id.
  private(set) var answers: [String: [Answer]] = [:]
  /// All events so far, by ride and sequence.
  private(set) var events: [String: [Int: [Event]]] = [:]
  /// The rides that answers to bookings have named.
  private(set) var rides: Set<String> = []
  /// How often each worker was killed.
  private(set) var kills: [String: Int] = [:]
  private let deadline = ContinuousClock.now + Patience.limit * 2
  private var unanswered = Set(bookings)
  /// The rides whose vehicles report: the first forty that are confirmed.
  private var driven: Set<String> = []
  /// What each report says, by its id.
  private var reports: [String: (ride: String, vehicle: String, step: Int)] = [:]

  /// Starts the two workers and puts 40 vehicles on duty, which the next bookings get.
  init() throws {
    fleet = try RunningFleet()
    try fleet.startAndWait(["dispatch-worker"], Self.settings)
    client = try TestClient(fleet)
    for number in 1...40 { _ = try client.ask("vehicle.update", Bodies.vehicle("veh-\(number)")) }
    // Started now, it sees the vehicles at its first look, before bookings that wait take them all.
    try fleet.startAndWait(["request-ride-worker"], Self.settings)
    try waitUntil("a booking finds a vehicle") {
      let answer = try client.ask(
        "request-ride.handle", Bodies.booking(rider: "early-\(rides.count)"))
      rides.insert(answer.ride ?? "none")
      return answer.code == "success"
    }
  }

  /// How many answers and events came more often than once.
  var repeats: Int {
    answers.values.reduce(0) { $0 + $1.count - 1 }
      + events.values.flatMap(\.values).reduce(0) { $0 + $1.count - 1 }
  }

  /// Books, and kills until the most kills are done; ends when all is answered.
  func bookAmidKills() throws {
    try client.publish(
      Self.bookings.map {
        client.request(
          "request-ride.handle", Bodies.booking(rider: "rider-\($0)"), id: $0, correlation: $0,
          family: .requestRide)
      })
    while !unanswered.isEmpty {
      for delivery in try nextReplies() { try take(Answer(delivery)) }
      try takeEvents(within: .zero)
      for event in events.values.flatMap({ $0.values.compactMap(\.first) })
      where driven.count < 40 && event.phase == "confirmed" {
        guard let vehicle = event.vehicle else { continue }
        try report(0, of: event.ride, vehicle)
      }
    }
  }

  /// Takes the replies that are there, and kills as soon as a new one comes.
  ///
  /// Its worker has then not yet acknowledged what it has just answered. Nothing is decoded, lest
  /// the workers get ahead of the kills.
  private func nextReplies() throws -> [Delivery] {
    var replies: [Delivery] = []
    while true {
      while let reply = try client.nextReply(within: .zero) { replies.append(reply) }
      let isBusy = kills["request-ride-worker", default: 0] < Self.mostKills
      guard let reply = try client.nextReply(within: isBusy ? .seconds(1) : .milliseconds(50))
      else {
        break
      }
      replies.append(reply)
      let isBooking = reply.properties.correlationID?.hasPrefix("booking") == true
      try killAndRestart(isBooking ? "request-ride-worker" : "dispatch-worker")
      // Reports may be few by now; the other worker is killed all the same.
      if isBooking, kills["request-ride-worker", default: 0] <= 4 {
        try killAndRestart("dispatch-worker")
      }
    }
    guard !replies.isEmpty || .now < deadline else {
      throw FleetError("\(unanswered.count) not answered, such as \(unanswered.first ?? "")")
    }
    return replies
  }

  /// Waits until all is done, ends the workers, and takes what is still under way.
  func settle() throws {
    var isDone = false
    // A worker that is stopped gives back what it has not begun.
    for attempt in 1...5 where !isDone {
      if attempt > 1 { try fleet.startAndWait(Self.workers, Self.settings) }
      try waitUntil("the queues are empty", areQueuesEmpty)
      for name in Self.workers { #expect(try fleet.worker(name).stop() == 0) }
      isDone = try areQueuesEmpty()
    }
    #expect(isDone, "the queues are empty when the workers have ended")
    while let delivery = try client.nextReply(within: Patience.quiet) {
      try take(Answer(delivery))
    }
    try takeEvents(within: Patience.quiet)
  }

  private func areQueuesEmpty() throws -> Bool {
    try takeEvents(within: .zero)
    return try [QueueFamily.requestRide, .dispatch].allSatisfy {
      try client.readyMessages(in: $0.queue) == 0
    }
  }

  /// Kills a worker, unless it was killed often enough.
  private func killAndRestart(_ name: String) throws {
    guard kills[name, default: 0] < Self.mostKills else { return }
    try fleet.worker(name).killNow()
    kills[name, default: 0] += 1
    try fleet.start(name, Self.settings)
  }

  private func takeEvents(within limit: Duration) throws {
    while let event = try client.nextEvent(within: limit) {
      events[event.ride, default: [:]][event.sequence, default: []].append(event)
    }
  }

  private func take(_ answer: Answer) throws {
    let name = answer.delivery.properties.correlationID ?? ""
    answers[name, default: []].append(answer)
    guard unanswered.remove(name) != nil else { return }
    if let report = reports[name] {
      try self.report(report.step + 1, of: report.ride, report.vehicle)
    } else {
      rides.insert(answer.ride ?? "none")
    }
  }

  /// Lets the vehicle of a confirmed ride report a step, unless it has done so.
  private func report(_ step: Int, of ride: String, _ vehicle: String) throws {
    let steps = ["approaching", "arrived", "started", "ended"]
    let name = "report-\(step)-\(ride)"
    guard step < steps.count, reports[name] == nil else { return }
    reports[name] = (ride, vehicle, step)
    driven.insert(ride)
    unanswered.insert(name)
    try client.publish([
      client.request(
        "ride.update", Bodies.report(steps[step], ride: ride, vehicle: vehicle), id: name,
        correlation: name, family: .dispatch)
    ])
  }
}
