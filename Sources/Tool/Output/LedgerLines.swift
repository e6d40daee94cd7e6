import JSON
import RideStore
import Rides

/// The books of a ride, for people and for programs.
enum LedgerLines {
  /// A line for each entry, in columns; time and reason stand at the first of a transaction.
  static func texts(_ entries: [LedgerEntryRecord]) -> [String] {
    let accounts = entries.map(\.account.count).max() ?? 0
    let amounts = entries.map { amount(of: $0).count }.max() ?? 0
    let starts = entries.map(start(of:))
    let width = starts.map(\.count).max() ?? 0
    var before: Int?
    return zip(entries, starts).map { entry, start in
      defer { before = entry.transaction }
      let isFirst = entry.transaction != before
      return (isFirst ? start : "").leftAligned(in: width)
        + "  \(entry.account.leftAligned(in: accounts))  "
        + "\(amount(of: entry).rightAligned(in: amounts)) \(entry.currencyCode)"
        + (isFirst ? "  \(entry.reason)" : "")
    }
  }

  /// Writes all entries as an array.
  static func write(_ entries: [LedgerEntryRecord], into writer: inout JSONWriter) {
    writer.beginArray()
    for entry in entries {
      writer.beginObject()
      writer.key("transaction")
      writer.integer(entry.transaction)
      writer.key("line")
      writer.integer(entry.line)
      writer.texts([
        ("account", entry.account), ("amount", amount(of: entry)),
        ("currencyCode", entry.currencyCode), ("reason", entry.reason),
        ("occurredAt", entry.occurredAt.rfc3339),
      ])
      writer.endObject()
    }
    writer.endArray()
  }

  private static func start(of entry: LedgerEntryRecord) -> String {
    "\(entry.occurredAt.rfc3339)  \("\(entry.transaction)".rightAligned(in: 3))"
  }

  /// The amount in its currency's digits; in minor units where the currency is unknown.
  private static func amount(of entry: LedgerEntryRecord) -> String {
    Currency(entry.currencyCode)
      .map { Money(minorUnits: entry.minorUnits, currency: $0).decimalString }
      ?? "\(entry.minorUnits)"
  }
}
