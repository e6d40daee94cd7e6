import Fleet
import JSON
import RideStore
import Rides

/// Which rides an operator asks for: what an index of the store finds, and what only reading the
/// rides tells.
struct RideSearch: Sendable {
  private var filter: RideFilter
  private let vehicle: VehicleIdentifier?
  private let plate: String?
  private let driver: String?
  /// Since when, at the latest, a ride has been in its phase.
  private let inPhaseSince: Instant?

  /// The rides of a page: few enough for the time that a statement may take.
  private static let page = 1_000

  init(_ arguments: Arguments, at now: Instant) throws(ToolError) {
    let phases = arguments.texts("--phase").compactMap(RidePhase.init(rawValue:))
    let (from, before) = (arguments.time("--from"), arguments.time("--before"))
    if let from, let before, from > before {
      throw ToolError(
        .usage,
        "--from: expected a time that is not after --before, got \(from.rfc3339), which is after "
          + before.rfc3339)
    }
    let since = arguments.length("--older-than").map { now.advanced(bySeconds: -$0) }
    let underWay = since.map { _ in RidePhase.allCases.filter { !$0.isFinal } }
    inPhaseSince = since
    vehicle = arguments.text("--vehicle").map { VehicleIdentifier($0) }
    plate = arguments.text("--plate").map(Self.spaceless)
    driver = arguments.text("--driver")?.lowercased()
    // A ride that was booked later has not been in any phase for so long.
    let bookedBefore = [before, since.map { Instant(microseconds: $0.microseconds + 1) }]
    filter = RideFilter(
      phases: phases.isEmpty ? underWay : phases,
      rider: arguments.text("--rider").map { RiderIdentifier($0) }, createdFrom: from,
      createdBefore: bookedBefore.compactMap(\.self).min(), limit: Self.page)
  }

  /// The newest rides, at most `limit` of them, in their order; fewer when it is stopped.
  func rides(
    of store: any RideStore, limit: Int, until stopSignal: StopSignal
  ) throws(ToolError) -> [ListedRide] {
    var page = filter
    if !readsMore { page.limit = limit }
    var found: [ListedRide] = []
    while !stopSignal.isStopped {
      let records = try Self.read { () throws(StoreError) in try store.rides(matching: page) }
      for record in records where try wants(record, store) {
        found.append(try ListedRide(record))
        if found.count == limit { return found }
      }
      guard records.count == page.limit, let last = records.last else { break }
      page.after = last.cursor
    }
    return found
  }

  private var readsMore: Bool {
    vehicle != nil || plate != nil || driver != nil || inPhaseSince != nil
  }

  private func wants(_ record: RideRecord, _ store: any RideStore) throws(ToolError) -> Bool {
    if let vehicle, record.vehicle != vehicle { return false }
    if plate != nil || driver != nil {
      guard record.vehicle != nil, try wantsVehicle(of: record) else { return false }
    }
    // A status that has not changed since then is in the phase that it had.
    guard let inPhaseSince, record.updatedAt > inPhaseSince else { return true }
    let history = try Self.read { () throws(StoreError) in
      try store.history(of: record.rideIdentifier)
    }
    let inPhase = history.reversed().prefix { $0.phase == record.phase }
    return inPhase.last.map { $0.occurredAt <= inPhaseSince } ?? false
  }

  /// Whether plate and driver are those of a ride; of its document no more is read.
  private func wantsVehicle(of record: RideRecord) throws(ToolError) -> Bool {
    do throws(JSONFault) {
      let status = try JSONFields(parsing: record.document, limits: .stored).object("status")
      let shown = try status?.object("vehicle")?.string("registrationPlate", atMost: .max)
      let name = try status?.object("driver")?.string("name", atMost: .max)
      return (plate == nil || plate == shown.map(Self.spaceless))
        && (driver == nil || driver == name?.lowercased())
    } catch {
      throw StoredRide.unreadable(record, error)
    }
  }

  /// A plate as a person compares it: AB-1234, `AB 1234` and `ab1234` are the same.
  private static func spaceless(_ plate: String) -> String {
    plate.uppercased().filter { $0.isLetter || $0.isNumber }
  }

  private static func read<Value>(
    _ body: () throws(StoreError) -> Value
  ) throws(ToolError) -> Value {
    do throws(StoreError) {
      return try body()
    } catch {
      throw ToolError(error)
    }
  }
}
