import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("Bookings by a snapshot that is behind")
struct TakenVehicleTests {
  let world: World

  init() throws { world = try World() }

  @Test("Each booking of one snapshot gets a vehicle, as long as there are some")
  func remembered() throws {
    let vehicles = ["veh-1", "veh-2", "veh-3", "veh-4"]
    for vehicle in vehicles { _ = try world.dispatch(.onDuty(vehicle)) }
    world.freezeSupply()
    for number in vehicles.indices {
      let outcome = try world.book(.booking(rider: "rider-\(number)").id("m-\(number)"))[0]
      #expect(outcome.searches.isEmpty)
    }
    let rides = try vehicles.map { try world.vehicle($0)?.ride }
    #expect(Set(rides).count == vehicles.count)
    #expect(!rides.contains(nil))
  }

  @Test("When another process has claimed the nearest vehicle, the next is tried")
  func secondAttempt() throws {
    _ = try world.dispatch(.onDuty("veh-1"), .onDuty("veh-2"))
    world.freezeSupply()
    let other = VehicleClaim(
      vehicleIdentifier: VehicleIdentifier("veh-1"), rideIdentifier: RideIdentifier("another"))
    let store = world.store
    let granted = try store.transaction(.write) { () throws(StoreError) in
      try store.claim([other])
    }
    #expect(granted.map(\.ride) == [other.rideIdentifier])
    _ = try world.book(.booking())
    #expect(try world.vehicle("veh-1")?.ride == RideIdentifier("another"))
    #expect(try world.vehicle("veh-2")?.ride != nil)
  }

  @Test("A vehicle that no longer sells the product confirms no ride, and stays free")
  func unfit() throws {
    _ = try world.dispatch(.onDuty("veh-1"))
    world.freezeSupply()
    _ = try world.dispatch(.vehicle("veh-1", 2, #","products":["taxi"]"#))
    let outcome = try world.book(.booking())[0]
    #expect(outcome.told == ["received 1"])
    #expect(try world.vehicle("veh-1")?.ride == nil)
  }
}
