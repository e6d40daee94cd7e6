import Messages
import Rides

/// Trips of a district and what a booking of one says.
extension District {
  /// Chooses a trip within the district, from a place that the vehicle is not at.
  func planTrip() {
    let position = vehicle.drive.position
    var (pickup, dropOff) = (place.center, place.center)
    // A circle has such points wherever the vehicle stands in it.
    for _ in 0..<1_000 {
      pickup = randomPoint()
      dropOff = randomPoint()
      let way = GreatCircle.metres(position, pickup) / place.radius
      if 0.35...0.65 ~= way, GreatCircle.metres(pickup, dropOff) > 0.5 * place.radius { break }
    }
    (memory.pickup, memory.dropOff) = (pickup, dropOff)
  }

  /// Parks the spare vehicle where it is farther from the pickup than the first: at the rim, on the
  /// other side of the center, it is at least 0.95 radii away.
  func parkSpare() {
    guard let pickup = memory.pickup else { return }
    let center = place.center
    let metres = GreatCircle.metres(pickup, center)
    let degrees = metres > 1 ? pickup.bearing(to: center) : 0
    spare.park(at: center.moved(metres: 0.95 * place.radius, degrees: degrees), place)
  }

  private func randomPoint() -> Coordinate {
    let share = Double.random(in: 0...1, using: &numbers).squareRoot()
    return place.center.moved(
      metres: share * place.radius * 0.95, degrees: Double.random(in: 0..<360, using: &numbers))
  }

  /// Chooses what the rider speaks, how they pay and what they ride.
  func planRider(_ product: Product?) {
    let locales = surroundings.locales + [nil, "fr_FR", "de-DE"]
    memory.locale = locales[Int.random(in: locales.indices, using: &numbers)]
    memory.method = method()
    memory.product = product?.key
  }

  /// A way to pay that the area takes; nil where it takes none.
  func method(token: String? = nil) -> Document? {
    let kinds = area.paymentMethods.map(\.kind)
    guard !kinds.isEmpty else { return nil }
    let kind = kinds[Int.random(in: kinds.indices, using: &numbers)]
    return [
      "type": .text(kind.rawValue), "identificationHint": "4242",
      "token": .text(token ?? "pm_\(rider)"),
    ]
  }

  /// One of the products of the area; nil where none is like that.
  func product(where isWanted: (Product) -> Bool) -> Product? {
    let wanted = area.products.filter(isWanted)
    guard !wanted.isEmpty else { return nil }
    return wanted[Int.random(in: wanted.indices, using: &numbers)]
  }

  /// The product of the story.
  var product: Product? { area.products.first { $0.key == memory.product } }

  /// An amount in the currency of the area.
  func money(_ minorUnits: Int64) -> Document {
    let amount = Money(minorUnits: minorUnits, currency: area.currency)
    return [
      "amount": .text(amount.decimalString), "currencyCode": .text(area.currency.code),
    ]
  }
}

/// A place of a message.
func placeDocument(_ coordinate: Coordinate, name: String? = nil) -> Document {
  let place: Document = [
    "latitude": .number(coordinate.latitude), "longitude": .number(coordinate.longitude),
  ]
  return name.map { place + ["name": .text($0)] } ?? place
}
