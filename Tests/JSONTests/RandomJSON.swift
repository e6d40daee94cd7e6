import RandomFixture

/// JSON texts from a seed, with what is at the edges of the grammar and a little beyond.
struct RandomJSON {
  private var random: SeededNumbers

  init(seed: UInt64) { random = SeededNumbers(seed: seed) }

  static let strings = [
    #""a""#, #""b""#, #""name""#, #""\u0061""#, #""é""#, "\"e\u{301}\"", "\"\u{212A}\"",
    #""\u212A""#, #""\ud83d\ude00""#, #""\uD83D\uDE00\u00e9é""#, #""\ud83d""#, #""\ude00""#,
    #""\ud83dx""#, #""\ud83d\u0041""#, #""\ud83d\\u0041""#, #""\u00g1""#, #""\u12""#, #""\x""#,
    "\"\\\u{1}\"", "\"\u{1}\"", #""\n\t\r\b\f\/\\\"""#, "\"", #""\"#, #""\u"#, #""\u1"#,
    "\"\u{7f}\u{80}\"", #""🚕""#, #""\u0000""#, #""long text of more than fifteen bytes""#,
    "\"\\\n\"", #""\é""#, #""\ud8\"3""#,
  ]

  static let words = [
    "true", "false", "null", "tru", "truex", "True", "nul", "fals", "NaN", "-Infinity", "nullnull",
    "", " ", "[", "]", "{", "}", "[]", "{}", "[,]", "{,}", "{1:2}", "[1 2]", "[1]2", "[1]]", "{}{}",
    ",", ":", "\u{feff}1", "\u{a0}1", "\u{b}1", "\u{0}",
  ]

  static let numbers = [
    "0", "-0", "-0.0", "1.0", "1.5", "1e2", "1E+2", "100e-2", "123e-1", "01", "-01", "00",
    "0e9999", "1.", ".5", "-.5", "-", "+1", "1e", "1e+", "1e5.5", "1.5.5", "1-1", "--1", "1e400",
    "-1e400", "1e-400", "0.0e-400", "5e-324", "2e-324", "3e-324", "1.7976931348623157e308",
    "1.7976931348623159e308", "9007199254740991.5", "9007199254740992", "9007199254740993",
    "9007199254740993.0", "9007199254740993.5", "9007199254740993.00000000000",
    "9007199254740993e0", "900719925474099.3e1", "1e18", "1e19", "9223372036854775807",
    "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "9223372036854775807.0", "922337203685477580.7e1", "18446744073709551616",
    "1.0000000000000001", "0.1", "41.8786", "-87.6251", "123456789012345678901234567890", "1e-22",
    "1e22", "1e23", "123e22", "9007199254740993e22", "4503599627370497.5",
    "1.23456789012345678901234567890", "0x10", "1f", "1e0000000000000000000002",
    "1e99999999999999999999", "10000000000000000.5",
  ]

  /// A value with all that is in it.
  mutating func value(depth: Int = 0) -> String {
    switch Int.random(in: 0..<(depth > 5 ? 3 : 7), using: &random) {
    case 0: pick(Self.strings)
    case 1: number()
    case 2: pick(isRare() ? Self.words : ["true", "false", "null"])
    case 3, 4: list("[", "]", depth) { $0.value(depth: depth + 1) }
    default:
      list("{", "}", depth) { part in
        let name = part.isRare() ? part.pick(Self.strings) : "\"a\(part.digits(5))\""
        return name + part.blank() + ":" + part.blank() + part.value(depth: depth + 1)
      }
    }
  }

  /// The text with a few bytes taken out, put in or changed.
  mutating func damaged(_ text: [UInt8]) -> [UInt8] {
    var text = text
    for _ in 0..<Int.random(in: 1...3, using: &random) where !text.isEmpty {
      let index = text.indices.randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<3, using: &random) {
      case 0: text.remove(at: index)
      case 1: text[index] = UInt8.random(in: 0...255, using: &random)
      default: text.insert(pick(Array("[]{},:\"\\ 0\u{1}u".utf8)), at: index)
      }
    }
    return text
  }

  private mutating func list(
    _ begin: String, _ end: String, _ depth: Int, _ element: (inout RandomJSON) -> String
  ) -> String {
    var elements: [String] = []
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      elements.append(blank() + element(&self) + blank())
    }
    return begin + blank() + elements.joined(separator: ",") + end
  }

  private mutating func number() -> String {
    if isRare() { return pick(Self.numbers) }
    var number = pick(["", "-"]) + digits(pick([1, 2, 5, 10, 18, 105]))
    if Bool.random(using: &random) { number += "." + digits(pick([1, 3, 8, 20])) }
    // Foundation takes "0e5" for a number that no double holds.
    if isRare(), !number.allSatisfy({ "-0.".contains($0) }) {
      number += pick(["e", "E"]) + pick(["", "+", "-"]) + digits(pick([1, 2, 3]))
    }
    return number
  }

  private mutating func digits(_ most: Int) -> String {
    (0..<Int.random(in: 1...most, using: &random)).reduce(into: "") { text, _ in
      text += String(Int.random(in: 0...9, using: &random))
    }
  }

  private mutating func blank() -> String { pick(["", "", "", " ", "\n", "\t", "\r", "  "]) }

  private mutating func isRare() -> Bool { Int.random(in: 0..<5, using: &random) == 0 }

  private mutating func pick<Element>(_ list: [Element]) -> Element {
    // The lists are not empty.
    list.randomElement(using: &random)!
  }
}
