extension CatalogueInspection {
  /// Notes a name or a synonym that means two products (rules L3, L6), or that nobody could say
  /// (rule L5): a booking may bring any of them, of any locale.
  mutating func inspectNames(of area: ServiceArea, _ path: String) {
    var owners: [String: Int] = [:]
    for (index, product) in area.products.enumerated() {
      for (name, place) in product.spoken {
        let namePath = "\(path).products[\(index)].\(place)"
        let owner = owners[OptionName.folded(name), default: index]
        owners[OptionName.folded(name)] = owner
        check(
          owner == index, namePath,
          "expected a name of its own, \"\(name)\" is also products[\(owner)]")
        check(
          name.utf8.count <= Self.longestName, namePath,
          "expected at most \(Self.longestName) bytes, came \(name.utf8.count)")
        check(
          OptionName.folded(name).isEmpty
            || name.unicodeScalars.contains(where: \.properties.isAlphabetic), namePath,
          "expected a word that tells the kind of ride, came \"\(name)\"")
      }
    }
  }

  /// Notes synonyms that are blank or repeat another name of their product, or of no locale of the
  /// catalogue.
  mutating func inspectSynonyms(of product: Product, _ path: String) {
    var known = Set(product.names.values.map(OptionName.folded))
    for (locale, synonyms) in product.synonyms.sorted(by: { $0.key < $1.key }) {
      check(
        catalogue.locales.contains(locale), "\(path).\(locale)",
        "expected only the locales of the catalogue")
      for (index, synonym) in synonyms.enumerated() {
        let folded = OptionName.folded(synonym)
        check(
          !folded.isEmpty && known.insert(folded).inserted, "\(path).\(locale)[\(index)]",
          "expected a name that the product does not have yet, came \"\(synonym)\"")
      }
    }
  }

  /// No longer name can come back with a booking.
  private static let longestName = 128
}

extension Product {
  /// Everything that the product answers to, with its path.
  fileprivate var spoken: [(name: String, place: String)] {
    let synonyms = synonyms.sorted { $0.key < $1.key }.flatMap { locale, texts in
      texts.enumerated().map { ($0.element, "synonyms.\(locale)[\($0.offset)]") }
    }
    return names.sorted { $0.key < $1.key }.map { ($0.value, "names.\($0.key)") } + synonyms
  }
}
