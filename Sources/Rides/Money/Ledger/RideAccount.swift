/// The money of one ride: what it costs, who has paid what, and what is left.
///
/// It changes only through its functions, each of which returns the commands and the ledger
/// transactions that are to be stored with it. One that cannot be done is refused and changes
/// nothing; one that comes twice is done once.
package struct RideAccount: Hashable, Sendable {
  /// One line of what is owed and the account that it is credited to.
  package struct BilledLine: Hashable, Sendable {
    package var item: FareLineItem
    package var account: LedgerAccount

    package init(item: FareLineItem, account: LedgerAccount) {
      self.item = item
      self.account = account
    }
  }

  /// Something given back, and why.
  package struct Refund: Hashable, Sendable {
    package var amount: Money
    package var reason: String

    package init(amount: Money, reason: String) {
      self.amount = amount
      self.reason = reason
    }
  }

  package let rideIdentifier: RideIdentifier
  /// The one currency of everything that is paid for the ride.
  package let currency: Currency
  /// The most that the rider was told, without waiting; nil for a metered fare.
  package internal(set) var quotedMaximum: Money?
  /// What is owed; nil until the ride has ended, empty when it costs nothing.
  package internal(set) var bill: [BilledLine]?
  /// In the order in which they are drawn upon.
  package internal(set) var charges: [Charge]
  /// What the driver took in cash.
  package internal(set) var collected: Money
  /// What was paid in another way after the ride.
  package internal(set) var settledOutside: Money
  /// What has been given back, in that order.
  package internal(set) var refunds: [Refund]
  /// What was ordered after the ride, whatever became of it.
  package var refundOrders: [Order]
  package var tipOrders: [Order]
  package var settlements: [Order]
  /// How the rider pays; nil where the driver collects the fare.
  package internal(set) var payer: PaymentMethod?
  /// The number of ledger transactions so far.
  package internal(set) var transactionCount: Int

  /// Every stored property, as a store gives them back.
  package init(
    rideIdentifier: RideIdentifier, currency: Currency, quotedMaximum: Money?,
    bill: [BilledLine]?, charges: [Charge], collected: Money, settledOutside: Money,
    refunds: [Refund], transactionCount: Int, payer: PaymentMethod? = nil,
    refundOrders: [Order] = [], tipOrders: [Order] = [], settlements: [Order] = []
  ) {
    self.rideIdentifier = rideIdentifier
    self.currency = currency
    self.quotedMaximum = quotedMaximum
    self.bill = bill
    self.charges = charges
    self.collected = collected
    self.settledOutside = settledOutside
    self.refunds = refunds
    self.transactionCount = transactionCount
    self.payer = payer
    self.refundOrders = refundOrders
    self.tipOrders = tipOrders
    self.settlements = settlements
  }

  /// The account of a ride about which no money has moved yet.
  package init(rideIdentifier: RideIdentifier, currency: Currency) {
    self.init(
      rideIdentifier: rideIdentifier, currency: currency, quotedMaximum: nil, bill: nil,
      charges: [], collected: .zero(currency), settledOutside: .zero(currency), refunds: [],
      transactionCount: 0)
  }
}
