import Fleet
import Foundation
import MachineFixture
import Messages
import RideStore
import Rides

/// 1,000 dead letters that are moved and redriven, amid which workers and the tool are killed.
final class RedriveRunAmidKills {
  static let count = 1_000
  static let riders = (0..<count).map { "rider-\($0)" }
  static let load = (0..<200).map { "load-\($0)" }
  private static let settings = LetterFleet.settings.merging(["LIVERY_PREFETCH": "32"]) { $1 }
  private static let command = [
    "redrive", "--all", "--answered", "--unanswered", "--force", "--timeout", "3",
    "--ramp", "1,2,5,20,50", "--stop-after", "0",
  ]

  let letters: LetterFleet
  private(set) var toolKills = 0
  private(set) var workerKills = 0

  init() throws { letters = try LetterFleet(["request-ride-worker"]) }

  /// Publishes the letters as a worker does, and kills the one that moves them.
  func moveAmidKills() throws {
    try letters.client.publish(Self.riders.map(letters.letter))
    for part in 1...3 {
      try waitUntil("letters are moved") { try letters.letters().count >= part * 200 }
      try killWorker()
    }
    try letters.waitForLetters(Self.count)
    let queue = QueueFamily.requestRide.deadLetterQueue
    try waitUntil("the queue is empty") { try letters.client.readyMessages(in: queue) == 0 }
    let names = Set(try letters.letters().map(\.messageIdentifier))
    guard names.count == Self.count else { throw FleetError("only \(names.count) ids are stored") }
  }

  /// Redrives, and kills the tool and the worker in turn.
  func redriveAmidKills() throws {
    try letters.client.publish(
      Self.load.map {
        letters.client.request(
          "request-ride.handle", Bodies.booking(rider: $0), id: $0, correlation: $0,
          family: .requestRide)
      })
    for part in 1...4 {
      let tool = try letters.start(Self.command)
      let wanted = part * 150
      try waitUntil("letters are redriven: \(tool.log)") {
        try letters.letters([.redriven]).count >= wanted || !tool.isRunning
      }
      if part.isMultiple(of: 2) { try killWorker() }
      if tool.isRunning { toolKills += 1 }
      tool.killNow()
      if !part.isMultiple(of: 2) { try killWorker() }
    }
  }

  /// Redrives what is left, until nothing is.
  func finish() throws {
    for _ in 1...5 {
      let tool = try letters.start(Self.command)
      try waitUntil("the tool ends: \(tool.log)") { !tool.isRunning }
      if try letters.letters(DeadLetterRecord.State.open).isEmpty { return }
    }
  }

  /// All events, by ride and sequence.
  func events() throws -> [String: [Int: [Event]]] {
    var events: [String: [Int: [Event]]] = [:]
    while let event = try letters.client.nextEvent(within: Patience.quiet) {
      events[event.ride, default: [:]][event.sequence, default: []].append(event)
    }
    return events
  }

  /// What was answered: each booking of the load, and none of the letters, unless a worker has lost
  /// or invented an answer.
  func answered() throws -> Set<String> {
    var answered: Set<String> = []
    while !answered.isSuperset(of: Self.load) {
      guard let answer = try letters.client.nextReply(within: Patience.limit) else { break }
      answered.insert(answer.properties.correlationID ?? "")
    }
    while let answer = try letters.client.nextReply(within: Patience.quiet) {
      answered.insert(answer.properties.correlationID ?? "")
    }
    return answered
  }

  private func killWorker() throws {
    try letters.fleet.worker("request-ride-worker").killNow()
    workerKills += 1
    try letters.fleet.start("request-ride-worker", Self.settings)
  }
}
