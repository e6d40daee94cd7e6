import Fleet
import HTTP
import JSON
import RideStore
import Rides
import Tool

/// The rides that a request asks for, a page of them.
struct RideListQuery {
  private let filter: RideFilter
  private let vehicle: VehicleIdentifier?
  /// The states of a payment, of which a ride has one.
  private var payments: [OpenPayment.State]?
  private let now: Instant
  private let limit: Int
  private let maySeePersonal: Bool

  /// The most rides that are read for a page: a page of a rare vehicle may be short, and the next
  /// one goes on after it.
  private static let mostRead = 5_000

  /// Of one rider, for their page, else of whom the request names.
  init(
    _ request: HTTPRequest, of rider: RiderIdentifier? = nil, for role: ConsoleRole,
    at now: Instant
  ) throws(APIError) {
    let rider = rider ?? request.text("rider").map { RiderIdentifier($0) }
    guard rider == nil || role.maySeePersonal else {
      throw APIError(.forbidden, "only an agent may ask for the rides of a rider")
    }
    (maySeePersonal, self.now) = (role.maySeePersonal, now)
    limit = try request.limit()
    payments = try request.words("payment", of: OpenPayment.State.self)
    vehicle = request.text("vehicle").map { VehicleIdentifier($0) }
    filter = RideFilter(
      phases: try request.words("phase", of: RidePhase.self), rider: rider,
      createdFrom: try request.instant("from"), createdBefore: try request.instant("before"),
      after: try Self.cursor(request), limit: limit)
  }

  /// The newest rides, with `limit` at most; for the pages of vehicles.
  init(of vehicle: VehicleIdentifier, limit: Int, for role: ConsoleRole, at now: Instant) {
    (self.vehicle, self.limit, maySeePersonal) = (vehicle, limit, role.maySeePersonal)
    self.now = now
    filter = RideFilter(limit: limit)
  }

  private static func cursor(
    _ request: HTTPRequest
  ) throws(APIError) -> PageCursor<RideIdentifier>? {
    guard let text = request.text("cursor") else { return nil }
    guard let cursor = PageCursor(text: text, { RideIdentifier($0) }) else {
      throw APIError(.badRequest, "cursor: expected the next of another page")
    }
    return cursor
  }

  private var condition: (@Sendable (Ride) -> Bool)? {
    guard let payments else { return nil }
    return { [now] ride in
      ride.account.openPayments(at: now).contains { payments.contains($0.state) }
    }
  }

  /// Reads the page.
  func page(of store: any RideStore) throws(ToolError) -> ListPage<ListedRide> {
    // One more than shown tells whether there are more.
    let found = try RideSearch(filter, vehicle: vehicle, where: condition)
      .page(of: store, limit: limit + 1, reading: Self.mostRead, until: StopSignal())
    return ListPage(
      maySeePersonal ? found.rides : found.rides.map(\.masked), limit: limit,
      after: { $0.record.cursor.text }, rest: found.next.map(\.text))
  }
}

extension ListedRide {
  /// The members of an item of a list.
  static func write(_ ride: ListedRide, into writer: inout JSONWriter) { ride.write(into: &writer) }

  /// The members of the item.
  func write(into writer: inout JSONWriter) {
    RideItem(ride: ride, updatedAt: record.updatedAt).write(into: &writer)
    writer.texts([("obligation", record.obligation?.rawValue)])
  }
}

/// A ride as an item of a list, and as the head of its page.
struct RideItem {
  let ride: Ride
  let updatedAt: Instant

  /// What it costs: what was billed or is held, else the price; nil where a meter will show it.
  var price: Money? {
    if let held = ride.heldFare { return held }
    if ride.account.bill != nil { return ride.account.total }
    return ride.status.phase.isFinal ? nil : ride.status.rideOption.priceRange?.maximumPrice
  }

  /// Writes the members.
  func write(into writer: inout JSONWriter) {
    let status = ride.status
    writer.texts([
      ("rideIdentifier", status.rideIdentifier.rawValue),
      ("riderIdentifier", status.riderIdentifier.rawValue), ("phase", status.phase.rawValue),
      ("outcome", status.completionStatus?.outcome.rawValue), ("option", status.rideOption.name),
      ("area", ride.area), ("createdAt", ride.createdAt.rfc3339),
      ("updatedAt", updatedAt.rfc3339),
    ])
    writer.member("price", price)
    writer.member("pickup", status.pickupLocation)
    writer.member("dropOff", status.dropOffLocation)
    if let vehicle = status.vehicle {
      writer.key("vehicle")
      writer.object {
        $0.texts([
          ("vehicleIdentifier", vehicle.identifier.rawValue),
          ("registrationPlate", vehicle.registrationPlate), ("driverName", status.driver?.name),
        ])
      }
    }
    writer.member("held", ride.heldFare != nil || status.isStartHeld)
  }
}
