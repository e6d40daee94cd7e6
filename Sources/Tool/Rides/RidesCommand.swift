package import Fleet
import JSON
import Messages
package import RideStore
package import Rides

extension Command {
  static let rides = Command(
    name: "rides",
    summary: "lists rides of the store, the newest first",
    notes: [
      "An absent option restricts nothing; of several phases, a ride is in one.",
      "Phase, rider and times are found by indexes. For the other options every ride that these",
      "leave is read, a thousand at a time and the newest first: name a time for a large database.",
      "--older-than without --phase is of the rides under way. `livery ride ID` shows one ride.",
      "The next step of a ride is as of now: `pickup in 4 min`, or `pickup 8 min late`.",
      "--estimates compares what was promised when a vehicle was committed, and when the trip",
      "began, with when it came and when the trip ended; a positive bias is late.",
    ],
    options: [
      OptionRow(
        "--phase", "PHASE", .choice(RidePhase.allCases.map(\.rawValue)), repeats: true,
        "in this phase"),
      OptionRow("--rider", "ID", .text, "of this rider"),
      OptionRow("--vehicle", "ID", .text, "with this vehicle, committed or asked"),
      OptionRow("--plate", "PLATE", .text, "with the vehicle of this plate, however it is spaced"),
      OptionRow("--driver", "NAME", .text, "with the driver of this name, in capitals or not"),
      OptionRow("--older-than", "LENGTH", .length, "in its phase for this long"),
      OptionRow("--from", "TIME", .time, "booked at this time or later"),
      OptionRow("--before", "TIME", .time, "booked before this time"),
      OptionRow(
        "--limit", "N", .integer(1...10_000), "at most so many; 100, of --estimates 10,000"),
      OptionRow("--estimates", "in their place, by how much their estimates were off"),
      .local, OptionRow("--json", "each ride as one JSON line"),
    ],
    example: "livery rides --phase received --phase confirmed --from 2026-11-21T00:00:00Z",
    settings: [.store],
    endings: [
      Ending(.success, "the rides are listed, be there any or none"),
      Ending(.failure, "it was stopped before it had read all"),
      Ending(.data, "the store has another schema, or a ride cannot be read"),
      .storeAway, .storeDenied, .wrongSetting,
    ]
  ) { (arguments, context) throws(ToolError) in
    let store = try context.openStore()
    let limit = arguments.integer("--limit") ?? (arguments.has("--estimates") ? 10_000 : 100)
    let (now, times) = (context.clock(), TimeFormat(arguments))
    let search = try RideSearch(arguments, at: now)
    // One ride more than shown, to find out whether there are more.
    let found = try search.rides(of: store, limit: limit + 1, until: context.stopSignal)
    if arguments.has("--estimates") {
      guard !context.stopSignal.isStopped else {
        throw ToolError(.failure, "stopped before all rides were read")
      }
      let errors = EstimateErrors(of: Array(found.prefix(limit)))
      context.output.result(arguments, json: errors.json, lines: errors.lines)
      return .success
    }
    let hasMore = context.output.list(
      found, of: "rides", arguments, json: \.json, lines: { ListedRide.lines($0, at: now, times) })
    if !hasMore, context.stopSignal.isStopped {
      throw ToolError(.failure, "stopped before all rides were read")
    }
    return .success
  }
}

/// A ride of the store as one line of a list.
package struct ListedRide: Sendable {
  package var record: RideRecord
  package var ride: Ride
  let ending: RideEnding?
  let errors: (pickup: Double?, dropOff: Double?)

  /// The ride of a record.
  package init(_ record: RideRecord) throws(ToolError) {
    let ride = try StoredRide.decode(record)
    self.record = record
    self.ride = ride
    ending = RideEnding(of: ride)
    errors = ride.estimateErrors
  }

  var status: RideStatus { ride.status }

  /// A line for each ride, in columns, as of a moment.
  static func lines(_ rides: [ListedRide], at now: Instant, _ times: TimeFormat) -> [String] {
    TextColumns.lines(rides.map { $0.columns(at: now, times) })
  }

  private func columns(at now: Instant, _ times: TimeFormat) -> [String] {
    let owes = record.obligation.map { "owes \($0.rawValue)" } ?? ""
    // The phase shows who has ended it.
    let reason = ending?.reason.map { "reason: \($0)" } ?? ""
    let payments = record.payments.map { OpenPaymentLines.text($0, at: now) }
    let detail = [EventLine.detail(of: status, at: now), reason, owes] + payments
    return [
      times.text(record.createdAt), "\(record.rideIdentifier)", "\(record.riderIdentifier)",
      EventLine.phase(of: status), detail.filter { !$0.isEmpty }.joined(separator: "  "),
    ]
  }

  /// The status, and the store's further columns.
  var json: [UInt8] {
    JSONWriter.object { writer in
      writer.texts([
        ("area", record.area), ("product", record.product.rawValue),
        ("createdAt", record.createdAt.rfc3339), ("dueAt", record.dueAt?.rfc3339),
        ("obligation", record.obligation?.rawValue),
      ])
      writer.key("status")
      RideStatusCoding.write(status, into: &writer)
      writer.key("ending")
      RideEnding.write(ending, into: &writer)
      writer.key("openPayments")
      OpenPaymentLines.write(record.payments, into: &writer)
    }
  }
}

