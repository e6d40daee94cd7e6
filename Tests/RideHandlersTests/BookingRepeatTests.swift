import JSON
import MemoryStore
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite struct BookingRepeatTests {
  let world: World

  init() throws { world = try World() }

  @Test("The same message again changes nothing and says the same to the new address")
  func again() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    let first = try world.book(.booking())[0]
    let before = world.contents
    let again = try world.book(
      .booking().with {
        $0.replyTo = "replies.test.elsewhere"
        $0.correlationID = "c-2"
      }, at: noon.advanced(bySeconds: 60))[0]
    #expect(world.contents == before)
    #expect(again.events == first.events)
    #expect(again.commands == first.commands)
    #expect(again.responses[0].body == first.responses[0].body)
    #expect(again.responses[0].properties.messageID == first.responses[0].properties.messageID)
    #expect(again.responses[0].routingKey == "replies.test.elsewhere")
    #expect(again.responses[0].properties.correlationID == "c-2")
    #expect(again.note.isRepeat && !first.note.isRepeat)
  }

  @Test("One that another worker commits between two reads is answered like any other repeat")
  func committedBetweenReads() throws {
    let first = try world.book(.booking())[0]
    let store = FlakyStore(MemoryStore(world.database))
    store.isEarly = true
    let handler = RequestRideHandler(dependencies: world.dependencies, store: store)
    let again = try world.take([.booking()], by: handler)[0]
    #expect(again.publications == first.publications)
    #expect(again.note.isRepeat)
  }

  @Test("A repeated booking publishes its own changes, not later ones of the ride")
  func againLater() throws {
    let first = try world.book(.booking())[0]
    let ride = try #require(first.searches.first)
    _ = try world.dispatch(.onDuty("veh-7"))
    _ = try world.dispatch(.due(ride))
    let again = try world.book(.booking())[0]
    #expect(again.publications == first.publications)
    #expect(again.told == ["received 1"])
  }

  @Test("The same message twice in a batch is one booking with two answers")
  func twiceInBatch() throws {
    let other = Letter.booking().with { $0.replyTo = "replies.test.elsewhere" }
    let outcomes = try world.book(.booking(), other)
    #expect(world.contents.rides.count == 1)
    #expect(outcomes[0].responses[0].body == outcomes[1].responses[0].body)
    #expect(outcomes[0].events == outcomes[1].events)
    #expect(outcomes[1].responses[0].routingKey == "replies.test.elsewhere")
    #expect(outcomes.map(\.note.isRepeat) == [false, true])
  }

  @Test("The same id with another body is a conflict, in the same batch too")
  func conflict() throws {
    let other = Letter.booking("Compact")
    let outcomes = try world.book(.booking(), other)
    let before = world.contents
    let later = try world.book(other)[0]
    for outcome in [outcomes[1], later] {
      #expect(outcome.code == "failure")
      #expect(outcome.reason == "conflictingMessageIdentifier")
      #expect(outcome.publications.count == 1)
    }
    #expect(world.contents == before)
    #expect(world.contents.rides.count == 1)
  }

  @Test("A conflict without a reply address is kept as a dead letter")
  func silentConflict() throws {
    _ = try world.book(.booking())
    let outcome = try world.book(.booking("Compact").silent)[0]
    #expect(outcome.publications.count == 1)
    #expect(outcome.deadLetterHeader("x-livery-reason") == "conflicting-message-identifier")
  }

  @Test("Another spelling of the same content is the same message")
  func spelling() throws {
    let first = try world.book(.booking(more: #","locale":"en_US""#))[0]
    let again = try world.book(.booking(more: #", "locale" : "en-US", "unknown":1"#))[0]
    #expect(again.publications == first.publications)
  }

  @Test("Another rider may use the same id")
  func otherRider() throws {
    let outcomes = try world.book(.booking(), .booking(rider: "rider-43"))
    #expect(outcomes.map(\.code) == ["inProgress", "inProgress"])
    #expect(world.contents.rides.count == 2)
  }

  @Test("An id used again after its outcome was pruned is a conflict and delays no other message")
  func afterPruning() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride()
    try world.finish(ride, by: "veh-7")
    try world.forgetOutcomes()
    let outcomes = try world.book(.booking(), .booking(rider: "rider-43"))
    #expect(outcomes.map(\.reason) == ["conflictingMessageIdentifier", nil])
    #expect(outcomes[0].told == [])
    #expect(try world.phases(ride).last == "completed")
  }

  @Test("A commit that came second is retried with the current state", arguments: 1...4)
  func conflictOnCommit(_ failures: Int) throws {
    let store = FlakyStore(MemoryStore(world.database), failing: failures, with: .conflict)
    let handler = RequestRideHandler(dependencies: world.dependencies, store: store)
    let outcome = try world.take([.booking()], by: handler)[0]
    #expect(outcome.code == "inProgress")
    #expect(store.reads == failures + 1)
    #expect(world.contents.rides.count == 1)
  }

  @Test("An unavailable store is reported, and nothing has changed", arguments: [false, true])
  func unavailable(_ isConflict: Bool) throws {
    let code: StoreError.Code = isConflict ? .conflict : .unavailable
    let store = FlakyStore(MemoryStore(world.database), failing: 5, with: code)
    let handler = RequestRideHandler(dependencies: world.dependencies, store: store)
    let error = #expect(throws: StoreError.self) {
      _ = try world.take([.booking()], by: handler)
    }
    #expect(error?.code == code)
    #expect(store.reads == (isConflict ? 5 : 1))
    #expect(world.contents.rides.isEmpty)
  }

  @Test("A batch that meets a conflict each time is handled message by message")
  func aloneAfterConflicts() throws {
    let store = FlakyStore(MemoryStore(world.database), failing: 5, with: .conflict)
    let handler = RequestRideHandler(dependencies: world.dependencies, store: store)
    let letters = ["r-1", "r-2", "r-3"].map { Letter.booking(rider: $0) }
    let outcomes = try world.take(letters, by: handler)
    #expect(outcomes.map(\.code) == ["inProgress", "inProgress", "inProgress"])
    #expect(store.reads == 5 + 3, "five times together, then three times alone")
    #expect(world.contents.rides.count == 3)
  }
}
