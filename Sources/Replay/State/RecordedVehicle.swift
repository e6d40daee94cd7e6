import JSON
import RideStore
import Rides

/// A vehicle in a recording: the members of its first report, and the ride that has claimed it.
enum RecordedVehicle {
  static func encode(_ vehicle: VehicleRecord) -> [UInt8] {
    var members: [String: JSONValue] = [
      "vehicleIdentifier": .string(vehicle.vehicleIdentifier.rawValue),
      "sequence": .integer(vehicle.sequence), "onDuty": .bool(vehicle.onDuty),
      "products": .array(vehicle.products.map { .string($0.rawValue) }),
      "capacity": .integer(Int64(vehicle.capacity)),
      "updatedAt": .string(vehicle.updatedAt.rfc3339),
    ]
    members["location"] = vehicle.location.map { location(of: vehicle, at: $0) }
    members["driver"] = vehicle.driver.map(driver)
    if !vehicle.extras.isEmpty { members["extras"] = .array(vehicle.extras.map(extra)) }
    members.add([
      ("registrationPlate", vehicle.registrationPlate), ("manufacturer", vehicle.manufacturer),
      ("model", vehicle.model), ("mapAnnotationImage", vehicle.mapAnnotationImage),
      ("rideIdentifier", vehicle.ride?.rawValue),
    ])
    for (name, notes) in [("driven", vehicle.driven), ("conduct", vehicle.conduct)] {
      members[name] = notes.flatMap { try? JSONValue(parsing: Array($0.utf8), limits: .stored) }
    }
    return JSONValue.object(members).text
  }

  private static func location(of vehicle: VehicleRecord, at place: Coordinate) -> JSONValue {
    var members: [String: JSONValue] = [
      "latitude": .number(place.latitude), "longitude": .number(place.longitude),
    ]
    members["course"] = vehicle.course.map { .number($0) }
    members.add([("timestamp", vehicle.locatedAt?.rfc3339)])
    return .object(members)
  }

  private static func extra(_ extra: ExtraCount) -> JSONValue {
    .object([
      "extraIdentifier": .string(extra.identifier.rawValue), "count": .integer(Int64(extra.count)),
    ])
  }

  private static func driver(_ driver: Driver) -> JSONValue {
    var members: [String: JSONValue] = ["name": .string(driver.name)]
    members.add([
      ("rating", driver.rating), ("phoneNumber", driver.phoneNumber), ("image", driver.image),
    ])
    return .object(members)
  }

  /// Reads what `encode` has written; nil for anything else.
  static func decode(_ body: [UInt8]) -> VehicleRecord? {
    guard let value = try? JSONValue(parsing: body, limits: .stored),
      let name = value["vehicleIdentifier"]?.string, let sequence = value["sequence"]?.integer,
      let onDuty = value["onDuty"]?.bool, let capacity = value["capacity"]?.integer,
      let updatedAt = value["updatedAt"]?.instant
    else { return nil }
    let location = value["location"]
    var vehicle = VehicleRecord(
      vehicleIdentifier: VehicleIdentifier(name), sequence: sequence, onDuty: onDuty,
      products: (value["products"]?.array ?? []).compactMap { $0.string.map { ProductKey($0) } },
      capacity: Int(clamping: capacity), location: location?.coordinate,
      course: location?["course"]?.double, locatedAt: location?["timestamp"]?.instant,
      registrationPlate: value["registrationPlate"]?.string,
      manufacturer: value["manufacturer"]?.string, model: value["model"]?.string,
      mapAnnotationImage: value["mapAnnotationImage"]?.string, driver: value["driver"]?.driver,
      ride: value["rideIdentifier"]?.string.map { RideIdentifier($0) }, updatedAt: updatedAt,
      extras: (value["extras"]?.array ?? []).compactMap(\.extra))
    vehicle.driven = value["driven"].map { String(decoding: $0.text, as: UTF8.self) }
    vehicle.conduct = value["conduct"].map { String(decoding: $0.text, as: UTF8.self) }
    return vehicle
  }
}

extension [String: JSONValue] {
  /// Adds the texts that there are.
  fileprivate mutating func add(_ texts: [(String, String?)]) {
    for case (let name, let text?) in texts { self[name] = .string(text) }
  }
}

extension JSONValue {
  fileprivate var instant: Instant? { string.flatMap { Instant(rfc3339: $0) } }

  fileprivate var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  fileprivate var coordinate: Coordinate? {
    guard let latitude = self["latitude"]?.double, let longitude = self["longitude"]?.double else {
      return nil
    }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  fileprivate var extra: ExtraCount? {
    guard let key = self["extraIdentifier"]?.string, let count = self["count"]?.integer else {
      return nil
    }
    return ExtraCount(identifier: ExtraKey(key), count: Int(clamping: count))
  }

  fileprivate var driver: Driver? {
    self["name"]?.string.map { name in
      Driver(
        name: name, rating: self["rating"]?.string, phoneNumber: self["phoneNumber"]?.string,
        image: self["image"]?.string)
    }
  }
}
