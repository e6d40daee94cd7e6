import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("A rider and the rides of others") struct StrangerTests {
  /// Everything that a rider can ask of a ride.
  private static let intrusions: [@Sendable (String) -> Letter] = [
    { .cancel($0, rider: "eve") },
    { Letter.cancel($0, rider: "eve").confirm },
    { .cancel($0, rider: "eve").byOperator },
    { .feedback($0, rider: "eve", #","rating":1"#) },
    { Letter.feedback($0, rider: "eve", #","rating":1"#).confirm },
    {
      .feedback($0, rider: "eve", #","tip":{"amount":"1.00","currencyCode":"USD"}"#)
    },
    { .query($0, rider: "eve") },
    { Letter.query($0, rider: "eve").confirm },
    { .start($0, rider: "eve") },
    { .stop($0, rider: "eve") },
  ]

  @Test(
    "Another's ride is answered byte for byte as one that does not exist, and nothing is changed",
    arguments: intrusions.indices, ["received", "confirmed", "ongoing", "completed", "canceled"])
  func answers(index: Int, phase: String) throws {
    let world = try World()
    let ride = try Self.ride(in: phase, world)
    // As long as the ride's, so that not even a length differs.
    let missing = String(repeating: "a", count: ride.utf8.count)
    let before = world.contents
    let subscriptions = world.subscriptions
    let letter = Self.intrusions[index]
    let real = try Self.text(of: world.answer(letter(ride)), naming: ride)
    let none = try Self.text(of: world.answer(letter(missing).id("other")), naming: missing)
    #expect(real == none)
    #expect(real.contains("unknownRide"))
    #expect(world.contents.rides == before.rides)
    #expect(world.contents.changes == before.changes)
    #expect(world.contents.vehicles == before.vehicles)
    #expect(world.subscriptions == subscriptions)
  }

  @Test("Without a ride's identifier a rider sees no ride of others")
  func current() throws {
    let world = try World()
    _ = try Self.ride(in: "confirmed", world)
    for letter in [Letter.query(nil, rider: "eve"), .start(rider: "eve"), .stop(rider: "eve")] {
      let outcome = try world.answer(letter)
      #expect(outcome.code == "success")
      #expect(outcome.response?["rideStatus"] == nil)
    }
    #expect(world.subscriptions.isEmpty)
  }

  @Test("An observer's updates go to the queue that the ride's own rider named, and nowhere else")
  func updates() throws {
    let world = try World()
    let ride = try Self.ride(in: "confirmed", world)
    _ = try world.ask(.start(ride).with { $0.replyTo = "replies.test.own" })
    _ = try world.ask(.start(ride, rider: "eve").with { $0.replyTo = "replies.test.eves" })
    // Nor can she end them, by guessing the queue.
    _ = try world.ask(.stop(ride, rider: "eve").with { $0.replyTo = "replies.test.own" })
    #expect(world.subscriptions.keys.map(\.replyTo) == ["replies.test.own"])
    let due = try world.ask(
      .updatesDue(ride, to: "replies.test.own"),
      .updatesDue(ride, to: "replies.test.eves").id("due-2"),
      at: noon.advanced(bySeconds: 60))
    #expect(due.flatMap(\.publications).map(\.routingKey) == ["replies.test.own"])
  }

  @Test("The id of another's booking makes another ride, and shows nothing of the first")
  func messageIdentifiers() throws {
    let world = try World()
    let ride = try world.ride(.booking(rider: "rider-42").id("same"))
    let known = try world.book(Letter.booking(rider: "eve").confirming.id("same"))[0]
    let fresh = try world.book(Letter.booking(rider: "eve").confirming.id("new"))[0]
    let names = [known, fresh].compactMap { outcome in
      outcome.response?["rideStatus"]?["rideIdentifier"]?.string
    }
    #expect(names.count == 2 && !names.contains(ride))
    #expect(try Self.text(of: known, naming: names[0]) == Self.text(of: fresh, naming: names[1]))
    // To book under it is to book anew.
    let own = try world.ride(.booking(rider: "eve").id("same"))
    #expect(own == names[0])
    // And to cancel or rate under it is no repetition of what another did.
    _ = try world.book(.cancel(ride))
    #expect(try world.book(.cancel(own, rider: "eve"))[0].code == "success")
  }

  /// A ride of rider-42 that has come as far.
  private static func ride(in phase: String, _ world: World) throws -> String {
    let ride = try world.ride(.booking())
    if phase == "canceled" { _ = try world.book(.cancel(ride)) }
    guard !["received", "canceled"].contains(phase) else { return ride }
    _ = try world.dispatch(.onDuty("veh-7"), .due(ride))
    if phase == "ongoing" {
      _ = try world.dispatch(.report("started", of: ride, by: "veh-7"))
    } else if phase == "completed" {
      try world.finish(ride, by: "veh-7")
    }
    #expect(try world.phases(ride).last == phase)
    return ride
  }

  /// All that is published, with the ride's name left out.
  private static func text(of outcome: Outcome, naming ride: String) throws -> String {
    outcome.publications.map { publication in
      "\(publication.exchange) \(publication.routingKey) \(publication.properties.type ?? "") "
        + String(decoding: publication.body, as: UTF8.self)
    }.joined(separator: "\n").replacing(ride, with: "*")
  }
}

extension World {
  /// Has the worker of its kind take a message of a rider.
  fileprivate func answer(_ letter: Letter) throws -> Outcome {
    letter.type?.hasPrefix("get-ride-status") == true ? try ask(letter)[0] : try book(letter)[0]
  }
}
