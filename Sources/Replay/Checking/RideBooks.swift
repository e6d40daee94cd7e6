import JSON
import RideStore

/// The books of a ride as a replay compares them: the sum of each account, by currency.
struct RideBooks {
  private let entries: [LedgerEntryRecord]

  init(_ entries: [LedgerEntryRecord]) { self.entries = entries }

  /// What the lines of each transaction add up to, which has to be zero.
  var transactionSums: [(transaction: Int, currency: String, minorUnits: Int64)] {
    var sums: [String: [Int: Int64]] = [:]
    for entry in entries {
      sums[entry.currencyCode, default: [:]][entry.transaction, default: 0] += entry.minorUnits
    }
    return sums.sorted { $0.key < $1.key }.flatMap { currency, transactions in
      transactions.sorted { $0.key < $1.key }.map { ($0.key, currency, $0.value) }
    }
  }

  /// `{"accounts":{"fare:USD":-4175,…},"transactions":3}`, in minor units.
  var json: [UInt8] {
    var accounts: [String: Int64] = [:]
    for entry in entries {
      accounts["\(entry.account):\(entry.currencyCode)", default: 0] += entry.minorUnits
    }
    return JSONValue.object([
      "accounts": .object(accounts.mapValues { .integer($0) }),
      "transactions": .integer(Int64(Set(entries.map(\.transaction)).count)),
    ]).text
  }
}
