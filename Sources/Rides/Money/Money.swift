/// An amount of one currency, in its minor units.
package struct Money: Hashable, Sendable {
  package let minorUnits: Int64
  package let currency: Currency

  package init(minorUnits: Int64, currency: Currency) {
    self.minorUnits = minorUnits
    self.currency = currency
  }
}
