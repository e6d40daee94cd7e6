/// Two values below each other, without the long beginning that they share.
struct ValuePair {
  let expected: String?
  let actual: String?

  /// How much of what comes before the first difference is shown.
  private static let shown = 24

  init(_ difference: Difference) {
    guard let ours = difference.expected, let other = difference.actual else {
      expected = difference.expected
      actual = difference.actual
      return
    }
    let shared = zip(ours.unicodeScalars, other.unicodeScalars).prefix { $0 == $1 }.count
    let cut = shared > 2 * Self.shown ? shared - Self.shown : 0
    expected = Self.cutting(ours, cut)
    actual = Self.cutting(other, cut)
  }

  private static func cutting(_ text: String, _ count: Int) -> String {
    count == 0 ? text : "…" + String(text.unicodeScalars.dropFirst(count))
  }
}
