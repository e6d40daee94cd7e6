import JSON
import Messages
import Replay
import Rides
import Tool

/// The messages of riders, operators and vehicles in a story.
extension District {
  /// A message of a rider with an id, an address for the answer and its body.
  func ask(_ type: MessageType, _ body: JSONValue, by role: Role? = nil) -> CityMessage {
    let message = addressed(CityMessage(type, by: role ?? type.role, body)).with {
      $0.properties.messageID = "m-\(nextIdentifier())"
    }
    guard !type.onlyAsks, Int.random(in: 0..<3, using: &numbers) == 0 else { return message }
    let asked = Instant(microseconds: now.microseconds - 1_500_000)
    return message.header("requested-at", .string(asked.rfc3339))
  }

  /// The members that all messages of a rider have.
  var asker: JSONValue {
    let rider: JSONValue = ["riderIdentifier": .string(rider)]
    return memory.locale.map { rider + ["locale": .string($0)] } ?? rider
  }

  /// The trip of the story.
  var trip: JSONValue {
    var trip: JSONValue = [:]
    if let pickup = memory.pickup {
      trip = trip + ["pickupLocation": placeValue(pickup, name: "Pickup in \(name)")]
    }
    if let dropOff = memory.dropOff { trip = trip + ["dropOffLocation": placeValue(dropOff)] }
    return trip
  }

  func list(
    _ type: MessageType = .listRideOptions, with changes: JSONValue = [:]
  ) -> CityMessage {
    ask(type, (asker + trip).with(changes))
  }

  /// The body of a booking of the trip.
  func booking(with changes: JSONValue = [:]) -> JSONValue {
    var body = asker + trip
    if let product {
      let name = product.names[surroundings.defaultLocale] ?? ""
      let isNamed = Int.random(in: 0..<2, using: &numbers) == 0
      body =
        body
        + (isNamed
          ? ["rideOptionName": .string(name)] : ["optionIdentifier": .string(product.key.rawValue)])
      if product.isPartySizeRelevant {
        body = body + ["partySize": .integer(Int64(min(2, product.capacity)))]
      }
    }
    if let method = memory.method { body = body + ["paymentMethod": method] }
    return body.with(changes)
  }

  /// Books a ride, which is the ride of the story from now on.
  func book(with changes: JSONValue = [:]) -> CityMessage {
    let message = ask(.requestRide, booking(with: changes))
    remember(message, rider: rider)
    return message
  }

  /// Remembers the ride that a booking makes.
  func remember(_ message: CityMessage, rider: String) {
    memory.sent = message
    memory.ride = message.properties.messageID.map {
      RideNames.identifier(rider: rider, messageID: $0)
    }
  }

  /// The last booking again, with another reply address.
  func again(_ change: (inout CityMessage) -> Void = { _ in }) -> CityMessage? {
    memory.sent.map { addressed($0).with(change) }
  }

  /// A message about the ride of the story.
  func about(
    _ type: MessageType, with changes: JSONValue = [:], by role: Role? = nil
  ) -> CityMessage {
    let ride: JSONValue = ["rideIdentifier": .string(memory.ride ?? "none")]
    switch type {
    case .rideRefund, .rideSettlement, .rideWaiver, .rideAdjustment, .rideEnd, .rideReassignment,
      .paymentResult:
      return ask(type, ride.with(changes), by: role)
    default: return ask(type, (asker + ride).with(changes), by: role)
    }
  }

  /// A report that a vehicle makes though its ride does not call for it.
  func report(_ event: RideReport, by vehicle: VehicleIdentifier) -> CityMessage {
    ask(
      .rideUpdate,
      [
        "rideIdentifier": .string(memory.ride ?? "none"),
        "vehicleIdentifier": .string(vehicle.rawValue), "event": .string(event.rawValue),
        "occurredAt": .string(now.rfc3339),
      ])
  }

  /// Stores the offers of a list that was answered, and chooses one with a quote.
  func storeOffers() {
    let options = memory.answer?["rideOptions"]?.array ?? []
    memory.offers = options.compactMap { option in
      option["optionIdentifier"]?.string.map {
        StoryMemory.Offer(option: ProductKey($0), quote: option["quoteIdentifier"]?.string)
      }
    }
    // A list has some of the products only, of different kinds.
    let isWanted = product?.isMetered ?? false
    guard !memory.offers.contains(where: { $0.option == memory.product }) else { return }
    let offered = area.products.first { product in
      product.isMetered == isWanted && !product.requiresAcceptance
        && memory.offers.contains { $0.option == product.key }
    }
    if let offered { memory.product = offered.key }
  }

  /// The quote for the product of the story; nil without one.
  var quote: JSONValue? {
    memory.offers.first { $0.option == memory.product }?.quote.map {
      ["quoteIdentifier": .string($0)]
    }
  }
}

/// Trips of a district and their bookings.
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

  /// Chooses the rider's locale, payment method and product.
  func planRider(_ product: Product?) {
    let locales = surroundings.locales + [nil, "fr_FR", "de-DE"]
    memory.locale = locales[Int.random(in: locales.indices, using: &numbers)]
    memory.method = method()
    memory.product = product?.key
  }

  /// A payment method that the area accepts; nil if it accepts none.
  func method(token: String? = nil) -> JSONValue? {
    guard let kind = area.paymentMethods.randomElement(using: &numbers)?.kind else { return nil }
    return [
      "type": .string(kind.rawValue), "identificationHint": "4242",
      "token": .string(token ?? "pm_\(rider)"),
    ]
  }

  /// One of the products of the area; nil where none is like that.
  func product(where isWanted: (Product) -> Bool) -> Product? {
    area.products.filter(isWanted).randomElement(using: &numbers)
  }

  /// The product of the story.
  var product: Product? { area.products.first { $0.key == memory.product } }

  /// An amount in the currency of the area.
  func money(_ minorUnits: Int64) -> JSONValue {
    let amount = Money(minorUnits: minorUnits, currency: area.currency)
    return ["amount": .string(amount.decimalString), "currencyCode": .string(area.currency.code)]
  }
}

/// A place of a message.
func placeValue(_ coordinate: Coordinate, name: String? = nil) -> JSONValue {
  let place: JSONValue = [
    "latitude": .number(coordinate.latitude), "longitude": .number(coordinate.longitude),
  ]
  return name.map { place + ["name": .string($0)] } ?? place
}
