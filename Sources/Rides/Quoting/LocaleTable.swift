/// The locales of a catalogue, by number, so that texts are looked up once and not for every
/// request.
struct LocaleTable: Sendable {
  let locales: [String]
  private let normalised: [String]
  private let languages: [Substring]
  private let fallback: Int

  init(_ catalogue: Catalogue) {
    locales = catalogue.locales.isEmpty ? [catalogue.defaultLocale] : catalogue.locales
    normalised = locales.map(Self.normalise)
    languages = normalised.map(Self.language)
    fallback = locales.firstIndex(of: catalogue.defaultLocale) ?? 0
  }

  /// The catalogue's locale for a requested one: the same, else the first of the same language,
  /// else the default.
  ///
  /// `en-us` is `en_US`.
  func index(of requested: String?) -> Int {
    guard let requested else { return fallback }
    if let index = locales.firstIndex(of: requested) { return index }
    let wanted = Self.normalise(requested)
    return normalised.firstIndex(of: wanted)
      ?? languages.firstIndex(of: Self.language(of: wanted)) ?? fallback
  }

  /// The text of a table in each locale: its own, else the default locale's, else `otherwise`.
  func texts(_ table: [String: String], otherwise: String) -> [String] {
    locales.map { table[$0] ?? table[locales[fallback]] ?? otherwise }
  }

  private static func normalise(_ locale: String) -> String {
    String(locale.lowercased().map { $0 == "-" ? "_" : $0 })
  }

  private static func language(of locale: String) -> Substring {
    locale.prefix { $0 != "_" }
  }
}
