/// The operator's configuration: where it drives, what it sells, at what price.
package struct Catalogue: Hashable, Sendable {
  /// The locales in which everything has a name, such as `en_US`.
  package var locales: [String]
  package var defaultLocale: String
  package var serviceAreas: [ServiceArea]

  package init(locales: [String], defaultLocale: String, serviceAreas: [ServiceArea]) {
    self.locales = locales
    self.defaultLocale = defaultLocale
    self.serviceAreas = serviceAreas
  }
}
