import JSON
package import Rides

/// What the differences of the books amount to: the change of each account, over all rides.
package struct MoneyChanges: Hashable, Sendable {
  /// An account in one currency.
  package struct Account: Hashable, Comparable, Sendable {
    package let name: String
    package let currency: String

    /// Reads `fareRevenue:USD`.
    fileprivate init?(_ text: some StringProtocol) {
      let parts = text.split(separator: ":")
      guard parts.count == 2 else { return nil }
      (name, currency) = (String(parts[0]), String(parts[1]))
    }

    package static func < (left: Self, right: Self) -> Bool {
      (left.currency, left.name) < (right.currency, right.name)
    }
  }

  private static let path = "accounts."
  /// The accounts of the operator's revenue; a credit, which is negative, raises it.
  private static let revenue: Set = [
    LedgerAccount.fareRevenue, .surgeRevenue, .cancellationFees, .discounts,
  ]

  /// The change of each account in minor units.
  package private(set) var minorUnits: [Account: Int64] = [:]
  /// The rides whose books differ.
  package private(set) var rides = 0

  package init() {}

  /// Adds the differences of books that have met.
  mutating func add(_ differences: [Difference], of output: ReplayOutput) {
    guard output.kind == .books, !differences.isEmpty else { return }
    rides += 1
    for difference in differences where difference.path.hasPrefix(Self.path) {
      guard let account = Account(difference.path.dropFirst(Self.path.count)) else { continue }
      let (ours, others) = (difference.expected ?? "0", difference.actual ?? "0")
      minorUnits[account, default: 0] += (Int64(others) ?? 0) - (Int64(ours) ?? 0)
    }
  }

  /// Adds whole books that are missing or unexpected.
  mutating func add(_ output: ReplayOutput, isMissing: Bool) {
    guard output.kind == .books,
      let books = try? JSONValue(parsing: output.body, limits: .stored)
    else { return }
    rides += 1
    for (name, sum) in books["accounts"]?.members ?? [:] {
      guard let account = Account(name), let sum = sum.integer else { continue }
      minorUnits[account, default: 0] += isMissing ? -sum : sum
    }
  }

  /// By how much the operator's revenue changes, in each currency.
  package var revenue: [Money] {
    var sums: [String: Int64] = [:]
    for (account, sum) in minorUnits
    where LedgerAccount(rawValue: account.name).map(Self.revenue.contains) ?? false {
      sums[account.currency, default: 0] -= sum
    }
    return sums.sorted { $0.key < $1.key }.compactMap { code, sum in
      Currency(code).map { Money(minorUnits: sum, currency: $0) }
    }
  }

  /// The accounts that change, each with its change.
  package var accounts: [(account: Account, change: Money)] {
    minorUnits.filter { $0.value != 0 }.sorted { $0.key < $1.key }.compactMap { account, sum in
      Currency(account.currency).map { (account, Money(minorUnits: sum, currency: $0)) }
    }
  }
}
