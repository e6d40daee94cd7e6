import Fleet
import Rides

/// Makes the districts of a city.
enum CityFounding {
  /// One district in each further area that is out of reach, and all others in the first area.
  static func districts(
    of plan: CityPlan, _ numbers: inout SeededNumbers
  ) throws(ToolError) -> [District] {
    // Each story needs a rider and another one.
    let count = max(1, min(plan.vehicles, plan.riders / 2))
    let areas = plan.catalogue.serviceAreas
    var seats: [District.Seat] = []
    for (rank, area) in areas.enumerated() where rank == 0 || seats.count < count {
      let wanted = rank == 0 ? max(1, count - (areas.count - 1)) : 1
      let places = CityGrid.places(wanted, in: area).filter { place in
        rank == 0 || seats.allSatisfy { isOutOfReach($0.place, place) }
      }
      seats += self.seats(places, in: area, seed: plan.seed)
    }
    guard !seats.isEmpty else {
      throw ToolError(.data, "expected a catalogue whose first area has room for a trip, got none")
    }
    let surroundings = CitySurroundings(
      start: plan.start, locales: plan.catalogue.locales,
      defaultLocale: plan.catalogue.defaultLocale,
      points: areas.compactMap { CityGrid.places(1, in: $0).first?.center })
    return seats.enumerated().map { index, seat in
      var seat = seat
      seat.isLonely = seats.indices.allSatisfy {
        $0 == index || isOutOfReach(seats[$0].place, seat.place)
      }
      return District(seat, surroundings, seed: numbers.next())
    }
  }

  /// Whether no vehicle of one district could serve, or stand aside for, a ride of the other.
  private static func isOutOfReach(_ one: DistrictPlace, _ other: DistrictPlace) -> Bool {
    GreatCircle.metres(one.center, other.center)
      > 2 * Supply.reach + 6 * max(one.radius, other.radius)
  }

  private static func seats(
    _ places: [DistrictPlace], in area: ServiceArea, seed: UInt64
  ) -> [District.Seat] {
    let pool = VehiclePool.vehicles(2 * places.count, in: area, pace: 1, seed: seed).map(\.profile)
    return places.enumerated().map { index, place in
      let name = "\(area.key)-\(index + 1)"
      var (vehicle, spare) = (pool[index], pool[places.count + index])
      vehicle.identifier = VehicleIdentifier("veh-\(name)")
      spare.identifier = VehicleIdentifier("veh-\(name)-spare")
      return District.Seat(
        name: name, place: place, area: area, isLonely: false, vehicle: vehicle, spare: spare)
    }
  }
}
