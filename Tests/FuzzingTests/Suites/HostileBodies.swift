import Testing

/// A body that no client should send, with its name.
struct HostileBody: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let bytes: [UInt8]

  init(_ name: String, _ bytes: [UInt8]) {
    testDescription = name
    self.bytes = bytes
  }

  init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }

  static let all = shapes + encodings + strings + numbers + accents

  private static let shapes: [HostileBody] = [
    HostileBody("nothing", ""),
    HostileBody("a blank", " \n"),
    HostileBody("zero bytes", [UInt8](repeating: 0, count: 64)),
    HostileBody("a list instead of an object", "[]"),
    HostileBody("a number instead of an object", "7"),
    HostileBody("two objects", "{}{}"),
    HostileBody("an object without its end", #"{"riderIdentifier":"r""#),
    HostileBody("a comma too many", #"{"riderIdentifier":"r",}"#),
    HostileBody("single quotes", "{'riderIdentifier':'r'}"),
    HostileBody("lists within each other", String(repeating: "[", count: 60_000)),
    HostileBody(
      "objects within each other",
      String(repeating: #"{"a":"#, count: 10_000) + "1"
        + String(repeating: "}", count: 10_000)),
    HostileBody("as deep as is allowed", nested(31)),
    HostileBody("a level deeper", nested(32)),
    HostileBody("a member twice", #"{"riderIdentifier":"a","riderIdentifier":["b"]}"#),
    HostileBody(
      "10,000 members",
      "{" + (0..<10_000).map { #""m\#($0)":0"# }.joined(separator: ",") + "}"),
    HostileBody("16 MiB of blanks", [UInt8](repeating: 0x20, count: 16 << 20)),
    HostileBody(
      "16 MiB in one string",
      Array(#"{"riderIdentifier":""#.utf8) + [UInt8](repeating: 0x61, count: 16 << 20)
        + Array(#""}"#.utf8)),
  ]

  private static let encodings: [HostileBody] = [
    HostileBody("a byte order mark", [0xEF, 0xBB, 0xBF] + Array("{}".utf8)),
    HostileBody("UTF-16", "{\"a\":1}".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }),
    HostileBody("UTF-32", "{}".unicodeScalars.flatMap { [UInt8($0.value), 0, 0, 0] }),
  ]

  /// Where texts stand that are too long, cut, or not what they seem.
  private static let strings: [HostileBody] =
    [
      ("a lone byte of UTF-8", [0xC3]), ("an overlong NUL", [0xC0, 0x80]),
      ("a surrogate in UTF-8", [0xED, 0xA0, 0x80]), ("beyond Unicode", [0xF4, 0x90, 0x80, 0x80]),
      ("a byte that never is", [0xFF]), ("a cut sequence", [0xF0, 0x9F, 0x98]),
      ("an escaped high surrogate", Array("\\ud83d".utf8)),
      ("an escaped low surrogate", Array("\\ude00".utf8)),
      ("surrogates the wrong way round", Array("\\ude00\\ud83d".utf8)),
      ("an escaped NUL", Array("\\u0000".utf8)), ("a cut escape", Array("\\u00".utf8)),
      ("an unknown escape", Array("\\x41".utf8)), ("a line feed", [0x0A]), ("a NUL", [0x00]),
      (
        "a very long accent",
        Array("e".utf8) + Array(repeating: [0xCC, 0x81], count: 20_000).joined()
      ),
    ].flatMap { name, bytes -> [HostileBody] in
      ["riderIdentifier", "rideOptionName", "reason", "vehicleIdentifier"].map {
        let rider = $0 == "riderIdentifier" ? "" : #""riderIdentifier":"r","#
        return HostileBody(
          "\(name) in \($0)",
          Array("{\(rider)\"\($0)\":\"".utf8) + bytes + Array("\"}".utf8))
      }
    }

  private static let numbers: [HostileBody] =
    (EdgeValues.numbers + ["1e999999999", "-1e-999999999", "1e2147483648", "0e99", "--1", "1e+"])
    .map { number in
      HostileBody(
        "the number \(number.prefix(24))",
        #"{"riderIdentifier":"r","vehicleIdentifier":"veh-1","rideIdentifier":"x","#
          + #""partySize":\#(number),"sequence":\#(number),"rating":\#(number),"#
          + #""pickupLocation":{"latitude":\#(number),"longitude":\#(number)},"#
          + #""dropOffLocation":{"latitude":41.97,"longitude":-87.9},"capacity":\#(number)}"#)
    }

  /// Almost 64 KiB of accents, each two of them in the wrong order, where names and words of closed
  /// lists stand: to compare them with another text as Swift does takes a second.
  private static let accents: [HostileBody] = {
    let text = "\"a" + String(repeating: "\u{301}\u{323}", count: 16_000) + "\""
    let members = [
      "\(text):0", "\"event\":\(text)", "\"outcome\":\(text)", "\"actor\":\(text)",
      "\"parameters\":[\(text)]", "\"scheduledPickupTime\":{\"recurrenceRule\":{\(text):0}}",
    ]
    return members.map { member in
      HostileBody(
        "accents out of order in \(member.prefix(24))",
        #"{"riderIdentifier":"r","rideIdentifier":"x","vehicleIdentifier":"v",\#(member)}"#)
    }
  }()

  private static func nested(_ levels: Int) -> String {
    #"{"riderIdentifier":"# + String(repeating: "[", count: levels)
      + String(repeating: "]", count: levels) + "}"
  }
}
