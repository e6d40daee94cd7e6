import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite struct StatusTests {
  let world: World

  init() throws { world = try World() }

  @Test("A rider sees a ride by its name, and the current one without a name")
  func own() throws {
    let ride = try world.ride()
    let outcomes = try world.ask(.query(ride), .query(nil))
    for outcome in outcomes {
      #expect(outcome.code == "success")
      #expect(outcome.response?["rideStatus"]?["rideIdentifier"]?.string == ride)
      #expect(outcome.publications.count == 1, "a query tells no event")
    }
  }

  @Test("A ride whose document has another form is refused, with the form expected and found")
  func otherForm() throws {
    let ride = try world.ride()
    let record = try #require(try world.record(ride))
    let document = String(decoding: record.document, as: UTF8.self)
    try store(document.replacing(#"{"form":2,"#, with: #"{"form":1,"#), record)
    let outcome = try world.ask(.query(ride))[0]
    #expect(outcome.reason == "unreadableRide")
    let message = try #require(outcome.response?["error"]?["message"]?.string)
    #expect(message.hasSuffix("outOfRange at form: expected 2, got 1"), "\(message)")
  }

  private func store(_ document: String, _ record: RideRecord) throws {
    var record = record
    record.document = Array(document.utf8)
    let store = world.store
    try store.transaction(.write) { () throws(StoreError) in
      try store.update([RideUpdate(record: record, expectedRevision: record.revision)])
    }
  }

  @Test("No current ride is a success too")
  func none() throws {
    let outcome = try world.ask(.query(nil))[0]
    #expect(outcome.code == "success")
    #expect(outcome.response?["rideStatus"] == nil)
  }

  @Test("Another rider's ride is answered exactly as one that does not exist")
  func foreign() throws {
    let ride = try world.ride()
    let foreign = try world.ask(.query(ride, rider: "rider-43"))[0]
    #expect(foreign.code == "failure")
    #expect(foreign.reason == "unknownRide")
    #expect(foreign.path == "rideIdentifier")
    let unknown = try World().ask(.query(ride, rider: "rider-43"))[0]
    #expect(foreign.publications == unknown.publications)
  }

  @Test("The vehicle is shown where it is now")
  func position() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride()
    _ = try world.dispatch(
      .vehicle("veh-7", 2, #","location":{"latitude":41.9,"longitude":-87.7,"course":10}"#),
      at: noon.advanced(bySeconds: 110))
    let location = try world.ask(.query(ride))[0].response?["rideStatus"]?["vehicle"]?["location"]
    #expect(location?["latitude"]?.number == 41.9)
    #expect(location?["course"]?.number == 10)
  }

  @Test("A ride that has ended stays as it ended, and is no longer the current one")
  func ended() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride()
    try world.finish(ride, by: "veh-7")
    _ = try world.dispatch(
      .vehicle("veh-7", 2, #","location":{"latitude":41.9,"longitude":-87.7}"#))
    let outcomes = try world.ask(.query(ride), .query(nil))
    let status = outcomes[0].response?["rideStatus"]
    #expect(status?["phase"]?.string == "completed")
    #expect(status?["vehicle"]?["location"]?["latitude"]?.number == 41.88)
    #expect(outcomes[1].response?["rideStatus"] == nil)
  }

  @Test("Of several rides that are sought the newest is the current one")
  func newest() throws {
    let world = try World { $0.serviceAreas[0].policies.unfinishedRidesPerRider = 2 }
    _ = try world.ride()
    let outcome = try world.book(.booking().id("m-2"), at: noon.advanced(bySeconds: 1))[0]
    let newest = outcome.response?["rideStatus"]?["rideIdentifier"]
    let asked = try world.ask(.query(nil))[0].response?["rideStatus"]?["rideIdentifier"]
    #expect(newest != nil)
    #expect(asked == newest)
  }

  @Test("A query without a reply address is a dead letter and affects no other message")
  func silent() throws {
    let outcomes = try world.ask(.query(nil).silent, .query(nil))
    #expect(outcomes[0].deadLetterHeader("x-livery-reason") == "missing-reply-to")
    #expect(outcomes[1].code == "success")
  }

  @Test("A query changes nothing")
  func readOnly() throws {
    let ride = try world.ride()
    let before = world.contents
    _ = try world.ask(.query(ride), .query(nil), .query("unknown"))
    #expect(world.contents == before)
  }

  @Test("An unreadable stored ride is reported by its path, and nothing of it is quoted")
  func damaged() throws {
    let ride = try world.ride()
    var record = try #require(try world.record(ride))
    record.sequence += 1
    try store(#"{"form":2,"area":"chicago","product":"suv","status":"+13125550100"}"#, record)
    let outcomes = try world.ask(.query(ride), .query("unknown"))
    #expect(outcomes[0].code == "failure" && outcomes[0].reason == "unreadableRide")
    let message = outcomes[0].response?["error"]?["message"]?.string
    #expect(message == "what is kept of the ride cannot be read: wrongType at 'status'")
    #expect(outcomes[1].reason == "unknownRide")
  }
}
