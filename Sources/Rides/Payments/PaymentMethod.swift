/// A payment method: SiriKit's `INPaymentMethod`, plus a token.
package struct PaymentMethod: Hashable, Sendable {
  /// The kinds of SiriKit's `INPaymentMethodType`.
  package enum Kind: String, Sendable, CaseIterable {
    case unknown, checking, savings, brokerage, debit, credit, prepaid, store, applePay
  }

  package var kind: Kind
  package var name: String?
  /// What distinguishes two methods of a kind, such as the last digits.
  package var identificationHint: String?
  /// The payment system's name for the method.
  package var token: String?
  /// The currencies that a method of a catalogue can pay in; nil is all.
  package var currencies: [Currency]?
  /// When the method expires; nil if unknown.
  package var expirationDate: Instant?
  /// The URL of a picture of a method of a catalogue.
  package var image: String?

  package init(
    kind: Kind, name: String? = nil, identificationHint: String? = nil, token: String? = nil,
    currencies: [Currency]? = nil, expirationDate: Instant? = nil,
    image: String? = nil
  ) {
    self.kind = kind
    self.name = name
    self.identificationHint = identificationHint
    self.token = token
    self.currencies = currencies
    self.expirationDate = expirationDate
    self.image = image
  }

  /// Whether the method can pay in a currency.
  package func accepts(_ currency: Currency) -> Bool { currencies?.contains(currency) ?? true }
}
