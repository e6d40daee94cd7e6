import BrokerFixture
import Foundation
import JSON
import Messages
import RideStore
import Rides
import Testing

@Suite("Workers that are killed", .blocking)
struct CrashTests {
  @Test(
    "Killed amid 1,000 bookings, they leave a ride for each, answered, its events without a gap")
  func killedAmidBookings() throws {
    let run = try CrashRun()
    try run.bookAmidKills()
    try run.settle()
    #expect(run.kills["request-ride-worker", default: 0] >= 3)
    #expect(run.kills["dispatch-worker", default: 0] >= 2)
    #expect(run.repeats > 0, "no kill hit with work in hand, so that nothing is proved")
    expectAnswers(run)
    try expectEvents(run)
  }

  /// Each booking has a ride of its own, in the store and in all its answers.
  private func expectAnswers(_ run: CrashRun) {
    for (name, answers) in run.answers {
      // An answer after the ride's end hides the driver's number, and has an id of its own.
      for same in Dictionary(grouping: answers, by: \.delivery.properties.messageID).values {
        #expect(Set(same.map(\.delivery.body)).count == 1, "\(name) is answered alike")
      }
      #expect(Set(answers.map(\.ride)).count == 1 && Set(answers.map(\.code)).count == 1, "\(name)")
      let sequences = answers.map { $0.body["rideStatus"]?["sequence"]?.integer }
      #expect(Set(sequences).count == 1 && Set(answers.map(\.phase)).count == 1, "\(name)")
    }
    let booked = CrashRun.bookings.map { run.answers[$0]?.first }
    #expect(booked.allSatisfy { ["success", "inProgress"].contains($0?.code) })
    #expect(Set(booked.map { $0?.ride }).count == CrashRun.bookings.count)
    let reported = run.answers.filter { $0.key.hasPrefix("report") }
    #expect(!reported.isEmpty)
    #expect(reported.values.allSatisfy { $0.first?.code == "success" })
  }

  /// The events are those of the store, each at least once and each time the same.
  private func expectEvents(_ run: CrashRun) throws {
    #expect(Set(run.events.keys) == run.rides, "no ride but those that answers name")
    let histories = try run.fleet.histories(of: run.rides)
    expectDriven(histories.values.map { $0.map(\.phase) }.filter { $0.last == .completed })
    for (ride, history) in histories {
      let told = run.events[ride, default: [:]]
      #expect(
        !history.isEmpty && history.map(\.key.sequence) == Array(1...history.count), "\(ride)")
      #expect(Set(told.keys) == Set(history.map(\.key.sequence)), "\(ride)")
      for change in history {
        let events = told[change.key.sequence, default: []]
        #expect(Set(events.map(\.delivery.body)).count == 1, "\(change.key)")
        let stored = try JSONValue(parsing: change.status, limits: .stored)
        #expect(events.first?.body["data"] == stored, "\(change.key)")
      }
    }
  }

  /// Each vehicle has driven a ride to its end, step by step; whether the ride had to wait for it
  /// or not.
  private func expectDriven(_ rides: [[RidePhase]]) {
    let way: [RidePhase] = [.confirmed, .approachingPickup, .pickup, .ongoing, .completed]
    #expect(rides.count == 40, "the rides that were driven to their end")
    #expect(rides.allSatisfy { $0 == way || $0 == [.received] + way })
    #expect(rides.contains(way), "some booking found its vehicle at once")
  }
}
