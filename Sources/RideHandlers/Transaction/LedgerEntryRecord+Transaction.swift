import RideStore
import Rides

extension LedgerTransaction {
  /// The reason's code, with the number of the order or what is doubtful.
  private var text: String {
    if let order { return "\(reason.rawValue) \(order)" }
    return note.map { "\(reason.rawValue): \($0)" } ?? reason.rawValue
  }

  /// The transaction as the books keep it, line by line.
  var records: [LedgerEntryRecord] {
    entries.enumerated().map { index, entry in
      LedgerEntryRecord(
        rideIdentifier: ride, transaction: number, line: index + 1, account: entry.account.rawValue,
        minorUnits: entry.amount.minorUnits, currencyCode: entry.amount.currency.code,
        reason: text,
        occurredAt: occurredAt)
    }
  }
}
