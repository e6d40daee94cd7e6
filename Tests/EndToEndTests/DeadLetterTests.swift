import BrokerFixture
import Fleet
import Foundation
import Messages
import RideStore
import Rides
import Testing

@Suite("Dead letters in the store", .blocking)
struct DeadLetterTests {
  private static func booking(_ rider: String, party: String) -> String {
    Bodies.booking(rider: rider, more: #","partySize":\#(party)"#)
  }

  @Test("A dead letter is listed, shown, redriven, edited, exported and discarded")
  func life() throws {
    let letters = try LetterFleet(["request-ride-worker"])
    let client = letters.client
    for rider in ["rider-1", "rider-2"] {
      let answer = try client.ask(
        "request-ride.handle", Self.booking(rider, party: #""two""#), id: "m-\(rider)")
      #expect(answer.reason == "wrongType")
    }
    try letters.waitForLetters(2)
    let first = try #require(try letters.letters().first { $0.messageIdentifier == "m-rider-1" })
    let name = first.identifier.rawValue

    let list = try letters.run("list", "--queue", "request-ride")
    #expect(list.code == 0 && list.errors == "", "\(list)")
    #expect(list.output.contains("     2  wrong-type  request-ride.handle  partySize  "))
    #expect(list.output.contains("  2 answered\n"))
    let filtered = try letters.run("list", "--letters", "--body", "riderIdentifier=rider-1")
    #expect(filtered.output.contains(name) && filtered.output.split(separator: "\n").count == 1)
    let show = try letters.run("show", name)
    #expect(show.output.contains(#""partySize":"two""#) && show.output.contains("m-rider-1"))

    try answeredOnlyByWord(letters, name)
    let again = try letters.run("redrive", "--id", name, "--answered", "--stop-after", "1")
    #expect(again.code == 1 && again.errors.contains("the cause is still there: wrong-type"))
    let dead = try #require(try letters.letters().first { $0.identifier == first.identifier })
    #expect(dead.state == .dead && dead.redrives == 1)
    #expect(try letters.letters().count == 2, "it is the same letter")

    let edit = ["redrive", "--id", name, "--answered", "--edit", "partySize=2"]
    let plan = try letters.run(edit + ["--dry-run"])
    #expect(plan.output.contains("- partySize: \"two\"") && plan.output.contains("+ partySize: 2"))
    let mended = try letters.run(edit)
    #expect(mended.code == 0, "\(mended)")
    #expect(try letters.fleet.unfinishedRides(of: ["rider-1"]).count == 1)
    let replaced = try #require(try letters.letters([.replaced]).first)
    let edited = try #require(try letters.letters([.redriven]).first)
    #expect(replaced.identifier == first.identifier && replaced.replacedBy == edited.identifier)
    #expect(edited.replaces == first.identifier && edited.messageIdentifier != "m-rider-1")
    try discard(letters)
  }

  /// A requester that received the failure waits for nothing, so its letter needs `--answered`.
  private func answeredOnlyByWord(_ letters: LetterFleet, _ name: String) throws {
    let refused = try letters.run("redrive", "--id", name, "--edit", "partySize=2")
    #expect(refused.code == 1 && refused.errors.contains("--answered"), "\(refused)")
    #expect(try letters.letters([.dead]).count == 2 && letters.letters([.replaced]).isEmpty)
    #expect(try letters.run("show", name).output.contains("was answered: redrive needs --answered"))
    let none = try letters.run("redrive", "--reason", "wrong-tpye")
    #expect(none.code == 0 && none.output == "no letter matches; nothing was sent\n", "\(none)")
  }

  private func discard(_ letters: LetterFleet) throws {
    let folder = letters.fleet.folder
    let exported = folder.appendingPathComponent("export.jsonl").path
    let export = try letters.run("export", exported, "--rider", "rider-2")
    #expect(export.code == 0, "\(export)")
    let recording = try String(contentsOfFile: exported, encoding: .utf8)
    #expect(recording.contains("rider-2") && recording.contains(#""x-livery-reason","S","wrong"#))
    #expect(try letters.run("discard", exported, "--rider", "rider-2").code == 1)
    #expect(try letters.letters([.dead]).count == 1, "nothing is deleted without its recording")
    let discarded = folder.appendingPathComponent("discard.jsonl.gz").path
    #expect(try letters.run("discard", discarded).code == 64)
    #expect(try letters.run("discard", discarded, "--rider", "rider-2").code == 0)
    #expect(try letters.letters([.dead]).isEmpty)
    #expect(FileManager.default.fileExists(atPath: discarded))
  }

  @Test("A message of 15 MiB takes little of the rides' database, and is not redriven")
  func large() throws {
    let letters = try LetterFleet(["request-ride-worker"])
    let note = String(repeating: "x", count: 15 << 20)
    let body = Bodies.booking(rider: "rider-1", more: #","note":"\#(note)""#)
    let answer = try letters.client.ask("request-ride.handle", body, id: "large")
    #expect(answer.reason == "bodyTooLarge")
    try letters.waitForLetters(1)
    let letter = try #require(try letters.letters().first)
    #expect(letter.body == Array(body.utf8.prefix(BodyExcerpt.storedBytes)))
    let files = try FileManager.default.contentsOfDirectory(atPath: letters.fleet.folder.path)
      .filter { $0.hasPrefix("rides.db") }
    let sizes = try files.map {
      try FileManager.default.attributesOfItem(
        atPath: letters.fleet.folder.appendingPathComponent($0).path)[.size] as? Int ?? 0
    }
    #expect(!sizes.isEmpty && sizes.reduce(0, +) < 4 << 20, "\(files) \(sizes)")
    let name = letter.identifier.rawValue
    let show = try letters.run("show", name)
    #expect(show.output.contains("\(body.utf8.count) bytes, SHA-256 "), "\(show)")
    #expect(try letters.run("list", "--letters").output.contains("dead (not whole)"))
    let redrive = try letters.run("redrive", "--id", name)
    #expect(redrive.code == 1 && redrive.errors.contains("only the first 4096 of its"))
    #expect(try letters.letters([.dead]).count == 1)
  }

  @Test("No header of a message chooses for whom it is redriven")
  func forged() throws {
    let letters = try LetterFleet(["request-ride-worker"])
    let client = letters.client
    let booking = try client.ask(
      "request-ride.handle", Bodies.booking(rider: "rider-1"), id: "booking")
    let ride = try #require(booking.ride)
    let body = #"{"riderIdentifier":"rider-1","rideIdentifier":"\#(ride)"}"#
    let claim = [Header("x-livery-exchange", .string(Role.operators.exchange))]
    try client.publish([
      client.request(
        "cancel-ride.handle", body, id: "forged", correlation: "forged", headers: claim,
        family: .requestRide)
    ])
    try letters.waitForLetters(1)
    #expect(try letters.letters().first?.exchange == Role.riders.exchange)
    let refused = try letters.run("redrive", "--all")
    #expect(refused.code == 1 && refused.errors.contains("--role"))
    #expect(try letters.letters([.dead]).count == 1)
    let vehicles = try letters.run("redrive", "--all", "--role", "vehicles")
    #expect(vehicles.code == 1 && vehicles.errors.contains("may not send cancel-ride.handle"))
    let riders = try letters.run("redrive", "--all", "--role", "riders")
    #expect(riders.code == 0, "\(riders)")
    let status = try client.ask("request-ride.handle", Bodies.booking(rider: "rider-1"), id: "next")
    #expect(status.reason == nil, "the ride was canceled by its rider")
  }

  @Test("Killed while 1,000 letters are moved and redriven, fleet and tool handle each once")
  func kills() throws {
    let run = try RedriveRunAmidKills()
    try run.moveAmidKills()
    try run.redriveAmidKills()
    try run.finish()
    #expect(run.toolKills >= 3 && run.workerKills >= 4)
    let letters = try run.letters.letters()
    #expect(letters.count == RedriveRunAmidKills.count)
    #expect(letters.allSatisfy { $0.state == .redriven })
    #expect(letters.contains { $0.redrives > 1 }, "no kill hit a letter, so that nothing is proved")
    let riders = RedriveRunAmidKills.riders
    let rides = try run.letters.fleet.unfinishedRides(of: riders)
    #expect(rides.count == riders.count, "each letter is one ride")
    #expect(Set(rides.map(\.riderIdentifier)).count == riders.count)
    let told = try run.events()
    for ride in rides {
      let events = told[ride.rideIdentifier.rawValue, default: [:]]
      #expect(Set(events.keys) == Set(1...ride.sequence), "\(ride.rideIdentifier)")
      #expect(events.values.allSatisfy { Set($0.map(\.delivery.body)).count == 1 })
    }
    #expect(try run.answered() == Set(RedriveRunAmidKills.load))
  }
}
