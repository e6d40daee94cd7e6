/// The operator's configuration: where it drives, what it sells, at what price.
package struct Catalogue: Hashable, Sendable {
  /// The locales in which everything has a name, such as `en_US`.
  package var locales: [String]
  package var defaultLocale: String
  package var serviceAreas: [ServiceArea]
  /// How the built-in payment system answers.
  package var paymentScript: PaymentScript

  package init(
    locales: [String], defaultLocale: String, serviceAreas: [ServiceArea],
    paymentScript: PaymentScript = PaymentScript()
  ) {
    self.locales = locales
    self.defaultLocale = defaultLocale
    self.serviceAreas = serviceAreas
    self.paymentScript = paymentScript
  }
}
