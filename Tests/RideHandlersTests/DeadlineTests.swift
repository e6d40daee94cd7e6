import Dispatch
import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Synchronization
import Testing

@Suite("Waits that end by themselves") struct DeadlineTests {
  let world: World

  init() throws {
    world = try World { catalogue in
      for index in catalogue.serviceAreas.indices {
        catalogue.serviceAreas[index].policies.dispatch = DispatchPolicy()
      }
    }
  }

  private static func at(_ seconds: Int) -> Instant { noon.advanced(bySeconds: seconds) }

  @Test("A ride without a vehicle is cancelled at its deadline by the first message that reads it")
  func noVehicle() throws {
    let ride = try world.ride()
    let early = try world.dispatch(.due(ride, id: "early"), at: Self.at(1_799))[0]
    #expect(early.publications == [])
    #expect(try world.record(ride)?.dueAt == Self.at(1_800))
    let first = try world.dispatch(.due(ride), at: Self.at(1_800))[0]
    #expect(first.told == ["completed 2"])
    let status = decode(first.events[0].body)?["data"]
    #expect(status?["completionStatus"]?["outcome"]?.string == "canceledByService")
    #expect(status?["completionStatus"]?["payment"] == nil)
    let other = try world.dispatch(.due(ride, id: "other"), at: Self.at(1_801))[0]
    #expect(other.publications == [])
    let again = try world.dispatch(.due(ride), at: Self.at(1_802))[0]
    #expect(again.note.isRepeat && again.publications == first.publications)
    #expect(try world.record(ride)?.dueAt == nil)
    #expect(try world.record(ride)?.slot == nil)
  }

  @Test("A driver who is silent loses the ride to the next within one command")
  func silent() throws {
    _ = try world.dispatch(.onDuty("veh-7", "taxi"), .onDuty("veh-8", "taxi", latitude: 41.95))
    let ride = try world.ride(.booking("Taxi"))
    #expect(try world.record(ride)?.vehicle?.rawValue == "veh-7")
    #expect(try world.record(ride)?.dueAt == Self.at(60))
    let outcome = try world.dispatch(.due(ride), at: Self.at(60))[0]
    #expect(outcome.told == ["received 2", "received 3"])
    #expect(try world.vehicle("veh-7")?.ride == nil)
    #expect(try world.record(ride)?.vehicle?.rawValue == "veh-8")
    #expect(try world.record(ride)?.dueAt == Self.at(120))
    let late = try world.dispatch(.report("accepted", of: ride, by: "veh-7"), at: Self.at(61))[0]
    #expect(late.reason == "unknownVehicle")
  }

