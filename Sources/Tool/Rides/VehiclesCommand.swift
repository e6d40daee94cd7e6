package import Fleet
import JSON
import Messages
import RideHandlers
package import RideStore
package import Rides

extension Command {
  static let vehicles = Command(
    name: "vehicles",
    summary: "lists vehicles of the store as they last reported",
    notes: [
      "In the order of their identifiers; an absent option restricts nothing.",
      "A vehicle is free or taken, offDuty, or unlocated: on duty without a position so far.",
      "Positions that cannot be true are ignored and counted; a phone with many is broken or lies.",
    ],
    options: [
      OptionRow("--vehicle", "ID", .text, repeats: true, "of this identifier"),
      OptionRow(
        "--state", "STATE", .choice(ListedVehicle.Availability.allCases.map(\.rawValue)),
        repeats: true,
        "in this state"),
      OptionRow("--product", "KEY", .text, "that sells this product"),
      OptionRow("--older-than", "LENGTH", .length, "without a report for this long"),
      OptionRow(
        "--ignored", "N", .integer(1...1_000_000), "with at least so many ignored positions"),
      OptionRow("--limit", "N", .integer(1...10_000), "at most so many; default 100"),
      .local, OptionRow("--json", "each vehicle as one JSON line"),
    ],
    example: "livery vehicles --state free --state taken --older-than 10m",
    settings: [.store],
    endings: [
      Ending(.success, "the vehicles are listed, be there any or none"),
      Ending(.failure, "it was stopped before it had read all"),
      Ending(.data, "the store has another schema"),
      .storeAway, .storeDenied, .wrongSetting,
    ]
  ) { (arguments, context) throws(ToolError) in
    let (now, times) = (context.clock(), TimeFormat(arguments))
    let store = try context.openStore()
    let limit = arguments.integer("--limit") ?? 100
    // One vehicle more than shown, to find out whether there are more.
    let found = try VehicleSearch(arguments, at: now)
      .vehicles(of: store, limit: limit + 1, until: context.stopSignal)
    let hasMore = context.output.list(
      found, of: "vehicles", arguments, json: \.json,
      lines: { ListedVehicle.lines($0, at: now, times) })
    if !hasMore, context.stopSignal.isStopped {
      throw ToolError(.failure, "stopped before all vehicles were read")
    }
    return .success
  }
}

/// A vehicle of the store as one line of a list.
package struct ListedVehicle: Sendable {
  /// What a vehicle can do for a rider.
  package enum Availability: String, CaseIterable, Sendable {
    case free
    /// Claimed by a ride, on duty or not.
    case taken
    case offDuty
    /// On duty without a position so far.
    case unlocated
  }

  package var record: VehicleRecord

  package init(_ record: VehicleRecord) { self.record = record }

  /// What its phone has reported that is not true; nil for most.
  package var conduct: VehicleConduct? { record.conduct.flatMap(VehicleConductCoding.decode) }

  /// What it can do now.
  package var availability: Availability {
    if record.ride != nil { return .taken }
    if !record.onDuty { return .offDuty }
    return record.location == nil ? .unlocated : .free
  }

  /// Whether it counts as gone: no ride is offered to a vehicle that has been silent for so long.
  package func isSilent(at now: Instant) -> Bool {
    record.updatedAt.advanced(bySeconds: VehicleRecord.silenceSeconds) <= now
  }

  /// A line for each vehicle, in columns, as of a moment.
  static func lines(_ vehicles: [ListedVehicle], at now: Instant, _ times: TimeFormat) -> [String] {
    TextColumns.lines(vehicles.map { $0.columns(at: now, times) })
  }

  private func columns(at now: Instant, _ times: TimeFormat) -> [String] {
    let age = ShownLength.text(seconds: record.updatedAt.seconds(to: now))
    let ride = record.ride.map { " by \($0)" } ?? ""
    return [
      record.vehicleIdentifier.rawValue,
      [record.registrationPlate, record.driver?.name].compactMap(\.self).joined(separator: " "),
      availability.rawValue + ride + (record.ride != nil && !record.onDuty ? ", offDuty" : ""),
      record.products.map(\.rawValue).joined(separator: " "), "\(record.capacity)",
      record.location.map { Place(coordinate: $0).shown } ?? "",
      "\(times.text(record.updatedAt)), \(age) ago"
        + (conduct.map { $0.ignoredCount > 0 ? ", \($0.shown(times))" : "" } ?? ""),
    ]
  }

  /// What the store has of the vehicle, without what reaches its driver.
  var json: [UInt8] {
    JSONWriter.object { writer in
      writer.texts([
        ("vehicleIdentifier", record.vehicleIdentifier.rawValue), ("state", availability.rawValue),
      ])
      writer.member("onDuty", record.onDuty)
      writer.texts([
        ("rideIdentifier", record.ride?.rawValue), ("registrationPlate", record.registrationPlate),
        ("manufacturer", record.manufacturer), ("model", record.model),
        ("driverName", record.driver?.name),
      ])
      writer.key("products")
      writer.array(record.products) { product, writer in writer.string(product.rawValue) }
      writer.member("capacity", record.capacity)
      if !record.extras.isEmpty {
        writer.key("extras")
        writer.array(record.extras) { $1.string("\($0.count) \($0.identifier)") }
      }
      if let location = record.location {
        writer.member("latitude", location.latitude)
        writer.member("longitude", location.longitude)
      }
      writer.texts([
        ("locatedAt", record.locatedAt?.rfc3339), ("updatedAt", record.updatedAt.rfc3339),
        ("countsFrom", conduct?.countsFrom?.rfc3339),
      ])
      if let conduct, conduct.ignoredCount > 0 {
        writer.member("ignoredPositions", conduct.ignoredCount)
        writer.texts([("lastIgnoredAt", conduct.lastIgnoredAt?.rfc3339)])
      }
    }
  }
}

