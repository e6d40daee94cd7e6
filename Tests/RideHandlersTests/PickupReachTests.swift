import RideHandlers
import Rides
import Testing

@Suite("S2: no vehicle is sent from beyond the reach of its product") struct PickupReachTests {
  /// Sedans come from within ten minutes; veh-7 is twenty minutes from the pickup.
  private static func world(reach: Int? = 600) throws -> World {
    let world = try World { catalogue in
      for index in catalogue.serviceAreas[0].products.indices {
        catalogue.serviceAreas[0].products[index].pickupReachSeconds = reach
      }
    }
    _ = try world.dispatch(.onDuty("veh-7", latitude: 41.95))
    return world
  }

  @Test("S2: a booking waits for a vehicle that comes near, which finds it")
  func S2_waits() throws {
    let world = try Self.world()
    let ride = try world.ride()
    #expect(
      try world.dispatch(.due(ride, id: "1"), at: noon.advanced(bySeconds: 5))[0].told == [])
    let far = try world.dispatch(
      .onDuty("veh-8", latitude: 41.96), at: noon.advanced(bySeconds: 6))[0]
    #expect(far.searches == [])
    let near = try world.dispatch(.onDuty("veh-9"), at: noon.advanced(bySeconds: 7))[0]
    #expect(near.searches == [ride])
    #expect(
      try world.dispatch(.due(ride, id: "2"), at: noon.advanced(bySeconds: 8))[0].told
        == ["confirmed 2"])
  }

  @Test("Without a reach the vehicle is sent, as far as 50 km")
  func unlimited() throws {
    #expect(try Self.world(reach: nil).book(.booking())[0].told == ["confirmed 1"])
  }
}
