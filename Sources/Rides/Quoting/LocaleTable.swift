/// The locales of a catalogue, by number, so that texts are looked up once and not for every
/// request.
struct LocaleTable: Sendable {
  let locales: [String]
  private let tags: [LocaleTag?]
  private let fallback: Int

  init(_ catalogue: Catalogue) {
    locales = catalogue.locales.isEmpty ? [catalogue.defaultLocale] : catalogue.locales
    tags = locales.map { LocaleTag($0) }
    fallback = locales.firstIndex(of: catalogue.defaultLocale) ?? 0
  }

  /// The catalogue's locale for a requested one: the nearest of its language, of several the
  /// first, else the default.
  func index(of requested: String?) -> Int {
    guard let requested else { return fallback }
    if let index = locales.firstIndex(of: requested) { return index }
    guard let wanted = LocaleTag(requested) else { return fallback }
    var nearest: (index: Int, nearness: Int)?
    for (index, tag) in tags.enumerated() {
      guard let nearness = tag.flatMap(wanted.nearness), nearness > nearest?.nearness ?? -1
      else { continue }
      nearest = (index, nearness)
    }
    return nearest?.index ?? fallback
  }

  /// The text of a table in each locale: its own, else the default locale's, else `otherwise`.
  func texts(_ table: [String: String], otherwise: String) -> [String] {
    locales.map { table[$0] ?? table[locales[fallback]] ?? otherwise }
  }
}
