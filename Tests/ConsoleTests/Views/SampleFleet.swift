import Fleet
import Foundation
import MemoryStore
import Messages
import RideStore
import Rides
import Tool

let noon = Instant(seconds: 1_800_000_000)

func cents(_ amount: Int64) -> Money {
  // USD is a currency.
  Money(minorUnits: amount, currency: Currency("USD")!)
}

extension Coordinate {
  /// A place in the area of the catalogue.
  static func sample(_ east: Double = 0) -> Coordinate {
    // Within the bounds of the Earth.
    Coordinate(latitude: 41.88123, longitude: -87.63456 + east)!
  }
}

extension Place {
  /// A place whose name and address are secret.
  static func secret(_ east: Double = 0) -> Place {
    Place(coordinate: .sample(east), name: "secret house", addressLines: ["secret street 1"])
  }
}

extension Ride {
  /// A ride for a fixed price of 20.00 USD, whose personal data all say that they are secret; it
  /// was booked so many seconds after noon.
  static func sample(
    _ name: String, rider: String = "secret-rider", at seconds: Int = 0,
    _ phase: RidePhase = .received
  ) -> Ride {
    let createdAt = noon.advanced(bySeconds: seconds)
    var status = RideStatus(
      rideIdentifier: RideIdentifier(name), riderIdentifier: RiderIdentifier(rider), sequence: 1,
      phase: phase, updatedAt: createdAt,
      completionStatus: phase.isFinal ? CompletionStatus(outcome: .completed) : nil,
      pickupLocation: .secret(), dropOffLocation: .secret(0.1),
      rideOption: RideOption(
        name: "SUV", optionIdentifier: ProductKey("suv"), estimatedPickupDate: createdAt,
        priceRange: PriceRange(price: cents(2_000))))
    if phase != .received {
      status.vehicle = Vehicle(
        identifier: VehicleIdentifier("v-1"), location: .sample(), registrationPlate: "AB 1234")
      status.driver = Driver(name: "secret driver", phoneNumber: "+1 555 secret")
    }
    var ride = Ride(
      status: status, area: "chicago", product: ProductKey("suv"), locale: "en_US", slot: 0,
      partySize: 2, paymentMethod: PaymentMethod(kind: .credit, identificationHint: "secret"),
      requiresAcceptance: false, createdAt: createdAt, declinedBy: [], routeSeconds: 600,
      searchFrom: createdAt, searchUntil: createdAt.advanced(bySeconds: 3_600),
      account: RideAccount(rideIdentifier: RideIdentifier(name), currency: cents(0).currency))
    ride.isSought = true
    ride.passenger = Passenger(name: "secret guest", phoneNumber: "+1 555 0100", note: "secret")
    ride.comment = "secret comment"
    return ride
  }

  /// The same after its end: 20.00 USD were billed, and as much was captured as is said.
  static func ended(
    _ name: String, captured: Int64 = 2_000, outcome: CompletionStatus.Outcome = .completed
  ) -> Ride {
    var ride = sample(name, .completed)
    ride.status.completionStatus = CompletionStatus(outcome: outcome)
    (ride.arrivedAt, ride.startedAt) = (noon, noon)
    ride.endedAt = noon.advanced(bySeconds: 600)
    let line = RideAccount.BilledLine(
      item: FareLineItem(title: "SUV", kind: .amount, price: cents(2_000)), account: .fareRevenue)
    ride.account = RideAccount(
      rideIdentifier: RideIdentifier(name), currency: cents(0).currency,
      quotedMaximum: cents(2_000), bill: [line], charges: [], collected: cents(captured),
      settledOutside: cents(0), refunds: [], transactionCount: 1)
    return ride
  }

  /// The record of the ride.
  var record: RideRecord {
    RideRecord(
      rideIdentifier: status.rideIdentifier, riderIdentifier: status.riderIdentifier, slot: nil,
      sequence: status.sequence, phase: status.phase, product: product, area: area,
      partySize: partySize, vehicle: status.vehicle?.identifier, isWaiting: isWaiting,
      pickup: status.pickupLocation.coordinate, createdAt: createdAt, updatedAt: status.updatedAt,
      document: RideDocument.encode(self))
  }

  /// Its history of one change.
  var change: StatusChange {
    StatusChange(
      key: StatusChangeKey(rideIdentifier: status.rideIdentifier, sequence: status.sequence),
      phase: status.phase, occurredAt: status.updatedAt,
      status: RideStatusCoding.encodeChange(status), traceparent: nil, tracestate: nil)
  }
}

extension VehicleRecord {
  /// A vehicle on duty that reported so many seconds before noon.
  static func sample(
    _ name: String, silentFor seconds: Int = 1, plate: String? = nil, driver: Driver? = nil,
    onDuty: Bool = true
  ) -> VehicleRecord {
    let at = noon.advanced(bySeconds: -seconds)
    return VehicleRecord(
      vehicleIdentifier: VehicleIdentifier(name), sequence: 1, onDuty: onDuty,
      products: [ProductKey("suv")], capacity: 4, location: .sample(), course: 90, locatedAt: at,
      registrationPlate: plate, manufacturer: nil, model: nil, driver: driver, ride: nil,
      updatedAt: at)
  }
}

extension MemoryStore {
  /// Writes rides, each with its history, and vehicles.
  func write(_ rides: [Ride], _ vehicles: [VehicleRecord] = []) throws {
    try transaction(.write) { () throws(StoreError) in
      try insert(rides.map(\.record))
      try append(rides.map(\.change))
      if !vehicles.isEmpty { try save(vehicles) }
    }
  }
}
