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
      "`livery ride ID` shows one ride.",
    ],
    options: [
      OptionRow(
        "--phase", "PHASE", .choice(RidePhase.allCases.map(\.rawValue)), repeats: true,
        "in this phase"),
      OptionRow("--rider", "ID", .text, "of this rider"),
      OptionRow("--from", "TIME", .time, "booked at this time or later"),
      OptionRow("--before", "TIME", .time, "booked before this time"),
      OptionRow("--limit", "N", .integer(1...10_000), "at most so many; default 100"),
      OptionRow("--json", "each ride as one JSON line"),
    ],
    example: "livery rides --phase received --phase confirmed --from 2026-11-21T00:00:00Z",
    settings: [.store],
    endings: [
      Ending(.success, "the rides are listed, be there any or none"),
      Ending(.data, "the store has another schema, or a ride cannot be read"),
      Ending(.unavailable, "the store cannot be reached"),
      Ending(.configuration, "a setting is wrong"),
    ]
  ) { (arguments, context) throws(ToolError) in
    let store = try StoreAccess.open(try context.configuration().store)
    let limit = arguments.integer("--limit") ?? 100
    let phases = arguments.texts("--phase").compactMap(RidePhase.init(rawValue:))
    // One more than is shown tells whether there are more.
    let filter = RideFilter(
      phases: phases.isEmpty ? nil : phases,
      rider: arguments.text("--rider").map { RiderIdentifier($0) },
      createdFrom: arguments.time("--from"), createdBefore: arguments.time("--before"),
      limit: limit + 1)
    let found = try ListedRide.read(filter, from: store)
    let shown = found.prefix(limit)
    if arguments.has("--json") {
      for ride in shown { context.output.line(ride.json) }
    } else {
      for line in ListedRide.lines(Array(shown)) { context.output.line(line) }
    }
    if found.count > limit {
      context.output.error("there are more than \(limit) such rides; --limit N shows more")
    }
    return .success
  }
}

/// A ride of the store as one line of a list.
struct ListedRide: Sendable {
  let record: RideRecord
  let status: RideStatus

  static func read(
    _ filter: RideFilter, from store: any RideStore
  ) throws(ToolError) -> [ListedRide] {
    let records: [RideRecord]
    do throws(StoreError) {
      records = try store.rides(matching: filter)
    } catch {
      throw ToolError(error)
    }
    return try records.map { record throws(ToolError) in
      ListedRide(record: record, status: try StoredRide.decode(record).status)
    }
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
    let detail = [EventLine.detail(of: status), owes].filter { !$0.isEmpty }
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
    RideStatusBody.write(status, into: &writer)
    writer.endObject()
    return writer.finish()
  }
}
