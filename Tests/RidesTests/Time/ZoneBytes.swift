import Rides

/// Files in the form TZif, made by hand.
enum ZoneBytes {
  /// A file of version 2 whose block of 32-bit times is as small as it may be.
  ///
  /// `types` are offsets in seconds; a transition names one by its number.
  static func file(
    types: [Int], transitions: [(Int, type: UInt8)] = [], footer: String, leapSeconds: Int = 0
  ) -> [UInt8] {
    header(transitions: 0, types: 1, leapSeconds: 0) + type(0) + [0]
      + header(transitions: transitions.count, types: types.count, leapSeconds: leapSeconds)
      + transitions.flatMap { big($0.0, 8) } + transitions.map(\.type) + types.flatMap(type) + [0]
      + [UInt8](repeating: 0, count: 12 * leapSeconds) + Array("\n\(footer)\n".utf8)
  }

  /// A file of version 1, with 32-bit times and without a footer.
  static func firstVersion(types: [Int], transitions: [(Int, type: UInt8)]) -> [UInt8] {
    header(version: 0, transitions: transitions.count, types: types.count, leapSeconds: 0)
      + transitions.flatMap { big($0.0, 4) } + transitions.map(\.type) + types.flatMap(type) + [0]
  }

  static func rules(_ footer: String) throws -> TimeZoneRules {
    try TimeZoneRules(name: "Test/Zone", tzif: file(types: [0], footer: footer))
  }

  private static func header(
    version: UInt8 = UInt8(ascii: "2"), transitions: Int, types: Int, leapSeconds: Int
  ) -> [UInt8] {
    Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
      + [0, 0, leapSeconds, transitions, types, 1].flatMap { big($0, 4) }
  }

  private static func type(_ offset: Int) -> [UInt8] { big(offset, 4) + [0, 0] }

  private static func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
