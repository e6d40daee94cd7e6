import Rides

/// Vehicles with made-up plates, makes and drivers, spread over an area.
enum VehiclePool {
  private static let makes = [
    ("Aldora", "Comet"), ("Brenner", "Vale"), ("Kestrel", "Sierra"), ("Marlin", "Tide"),
    ("Norvik", "Fjord"), ("Orion", "Atlas"), ("Sable", "Ridge"), ("Tamarack", "Grove"),
  ]
  private static let drivers = [
    "Ada K.", "Ben O.", "Chidi N.", "Dana W.", "Elif T.", "Farid H.", "Greta L.", "Hana S.",
    "Ivo P.", "Jun M.", "Kaya B.", "Luis F.", "Mina D.", "Nils A.", "Olga V.", "Sam R.",
  ]

  /// So many vehicles, with products in turn, each at a random point of the area; the same for the
  /// same seed.
  static func vehicles(
    _ count: Int, in area: ServiceArea, pace: Double, seed: UInt64
  ) -> [SimulatedVehicle] {
    precondition(!area.products.isEmpty, "an area of a checked catalogue sells something")
    var numbers = SeededNumbers(seed: seed)
    return (0..<count).map { index in
      let product = area.products[index % area.products.count]
      return SimulatedVehicle(
        profile: profile(index, product, &numbers),
        // Straight lines, in the time that the area's detours take.
        habits: .init(
          metresPerSecond: area.travel.metresPerSecond / area.travel.circuity, pace: pace),
        position: area.randomPoint(&numbers))
    }
  }

  private static func profile(
    _ index: Int, _ product: Product, _ numbers: inout SeededNumbers
  ) -> VehicleProfile {
    let make = makes[Int.random(in: makes.indices, using: &numbers)]
    let letters = Array("ABCDEFGHJKLMNPRSTUVWXYZ")
    let plate = (0..<2).map { _ in letters[Int.random(in: letters.indices, using: &numbers)] }
    let rating = 40 + Int.random(in: 0..<11, using: &numbers)
    let driver = Driver(
      name: drivers[Int.random(in: drivers.indices, using: &numbers)],
      rating: "\(rating / 10).\(rating % 10)",
      // 555-0100 to 555-0199 are set aside for fiction.
      phoneNumber: "+13125550\(100 + index % 100)")
    return VehicleProfile(
      identifier: VehicleIdentifier("sim-\(index + 1)"), product: product.key,
      capacity: product.capacity,
      registrationPlate: "\(String(plate)) \(Int.random(in: 1000...9999, using: &numbers))",
      manufacturer: make.0, model: make.1, driver: driver)
  }
}
