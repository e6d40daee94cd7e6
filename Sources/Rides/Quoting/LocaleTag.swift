/// A locale for the choice of texts: language, script and region.
///
/// Accepts tags of BCP 47 (`zh-Hant-TW`, `en-US-u-ca-gregory`), identifiers of CLDR and of
/// Apple's systems (`en_US_POSIX`, `en_US@rg=gbzzzz`) and names of POSIX with their encoding
/// (`de_CH.UTF-8`). Variants, extensions and keywords do not affect the choice: their form is
/// checked, and they are dropped.
package struct LocaleTag: Hashable, Sendable {
  /// In lower case and by its present code; `und` where the tag names none.
  package let language: String
  /// Such as `Hant`.
  package let script: String?
  /// Such as `TW` or `419`.
  package let region: String?

  /// Nil for a text that is no locale.
  package init?(_ text: String) {
    let tag = text.prefix { $0 != "@" && $0 != "." }
    guard Self.isSuffix(text[tag.endIndex...]) else { return nil }
    var parts = tag.lowercased().split(omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }[
      ...]
    if Self.irregular.contains(parts.joined(separator: "-")) { parts.removeLast() }
    guard let first = parts.popFirst(), let language = Self.language(first, hasMore: !parts.isEmpty)
    else { return nil }
    if language != "und" || first == "und" {
      parts = parts.drop { $0.utf8.count == 3 && $0.utf8.allSatisfy(Self.isLetter) }
    }
    let script = parts.first.flatMap { part -> String? in
      guard part.utf8.count == 4, part.utf8.allSatisfy(Self.isLetter) else { return nil }
      return part.prefix(1).uppercased() + part.dropFirst()
    }
    if script != nil { parts.removeFirst() }
    let region = parts.first.flatMap { Self.isRegion($0) ? $0.uppercased() : nil }
    // CLDR writes an empty region before a variant: `en__POSIX`.
    if region != nil || (parts.first == "" && parts.count > 1) { parts.removeFirst() }
    guard first.utf8.count == 1 ? Self.isPrivate(parts) : Self.isTail(parts) else { return nil }
    self.language = language
    self.script = script
    self.region = region
  }

  /// `language[_Script][_REGION]`.
  package var identifier: String {
    [language, script, region].compactMap(\.self).joined(separator: "_")
  }

  /// The similarity of a catalogue's locale to this one: by language, then script, then region; nil
  /// for another language.
  ///
  /// An absent script counts as the likely one. A locale without a region matches all of them.
  package func nearness(of offered: LocaleTag) -> Int? {
    guard language != "und", language == offered.language else { return nil }
    let (own, other) = (likelyScript, offered.likelyScript)
    let byScript = own == other ? 6 : own == nil || other == nil ? 3 : 0
    return byScript + (region == offered.region ? 2 : offered.region == nil ? 1 : 0)
  }

  private var likelyScript: String? {
    if let script { return script }
    switch (language, region) {
    case ("zh", "TW"), ("zh", "HK"), ("zh", "MO"): return "Hant"
    case ("zh", _): return "Hans"
    case ("sr", "ME"): return "Latn"
    case ("sr", _): return "Cyrl"
    default: return nil
    }
  }

  /// Outdated language codes that systems still send.
  private static let renamed = ["iw": "he", "in": "id", "ji": "yi", "no": "nb", "tl": "fil"]

  /// The irregular tags of BCP 47 whose language is not their first part.
  private static let irregular: Set = ["en-gb-oed", "sgn-be-fr", "sgn-be-nl", "sgn-ch-de"]

  /// The language of a first part; `und` for the root of CLDR and for tags of private use.
  private static func language(_ part: Substring, hasMore: Bool) -> String? {
    switch part {
    case "root": return "und"
    case "x", "i": return hasMore ? "und" : nil
    default:
      guard 2...3 ~= part.utf8.count, part.utf8.allSatisfy(isLetter) else { return nil }
      return renamed[String(part)] ?? String(part)
    }
  }

  private static func isRegion(_ part: Substring) -> Bool {
    (part.utf8.count == 2 && part.utf8.allSatisfy(isLetter))
      || (part.utf8.count == 3 && part.utf8.allSatisfy(isDigit))
  }

  /// Whether the parts are variants and then extensions, each a letter or digit and its subtags.
  private static func isTail(_ parts: ArraySlice<Substring>) -> Bool {
    let variants = parts.prefix { $0.utf8.count != 1 }
    let extensions = parts[variants.endIndex...]
    return variants.allSatisfy(isVariant) && isPrivate(extensions)
      && (extensions.last?.utf8.count != 1 || extensions.dropLast().contains("x"))
  }

  private static func isVariant(_ part: Substring) -> Bool {
    guard let first = part.utf8.first, part.utf8.allSatisfy({ isLetter($0) || isDigit($0) }) else {
      return false
    }
    return 5...8 ~= part.utf8.count || (part.utf8.count == 4 && isDigit(first))
  }

  private static func isPrivate(_ parts: ArraySlice<Substring>) -> Bool {
    parts.allSatisfy { part in
      1...8 ~= part.utf8.count && part.utf8.allSatisfy { isLetter($0) || isDigit($0) }
    }
  }

  /// Whether a text is an encoding after a dot, keywords after an `@`, both or nothing.
  private static func isSuffix(_ text: Substring) -> Bool {
    text.utf8.isEmpty
      || (text.utf8.count > 1 && text.utf8.last != UInt8(ascii: "@")
        && text.utf8.allSatisfy {
          isLetter($0 | 0x20) || isDigit($0) || "@.=;-_/+:".utf8.contains($0)
        })
  }

  private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}

/// The locales of a catalogue by number, so that texts are looked up once instead of for every
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
