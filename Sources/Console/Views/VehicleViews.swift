import Fleet
import HTTP
import JSON
import RideStore
import Rides
import Tool

/// What a vehicle does, as the console shows it.
enum VehicleState: String, CaseIterable, Sendable {
  case free
  /// By a ride.
  case taken
  case offDuty
  /// On duty or taken, and without a report or a position for so long that it counts as gone.
  case silent

  init(of vehicle: ListedVehicle, at now: Instant) {
    switch vehicle.availability {
    case .offDuty: self = .offDuty
    case .unlocated: self = .silent
    case .free: self = vehicle.isSilent(at: now) ? .silent : .free
    case .taken: self = vehicle.isSilent(at: now) ? .silent : .taken
    }
  }
}

/// The vehicles that a request asks for, a page of them in the order of their identifiers.
struct VehicleListQuery {
  private let states: [VehicleState]?
  private let product: ProductKey?
  private let plate: String?
  private let start: VehicleIdentifier?
  private let limit: Int
  private let maySeePersonal: Bool
  private let now: Instant

  /// The most vehicles that are read for a page.
  private static let mostRead = 20_000

  init(_ request: HTTPRequest, for role: ConsoleRole, at now: Instant) throws(APIError) {
    states = try request.words("state", of: VehicleState.self)
    product = request.text("product").map { ProductKey($0) }
    plate = request.text("plate").map(PlateText.compared)
    start = request.text("cursor").map { VehicleIdentifier($0) }
    limit = try request.limit()
    maySeePersonal = role.maySeePersonal
    self.now = now
  }

  /// Reads the page.
  func page(of store: any RideStore) throws(ToolError) -> ListPage<VehicleItem> {
    let found = try VehicleSearch(where: condition)
      .page(of: store, after: start, limit: limit + 1, reading: Self.mostRead, until: StopSignal())
    let items = found.vehicles.map {
      VehicleItem(vehicle: maySeePersonal ? $0 : $0.masked, now: now)
    }
    return ListPage(
      items, limit: limit, after: { $0.vehicle.record.vehicleIdentifier.rawValue },
      rest: found.next?.rawValue)
  }

  /// Nil where all are wanted.
  private var condition: (@Sendable (ListedVehicle) -> Bool)? {
    guard states != nil || product != nil || plate != nil else { return nil }
    return { [states, product, plate, now] vehicle in
      let shown = vehicle.record.registrationPlate.map(PlateText.compared)
      return states?.contains(VehicleState(of: vehicle, at: now)) ?? true
        && product.map { vehicle.record.products.contains($0) } ?? true
        && plate.map { shown?.contains($0) ?? false } ?? true
    }
  }
}

/// A vehicle as an item of a list, and as the head of its page.
struct VehicleItem {
  let vehicle: ListedVehicle
  let now: Instant

  /// The members of the item.
  static func write(_ item: VehicleItem, into writer: inout JSONWriter) {
    item.write(into: &writer)
  }

  /// Writes the members.
  func write(into writer: inout JSONWriter) {
    let record = vehicle.record
    writer.texts([
      ("vehicleIdentifier", record.vehicleIdentifier.rawValue),
      ("state", VehicleState(of: vehicle, at: now).rawValue),
      ("registrationPlate", record.registrationPlate), ("driverName", record.driver?.name),
      ("rideIdentifier", record.ride?.rawValue),
    ])
    writer.key("products")
    writer.array(record.products) { $1.string($0.rawValue) }
    if let location = record.location { writer.write(location) }
    writer.texts([
      ("locatedAt", record.locatedAt?.rfc3339), ("updatedAt", record.updatedAt.rfc3339),
    ])
    writer.member("ignoredPositions", vehicle.conduct?.ignoredCount ?? 0)
  }

  /// Writes the members that its page has besides.
  func writeDetails(into writer: inout JSONWriter) {
    let record = vehicle.record
    writer.member("onDuty", record.onDuty)
    writer.member("capacity", record.capacity)
    if let course = record.course { writer.member("course", course) }
    writer.texts([
      ("manufacturer", record.manufacturer), ("model", record.model),
      ("driverRating", record.driver?.rating), ("driverPhoneNumber", record.driver?.phoneNumber),
      ("lastIgnoredAt", vehicle.conduct?.lastIgnoredAt?.rfc3339),
    ])
    writer.key("extras")
    writer.array(record.extras) { $1.string("\($0.count) \($0.identifier)") }
    writer.key("ignored")
    writer.object {
      for flaw in Fix.Flaw.allCases {
        guard let count = vehicle.conduct?.ignored[flaw] else { continue }
        $0.key(dynamic: "\(flaw)")
        $0.integer(count)
      }
    }
  }

  /// The page of the vehicle, with its last rides.
  func json(rides: ListPage<ListedRide>) -> [UInt8] {
    JSONWriter.object {
      write(into: &$0)
      writeDetails(into: &$0)
      $0.key("rides")
      rides.write(into: &$0, ListedRide.write)
    }
  }
}
