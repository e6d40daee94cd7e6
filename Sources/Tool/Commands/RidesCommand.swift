import Fleet
import JSON
import Messages
import RideStore
import Rides

extension Command {
  static let rides = Command(
    name: "rides",
    summary: "lists rides of the store, the newest first",
    notes: [
      "What is left out restricts nothing; of several phases a ride is in one.",
      "Phase, rider and times are found by indexes. For the other options every ride that these",
      "leave is read, a thousand at a time and the newest first: name a time for a large database.",
      "--older-than without --phase is of the rides under way. `livery ride ID` shows one ride.",
    ],
    options: [
      OptionRow(
        "--phase", "PHASE", .choice(RidePhase.allCases.map(\.rawValue)), repeats: true,
        "in this phase"),
      OptionRow("--rider", "ID", .text, "of this rider"),
      OptionRow("--vehicle", "ID", .text, "with this vehicle, committed or asked"),
      OptionRow("--plate", "PLATE", .text, "with the vehicle of this plate, however it is spaced"),
      OptionRow("--driver", "NAME", .text, "with the driver of this name, in capitals or not"),
      OptionRow(
        "--older-than", "LENGTH", .length,
        "in its phase for this long"),
      OptionRow("--from", "TIME", .time, "booked at this time or later"),
      OptionRow("--before", "TIME", .time, "booked before this time"),
      OptionRow("--limit", "N", .integer(1...10_000), "at most so many; default 100"),
      OptionRow("--json", "each ride as one JSON line"),
    ],
    example: "livery rides --phase received --phase confirmed --from 2026-11-21T00:00:00Z",
    settings: [.store],
    endings: [
      Ending(.success, "the rides are listed, be there any or none"),
      Ending(.failure, "it was stopped before it had read all"),
      Ending(.data, "the store has another schema, or a ride cannot be read"),
      Ending(.unavailable, "the store cannot be reached"),
      Ending(.denied, "the user of the store lacks a right"),
      Ending(.configuration, "a setting is wrong"),
    ]
  ) { (arguments, context) throws(ToolError) in
    let store = try StoreAccess.open(try context.configuration().store)
    let limit = arguments.integer("--limit") ?? 100
    let search = try RideSearch(arguments, at: context.clock())
    // One more than is shown tells whether there are more.
    let found = try search.rides(of: store, limit: limit + 1, until: context.stopSignal)
    let shown = found.prefix(limit)
    if arguments.has("--json") {
      for ride in shown { context.output.line(json: ride.json) }
    } else {
      for line in ListedRide.lines(Array(shown)) { context.output.line(line) }
    }
    if found.count > limit {
      context.output.error("there are more than \(limit) such rides; --limit N shows more")
    } else if context.stopSignal.isStopped {
      throw ToolError(.failure, "stopped before all rides were read")
    }
    return .success
  }
}

/// A ride of the store as one line of a list.
struct ListedRide: Sendable {
  let record: RideRecord
  let status: RideStatus
  let ending: RideEnding?

  init(_ record: RideRecord) throws(ToolError) {
    let ride = try StoredRide.decode(record)
    self.record = record
    status = ride.status
    ending = RideEnding(of: ride)
  }

  /// A line for each ride, in columns.
  static func lines(_ rides: [ListedRide]) -> [String] {
    let rows = rides.map(\.columns)
    let widths = (0..<5).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = zip(row, widths).map { $0.leftAligned(in: $1) }.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  private var columns: [String] {
    let owes = record.obligation.map { "owes \($0.rawValue)" } ?? ""
    // The phase tells who has ended it.
    let reason = ending?.reason.map { "reason: \($0)" } ?? ""
    let detail = [EventLine.detail(of: status), reason, owes].filter { !$0.isEmpty }
    return [
      record.createdAt.rfc3339, "\(record.rideIdentifier)", "\(record.riderIdentifier)",
      EventLine.phase(of: status), detail.joined(separator: "  "),
    ]
  }

  /// The status, and what the store keeps beside it.
  var json: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.texts([
      ("area", record.area), ("product", record.product.rawValue),
      ("createdAt", record.createdAt.rfc3339),
    ])
    writer.texts(
      [("dueAt", record.dueAt?.rfc3339), ("obligation", record.obligation?.rawValue)]
        .compactMap { name, text in text.map { (name, $0) } })
    writer.key("status")
    RideStatusCoding.write(status, into: &writer)
    writer.key("ending")
    RideEnding.write(ending, into: &writer)
    writer.endObject()
    return writer.finish()
  }
}
