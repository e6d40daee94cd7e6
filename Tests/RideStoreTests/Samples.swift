import RideStore
import Rides

let noon = Instant(seconds: 1_800_000_000)

/// Seconds from noon to a time that is past by every clock, that of a database's server too.
let longAgo = -800_000_000
let artInstitute = place(41.8786, -87.6251)

func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
  guard let place = Coordinate(latitude: latitude, longitude: longitude) else {
    preconditionFailure("no such place as \(latitude), \(longitude)")
  }
  return place
}

func ride(
  _ identifier: String, rider: String? = nil, slot: Int? = 0, sequence: Int = 1
) -> RideRecord {
  RideRecord(
    rideIdentifier: RideIdentifier(identifier),
    riderIdentifier: RiderIdentifier(rider ?? "rider of \(identifier)"), slot: slot,
    sequence: sequence, revision: sequence, phase: .received, product: ProductKey("suv"),
    area: "chicago",
    partySize: 3, vehicle: nil, isWaiting: false, pickup: artInstitute, createdAt: noon,
    updatedAt: noon, document: Array(#"{"ride":"\#(identifier)"}"#.utf8))
}

/// A ride that waits for a vehicle of a product, so many seconds after noon.
func waiting(
  _ identifier: String, for product: String, since seconds: Int,
  at pickup: Coordinate = artInstitute
) -> RideRecord {
  var record = ride(identifier)
  record.pickup = pickup
  record.isWaiting = true
  record.product = ProductKey(product)
  record.waitingSince = noon.advanced(bySeconds: seconds)
  return record
}

/// The rides for those products that wait within 50 km of the Art Institute.
func near(_ products: String..., limit: Int) -> WaitingSearch {
  near(artInstitute, for: products, limit: limit)
}

func near(
  _ points: Coordinate..., for products: [String] = ["suv"], limit: Int = 100
) -> WaitingSearch {
  WaitingSearch(
    products: products.map { ProductKey($0) },
    area: SearchArea(of: points, within: Supply.reach), limit: limit)
}

func change(_ ride: String, _ sequence: Int, status: String = "{}") -> StatusChange {
  StatusChange(
    key: StatusChangeKey(rideIdentifier: RideIdentifier(ride), sequence: sequence),
    phase: .confirmed, occurredAt: noon.advanced(bySeconds: sequence), status: Array(status.utf8),
    traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", tracestate: nil)
}

func outcomeKey(_ message: String, scope: String = "rider-42") -> OutcomeKey {
  OutcomeKey(operation: "request-ride.handle", scope: scope, messageIdentifier: message)
}

func outcome(_ message: String, storedAt seconds: Int = 0) -> StoredOutcome {
  StoredOutcome(
    key: outcomeKey(message), digest: Array(0...31), response: Array(#"{"code":"success"}"#.utf8),
    changes: [StatusChangeKey(rideIdentifier: RideIdentifier("ride-1"), sequence: 1)],
    searches: [RideIdentifier("ride-1")], storedAt: noon.advanced(bySeconds: seconds))
}

func entry(
  _ ride: String, _ transaction: Int, _ line: Int, amount: Int64 = 905
) -> LedgerEntryRecord {
  LedgerEntryRecord(
    rideIdentifier: RideIdentifier(ride), transaction: transaction, line: line,
    account: "rider:42", minorUnits: amount, currencyCode: "USD", reason: "fare", occurredAt: noon)
}

/// A subscription that waits for its first update, due so many seconds after noon.
func subscription(_ ride: String, _ queue: String, due seconds: Int = 0) -> Subscription {
  Subscription(
    key: SubscriptionKey(
      rideIdentifier: RideIdentifier(ride), replyTo: queue, correlationID: "c-1"),
    riderIdentifier: RiderIdentifier("rider-42"), messageIdentifier: "m-1",
    startedAt: noon, sentAt: nil, sentSequence: 0, dueAt: noon.advanced(bySeconds: seconds),
    traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", tracestate: nil)
}

/// The update that was due so many seconds after noon, sent a second later.
func sent(_ ride: String, _ queue: String, due seconds: Int) -> SubscriptionUpdate {
  SubscriptionUpdate(
    key: SubscriptionKey(
      rideIdentifier: RideIdentifier(ride), replyTo: queue, correlationID: "c-1"),
    expectedDueAt: noon.advanced(bySeconds: seconds), sentAt: noon.advanced(bySeconds: seconds + 1),
    sentSequence: 3, dueAt: noon.advanced(bySeconds: seconds + 16))
}

func vehicle(_ identifier: String, sequence: Int64 = 1, onDuty: Bool = true) -> VehicleRecord {
  VehicleRecord(
    vehicleIdentifier: VehicleIdentifier(identifier), sequence: sequence, onDuty: onDuty,
    products: [ProductKey("suv"), ProductKey("pool")], capacity: 6, location: artInstitute,
    course: 90, locatedAt: noon, registrationPlate: "AB 1234", manufacturer: "Toyota",
    model: "Sienna", mapAnnotationImage: "https://example.org/van.png",
    driver: Driver(
      name: "Sam R.", rating: "4.9", phoneNumber: "+13125550100",
      image: "https://example.org/sam.png"), ride: nil, updatedAt: noon,
    extras: [
      ExtraCount(identifier: ExtraKey("child seat"), count: 2),
      ExtraCount(identifier: ExtraKey(" größe\u{301}"), count: 1),
    ])
}

func claim(_ vehicle: String, _ ride: String) -> VehicleClaim {
  VehicleClaim(
    vehicleIdentifier: VehicleIdentifier(vehicle), rideIdentifier: RideIdentifier(ride))
}