extension VehicleConduct {
  /// The positions that were ignored, as in `7 positions ignored (nullIsland 2, tooFast 5), …`.
  fileprivate func shown(_ times: TimeFormat) -> String {
    let flaws = Fix.Flaw.allCases.compactMap { flaw in ignored[flaw].map { "\(flaw) \($0)" } }
    let last = lastIgnoredAt.map { ", last \(times.text($0))" } ?? ""
    return "\(ignoredCount) positions ignored (\(flaws.joined(separator: ", ")))\(last)"
  }
}

/// The vehicles that an operator selects.
package struct VehicleSearch: Sendable {
  private var identifiers: [VehicleIdentifier]?
  private let states: [ListedVehicle.Availability]?
  private let product: ProductKey?
  private var silentSince: Instant?
  private var leastIgnored = 0
  private var condition: (@Sendable (ListedVehicle) -> Bool)?

  /// The vehicles of a page: few enough for the statement timeout.
  private static let page = 1_000

  /// Searches by a condition; nil is met by all.
  package init(where condition: (@Sendable (ListedVehicle) -> Bool)?) {
    (states, product) = (nil, nil)
    self.condition = condition
  }

  init(_ arguments: Arguments, at now: Instant) {
    let named = arguments.texts("--vehicle").map { VehicleIdentifier($0) }
    identifiers = named.isEmpty ? nil : named
    let wanted = arguments.texts("--state").compactMap(ListedVehicle.Availability.init(rawValue:))
    states = wanted.isEmpty ? nil : wanted
    product = arguments.text("--product").map { ProductKey($0) }
    leastIgnored = arguments.integer("--ignored") ?? 0
    silentSince = arguments.length("--older-than").map { now.advanced(bySeconds: -$0) }
  }

  /// The first such vehicles, at most `limit` of them; fewer when it is stopped.
  func vehicles(
    of store: any RideStore, limit: Int, until stopSignal: StopSignal
  ) throws(ToolError) -> [ListedVehicle] {
    if let identifiers {
      let named = try ToolError.mapped(store: try store.vehicles(identifiers))
      let found = named.values.sorted { $0.vehicleIdentifier < $1.vehicleIdentifier }
      return Array(found.map(ListedVehicle.init).filter(wants).prefix(limit))
    }
    return try page(of: store, after: nil, limit: limit, until: stopSignal).vehicles
  }

  /// The first such vehicles after an identifier, at most `limit` of them, and the identifier after
  /// which there may be more; it ends when `most` vehicles have been read.
  package func page(
    of store: any RideStore, after start: VehicleIdentifier?, limit: Int, reading most: Int = .max,
    until stopSignal: StopSignal
  ) throws(ToolError) -> (vehicles: [ListedVehicle], next: VehicleIdentifier?) {
    let size = isOfAll ? min(limit, Self.page) : Self.page
    var (found, read, last): ([ListedVehicle], Int, VehicleIdentifier?) = ([], 0, start)
    while read < most, !stopSignal.isStopped {
      let page = try ToolError.mapped(store: try store.vehicles(after: last, limit: size))
      for vehicle in page.lazy.map(ListedVehicle.init) where wants(vehicle) {
        found.append(vehicle)
        if found.count == limit { return (found, vehicle.record.vehicleIdentifier) }
      }
      guard page.count == size else { return (found, nil) }
      last = page.last?.vehicleIdentifier
      read += page.count
    }
    return (found, last)
  }

  private var isOfAll: Bool {
    states == nil && product == nil && silentSince == nil && leastIgnored == 0 && condition == nil
  }

  private func wants(_ vehicle: ListedVehicle) -> Bool {
    if let states, !states.contains(vehicle.availability) { return false }
    if let product, !vehicle.record.products.contains(product) { return false }
    if let condition, !condition(vehicle) { return false }
    if leastIgnored > 0, vehicle.conduct?.ignoredCount ?? 0 < leastIgnored { return false }
    return silentSince.map { vehicle.record.updatedAt <= $0 } ?? true
  }
}