  @Test("A vehicle that does not arrive loses the ride, which keeps its price")
  func overdue() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    let outcome = try world.book(.booking())[0]
    let ride = try #require(outcome.response?["rideStatus"]?["rideIdentifier"]?.string)
    let price = outcome.response?["rideStatus"]?["rideOption"]?["priceRange"]
    let due = try #require(try world.record(ride)?.dueAt)
    let estimate = try #require(
      outcome.response?["rideStatus"]?["estimatedPickupDate"]?.string.flatMap {
        Instant(rfc3339: $0)
      })
    #expect(due == estimate.advanced(bySeconds: 1_800))
    let told = try world.dispatch(.due(ride), at: due)[0]
    #expect(told.told == ["received 2"])
    #expect(decode(told.events[0].body)?["data"]?["rideOption"]?["priceRange"] == price)
    #expect(try world.vehicle("veh-7")?.ride == nil)
    #expect(try world.record(ride)?.dueAt == due.advanced(bySeconds: 30))
  }

  @Test("A vehicle that goes off duty during an offer has its ride processed, each time")
  func offDuty() throws {
    _ = try world.dispatch(.onDuty("veh-7", "taxi"))
    let ride = try world.ride(.booking("Taxi"))
    let leaving = Letter.vehicle("veh-7", 2, #","onDuty":false"#)
    let first = try world.dispatch(leaving)[0]
    #expect(first.searches == [ride])
    #expect(try world.dispatch(leaving)[0].publications == first.publications)
    #expect(try world.dispatch(.due(ride))[0].told == ["received 2"])
    #expect(try world.vehicle("veh-7")?.ride == nil)
    #expect(try world.record(ride)?.isWaiting == true)
    #expect(try world.dispatch(leaving)[0].searches == [])
  }

  @Test("A vehicle that goes off duty with a ride keeps it until it returns the ride")
  func offDutyCommitted() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride()
    _ = try world.dispatch(.vehicle("veh-7", 2, #","onDuty":false"#), .due(ride))
    #expect(try world.phases(ride).last == "confirmed")
    let back = try world.dispatch(.report("droppedOut", of: ride, by: "veh-7"))[0]
    #expect(back.told == ["received 2"] && back.searches == [ride])
  }

  @Test("A vehicle that has been silent for ten minutes gets no ride until it reports")
  func silentVehicle() throws {
    let ride = try world.ride()
    _ = try world.dispatch(.onDuty("veh-7"))
    let record = try #require(try world.vehicle("veh-7"))
    #expect(record.supplyEntry(at: Self.at(599)) != nil)
    #expect(record.supplyEntry(at: Self.at(600)) == nil)
    #expect(try world.dispatch(.due(ride), at: Self.at(600))[0].told == [])
    let report = try world.dispatch(.vehicle("veh-7", 2, ""), at: Self.at(601))[0]
    #expect(report.searches == [ride])
    #expect(try world.dispatch(.due(ride, id: "2"), at: Self.at(601))[0].told == ["confirmed 2"])
  }

  @Test("The fourth vehicle that drops out leaves a ride that the service cancels")
  func dropOuts() throws {
    let ride = try world.ride()
    for number in 1...4 {
      let vehicle = "veh-\(number)"
      _ = try world.dispatch(.onDuty(vehicle), .due(ride, id: vehicle))
      let outcome = try world.dispatch(.report("droppedOut", of: ride, by: vehicle))[0]
      #expect(outcome.told == [number < 4 ? "received \(2 * number + 1)" : "completed 9"])
      #expect(try world.vehicle(vehicle)?.ride == nil)
    }
    #expect(try world.record(ride)?.slot == nil)
  }

  @Test("A rider is missed no earlier than promised")
  func missedPickup() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride()
    // The arrival is dated back, and the report of the absence ahead: neither counts.
    _ = try world.dispatch(.report("arrived", of: ride, by: "veh-7", at: noon), at: Self.at(200))
    let early = try world.dispatch(
      .report("missedPickup", of: ride, by: "veh-7", id: "1", at: Self.at(9_999)),
      at: Self.at(499))[0]
    #expect(early.reason == "illegalMove")
    let late = try world.dispatch(
      .report("missedPickup", of: ride, by: "veh-7", id: "2", at: noon), at: Self.at(500))[0]
    #expect(late.told == ["completed 3"])
    #expect(try world.vehicle("veh-7")?.ride == nil)
  }

  @Test("N workers do a thing once", arguments: HandlerDatabase.allCases)
  func once(database: HandlerDatabase) throws {
    let dependencies = world.dependencies
    let first = try database.sessions(1)[0]
    let rides = try (1...12).map { number in
      let booking = Letter.booking(rider: "rider-\(number)")
      let batch = [booking.delivery()]
      let outcome = try RequestRideHandler(dependencies: dependencies, store: first).handle(
        batch, at: noon)[0]
      return try #require(outcome.response?["rideStatus"]?["rideIdentifier"]?.string)
    }
    let told = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 4) { worker in
      do {
        let handler = DispatchHandler(
          dependencies: dependencies, store: try database.sessions(1)[0])
        for ride in rides.shuffled() {
          let due = Letter.due(ride, id: "due-\(worker)").delivery()
          let outcome = try handler.handle([due], at: Self.at(1_800))[0]
          told.withLock { $0 += outcome.told.map { "\(ride) \($0)" } }
        }
      } catch {
        told.withLock { $0.append("\(error)") }
      }
    }
    #expect(told.withLock { $0.sorted() } == rides.map { "\($0) completed 2" }.sorted())
  }
}
