import Crypto

/// Replaces names: equal names get equal replacements, from which the original cannot be derived.
///
/// A name is an HMAC-SHA-256 under a key that is made for one recording and thrown away.
struct MaskedNames {
  /// The shortest name; so many letters of base32 hold 95 bits.
  static let length = 20

  private let key: MessageAuthenticationKey

  init(secret: [UInt8]) { key = MessageAuthenticationKey(identifier: "mask", secret: secret) }

  /// A name of letters and digits in the place of any text.
  ///
  /// It is as long as a longer text, since the fleet refuses texts for their length, and it keeps a
  /// control character, which the fleet refuses, too. An empty text stays empty.
  func name(_ text: String, longest: Int = Int.max) -> String {
    guard !text.isEmpty else { return text }
    let code = Base32.encode(key.authenticationCode(for: Array(text.utf8)))
    var name = "m" + code.prefix(Self.length - 1)
    let missing = min(text.utf8.count, longest) - name.utf8.count
    if missing > 0 { name += String(repeating: "x", count: missing) }
    if let control = text.unicodeScalars.first(where: { $0.properties.generalCategory == .control })
    {
      // Some have two bytes.
      name.unicodeScalars.removeLast(control.utf8.count)
      name.unicodeScalars.append(control)
    }
    return name
  }

  /// The address of another picture: as in a message, only an address can be one.
  func link(_ text: String) -> String {
    for scheme in ["https://", "http://"] where text.utf8.starts(with: scheme.utf8) {
      return scheme + name(String(text.dropFirst(scheme.count)))
    }
    return name(text)
  }

  /// The same text with other digits; what is no digit stays.
  func digits(_ text: String) -> String {
    let code = key.authenticationCode(for: Array("digits\u{0}\(text)".utf8))
    var place = 0
    return String(
      text.map { character in
        guard character.isASCII, character.isNumber else { return character }
        place += 1
        return Character("\(code[place % code.count] % 10)")
      })
  }

  /// The identifier of a ride, in the place of one whose booking is not known.
  func ride(_ identifier: String) -> String {
    let code = key.authenticationCode(for: Array("ride\u{0}\(identifier)".utf8))
    return Base32.encode(Array(code.prefix(16)))
  }
}
