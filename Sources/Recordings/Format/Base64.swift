import Crypto

/// Base64 with padding (RFC 4648, section 4), as other programs read it.
enum Base64 {
  static func encode(_ bytes: [UInt8]) -> String {
    let text = Base64URL.encode(bytes).utf8.map { byte in
      switch byte {
      case UInt8(ascii: "-"): UInt8(ascii: "+")
      case UInt8(ascii: "_"): UInt8(ascii: "/")
      default: byte
      }
    }
    let padding = Array(repeating: UInt8(ascii: "="), count: (4 - text.count % 4) % 4)
    return String(decoding: text + padding, as: UTF8.self)
  }

  /// The bytes of a text; nil for anything that `encode` has not written.
  static func decode(_ text: String) -> [UInt8]? {
    guard text.utf8.count.isMultiple(of: 4) else { return nil }
    let padding = text.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard padding <= 2 else { return nil }
    var letters: [UInt8] = []
    for byte in text.utf8.dropLast(padding) {
      switch byte {
      case UInt8(ascii: "+"): letters.append(UInt8(ascii: "-"))
      case UInt8(ascii: "/"): letters.append(UInt8(ascii: "_"))
      case UInt8(ascii: "-"), UInt8(ascii: "_"): return nil
      default: letters.append(byte)
      }
    }
    return Base64URL.decode(String(decoding: letters, as: UTF8.self))
  }
}
