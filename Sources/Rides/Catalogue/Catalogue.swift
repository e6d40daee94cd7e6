/// The operator's configuration: areas, products and prices.
package struct Catalogue: Hashable, Sendable {
  /// The locales in which everything has a name, such as `en_US`.
  package var locales: [String]
  package var defaultLocale: String
  /// The names of dates to which hours refer.
  package var holidays: [Holiday]
  package var serviceAreas: [ServiceArea]
  /// How the built-in payment system answers.
  package var paymentScript: PaymentScript
  /// What riders are told, where the operator has words for it.
  package var wording: Wording

  package init(
    locales: [String], defaultLocale: String, holidays: [Holiday] = [],
    serviceAreas: [ServiceArea], paymentScript: PaymentScript = PaymentScript(),
    wording: Wording = Wording()
  ) {
    self.locales = locales
    self.defaultLocale = defaultLocale
    self.holidays = holidays
    self.serviceAreas = serviceAreas
    self.paymentScript = paymentScript
    self.wording = wording
  }

  /// Everything that is wrong with the catalogue, at once; empty for one that can be used.
  package func mistakes() -> [CatalogueMistake] {
    var inspection = CatalogueInspection(catalogue: self)
    inspection.inspect()
    return inspection.mistakes
  }

  /// What is allowed and probably not meant, of a catalogue without `mistakes()`: at that time some
  /// dates are past.
  package func warnings(at now: Instant) -> [CatalogueMistake] {
    CoverageInspection(catalogue: self, now: now).warnings
  }
}

/// One thing that is wrong with a catalogue, or probably is.
package struct CatalogueMistake: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where, in the form of the catalogue's file: `serviceAreas[0].products[2].tariff.perMile`.
  package var path: String
  /// The expected and the actual value, for a person.
  package var message: String

  package init(path: String, message: String) {
    self.path = path
    self.message = message
  }

  package var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
