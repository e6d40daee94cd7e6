import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

/// A driver with a phone that reports what a test sets, on rides from the Loop to the airport.
struct DriverScene {
  let world: World

  init(
    endElsewhere fare: EndElsewhere.Fare = .held, _ change: (inout Catalogue) -> Void = { _ in }
  ) throws {
    world = try World { catalogue in
      catalogue.chargeForAbsence()
      for index in catalogue.serviceAreas[0].products.indices {
        catalogue.serviceAreas[0].products[index].endElsewhere = EndElsewhere(
          fare, titles: ["en_US": "Shorter way", "es_US": "Trayecto corto"])
      }
      change(&catalogue)
    }
  }

  /// Where the rides begin, and a place 26 km from there, which is the booked end of most of them.
  // Within the ranges of coordinates.
  static let loop = Coordinate(latitude: 41.8786, longitude: -87.6251)!
  // Within the ranges, too.
  static let airport = Coordinate(latitude: 41.9742, longitude: -87.9073)!

  /// A ride with its vehicle, which stands 400 m from the pickup.
  func ride(_ option: String, isOpen: Bool = false) throws -> String {
    _ = try world.dispatch(.onDuty("veh-7", option.lowercased()))
    let dropOff = isOpen ? "" : #","dropOffLocation":\#(Letter.airport)"#
    let booking = Letter(
      #"{"riderIdentifier":"rider-42","pickupLocation":\#(Letter.loop)\#(dropOff),"#
        + #""rideOptionName":"\#(option)","paymentMethod":{"type":"credit","token":"pm_1"}}"#,
      type: "request-ride.handle")
    let ride = try world.ride(booking)
    if option == "Taxi" { _ = try world.dispatch(report("accepted", ride)) }
    return ride
  }

  /// Has the vehicle arrive, leave for a while, and report that the rider is not there.
  func missPickup(of ride: String) throws -> Outcome {
    try world.move("veh-7", to: Self.loop)
    _ = try world.dispatch(report("arrived", ride))
    for latitude in [41.8856, 41.8926] {
      // Within the ranges, too.
      try world.move("veh-7", to: Coordinate(latitude: latitude, longitude: -87.6251)!)
    }
    world.wait(200)
    return try world.dispatch(report("missedPickup", ride))[0]
  }

  func report(_ event: String, _ ride: String, fare: String? = nil) -> Letter {
    let meter = fare.map { #","meteredFare":{"amount":"\#($0)","currencyCode":"USD"}"# } ?? ""
    return Letter.report(event, of: ride, by: "veh-7", id: "\(event) \(world.now)", at: world.now)
      .with { $0.body = $0.body.dropLast() + meter + "}" }
  }

  /// What the phone says of its place, whatever is true.
  func locate(
    _ latitude: Double, _ longitude: Double, at time: Instant? = nil, odometer: Double? = nil
  ) throws -> Outcome {
    let sequence = Int(try #require(try world.vehicle("veh-7")).sequence) + 1
    let stamp = time.map { #","timestamp":"\#($0.rfc3339)""# } ?? ""
    let reading = odometer.map { #","odometer":\#($0)"# } ?? ""
    return try world.dispatch(
      .vehicle(
        "veh-7", sequence,
        #","location":{"latitude":\#(latitude),"longitude":\#(longitude)\#(stamp)}\#(reading)"#))[0]
  }

  /// The rider is aboard at the pickup.
  func board(_ ride: String) throws {
    try world.move("veh-7", to: Self.loop)
    _ = try world.dispatch(report("arrived", ride), report("started", ride))
    world.wait(1)
  }

  /// Nothing is billed, and the operator has to decide.
  func expectHeld(_ ride: String, _ outcome: Outcome, _ words: String) throws {
    #expect(outcome.code == "success")
    #expect(outcome.note.doubt?.contains(words) == true, "\(outcome.note.doubt ?? "no doubt")")
    let document = try #require(try world.document(ride))
    #expect(document.heldFare != nil && document.account.bill == nil)
    #expect(try world.balances(ride) == [:] && world.payment(ride) == nil)
  }
}

extension Catalogue {
  /// A rider who does not appear pays 7.00, and one who is late for the wait.
  fileprivate mutating func chargeForAbsence() {
    let usd = serviceAreas[0].currency
    for index in serviceAreas[0].products.indices {
      serviceAreas[0].products[index].cancellation = CancellationPolicy(
        fee: Money(minorUnits: 500, currency: usd), freeSeconds: 120,
        missedPickupFee: Money(minorUnits: 700, currency: usd))
      serviceAreas[0].products[index].tariff.waiting = WaitingTerms(
        freeMinutes: 2, perMinute: Rate(microUnits: 500_000, currency: usd),
        titles: ["en_US": "Waiting", "es_US": "Espera"])
    }
  }
}
