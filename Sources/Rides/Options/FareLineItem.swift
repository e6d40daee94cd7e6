/// One line of how a fare is composed: SiriKit's `INRideFareLineItem`, with the kind that Apple's
/// lacks.
package struct FareLineItem: Hashable, Sendable {
  /// What the price of the line is.
  package enum Kind: String, Sendable, CaseIterable {
    /// A part of the fare; the amounts add up to it (rule M5).
    case amount
    /// A price for one mile or kilometre, not a part of the sum.
    case ratePerDistance
    /// A price for one minute, not a part of the sum.
    case ratePerTime
    /// A negative amount, a part of the sum (rule M6).
    case discount
  }

  package var title: String
  package var kind: Kind
  package var price: Money
  /// Who bears a discount; nil is the operator.
  package var sponsor: String?

  package init(title: String, kind: Kind, price: Money, sponsor: String? = nil) {
    self.title = title
    self.kind = kind
    self.price = price
    self.sponsor = sponsor
  }
}