/// The rides that an operator selects: by indexed columns of the store, and by values in the rides.
package struct RideSearch: Sendable {
  private var filter: RideFilter
  private let vehicle: VehicleIdentifier?
  private var plate: String?
  private var driver: String?
  /// Since when, at the latest, a ride has been in its phase.
  private var inPhaseSince: Instant?
  private var condition: (@Sendable (Ride) -> Bool)?

  /// The rides of a page: few enough for the statement timeout.
  private static let page = 1_000

  /// Searches by a filter, whose limit is not used, by vehicle, and by a condition.
  package init(
    _ filter: RideFilter, vehicle: VehicleIdentifier? = nil,
    where condition: (@Sendable (Ride) -> Bool)? = nil
  ) {
    self.filter = filter
    self.vehicle = vehicle
    self.condition = condition
    self.filter.limit = Self.page
  }

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
    plate = arguments.text("--plate").map(PlateText.compared)
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
    try page(of: store, limit: limit, until: stopSignal).rides
  }

  /// The newest rides, at most `limit` of them, and the place after which there may be more; it
  /// ends when `most` rides have been read, however few of them are wanted.
  package func page(
    of store: any RideStore, limit: Int, reading most: Int = .max, until stopSignal: StopSignal
  ) throws(ToolError) -> (rides: [ListedRide], next: PageCursor<RideIdentifier>?) {
    var page = filter
    if !readsMore { page.limit = limit }
    var (found, read): ([ListedRide], Int) = ([], 0)
    while read < most, !stopSignal.isStopped {
      let records = try ToolError.mapped(store: try store.rides(matching: page))
      for record in records where try wants(record, store) {
        let listed = try ListedRide(record)
        guard condition?(listed.ride) ?? true else { continue }
        found.append(listed)
        if found.count == limit { return (found, record.cursor) }
      }
      guard records.count == page.limit, let last = records.last else { return (found, nil) }
      page.after = last.cursor
      read += records.count
    }
    return (found, page.after)
  }

  private var readsMore: Bool {
    vehicle != nil || plate != nil || driver != nil || inPhaseSince != nil
      || condition != nil
  }

  private func wants(_ record: RideRecord, _ store: any RideStore) throws(ToolError) -> Bool {
    if let vehicle, record.vehicle != vehicle { return false }
    if plate != nil || driver != nil {
      guard record.vehicle != nil, try wantsVehicle(of: record) else { return false }
    }
    // A status that has not changed since then is in the phase that it had.
    guard let inPhaseSince, record.updatedAt > inPhaseSince else { return true }
    let history = try ToolError.mapped(store: try store.history(of: record.rideIdentifier))
    let inPhase = history.reversed().prefix { $0.phase == record.phase }
    return inPhase.last.map { $0.occurredAt <= inPhaseSince } ?? false
  }

  /// Whether plate and driver are those of a ride; of its document no more is read.
  private func wantsVehicle(of record: RideRecord) throws(ToolError) -> Bool {
    do throws(JSONFault) {
      let status = try JSONFields(parsing: record.document, limits: .stored).object("status")
      let shown = try status?.object("vehicle")?.string("registrationPlate", atMost: .max)
      let name = try status?.object("driver")?.string("name", atMost: .max)
      return (plate == nil || plate == shown.map(PlateText.compared))
        && (driver == nil || driver == name?.lowercased())
    } catch {
      throw StoredRide.unreadable(record, error)
    }
  }
}

/// Plates as people write them.
package enum PlateText {
  /// A plate as a person compares it: AB-1234, `AB 1234` and `ab1234` are the same.
  package static func compared(_ plate: String) -> String {
    plate.uppercased().filter { $0.isLetter || $0.isNumber }
  }
}
