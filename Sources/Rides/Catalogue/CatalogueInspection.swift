/// Walks through a catalogue and notes what is wrong, with its path.
struct CatalogueInspection {
  let catalogue: Catalogue
  private(set) var mistakes: [CatalogueMistake] = []

  init(catalogue: Catalogue) { self.catalogue = catalogue }

  mutating func inspect() {
    check(!catalogue.locales.isEmpty, "locales", "expected at least one locale")
    noteRepeats(catalogue.locales, "locales") { "locales[\($0)]" }
    check(
      catalogue.locales.contains(catalogue.defaultLocale), "defaultLocale",
      "expected one of the locales, came \"\(catalogue.defaultLocale)\"")
    check(!catalogue.serviceAreas.isEmpty, "serviceAreas", "expected at least one service area")
    noteRepeats(catalogue.serviceAreas.map(\.key), "keys") { "serviceAreas[\($0)].key" }
    for (index, area) in catalogue.serviceAreas.enumerated() {
      inspect(area, "serviceAreas[\(index)]")
    }
  }

  /// Notes a mistake unless the condition holds.
  mutating func check(_ condition: Bool, _ path: String, _ message: String) {
    if !condition { note(path, message) }
  }

  mutating func note(_ path: String, _ message: String) {
    mistakes.append(CatalogueMistake(path: path, message: message))
  }

  /// Notes every value that has come before.
  mutating func noteRepeats(
    _ values: [String], _ what: String, path: (Int) -> String
  ) {
    var seen: Set<String> = []
    for (index, value) in values.enumerated() {
      check(
        seen.insert(value).inserted, path(index), "expected different \(what), \"\(value)\" repeats"
      )
    }
  }

  /// Notes a text that lacks, or is blank, in a locale.
  mutating func inspect(texts: [String: String], _ path: String) {
    for locale in catalogue.locales {
      let text = texts[locale] ?? ""
      check(
        !OptionName.folded(text).isEmpty, "\(path).\(locale)",
        "expected a text for every locale of the catalogue")
    }
    for locale in texts.keys.sorted() where !catalogue.locales.contains(locale) {
      check(false, "\(path).\(locale)", "expected only the locales of the catalogue")
    }
  }

  /// Notes an amount that is negative or of another currency than its area (rule M8).
  mutating func inspect(amount: Money, _ area: ServiceArea, _ path: String) {
    check(
      amount.minorUnits >= 0, path, "expected no negative amount, came \(amount.decimalString)")
    inspect(currency: amount.currency, area, path)
  }

  mutating func inspect(rate: Rate, _ area: ServiceArea, _ path: String) {
    check(rate.microUnits >= 0, path, "expected no negative rate")
    inspect(currency: rate.currency, area, path)
  }

  private mutating func inspect(currency: Currency, _ area: ServiceArea, _ path: String) {
    check(
      currency == area.currency, path,
      "expected the area's currency \(area.currency.code), came \(currency.code)")
  }
}
