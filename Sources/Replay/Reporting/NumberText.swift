/// Numbers as people read them.
enum NumberText {
  /// A whole number with a comma before each three digits: `1,204`.
  static func grouped(_ number: Int) -> String {
    var digits = String(number.magnitude)[...]
    var groups: [Substring] = []
    while digits.count > 3 {
      groups.insert(digits.suffix(3), at: 0)
      digits = digits.dropLast(3)
    }
    groups.insert(digits, at: 0)
    return (number < 0 ? "-" : "") + groups.joined(separator: ",")
  }

  /// A number of things: `1 output`, `1,204 outputs`.
  static func count(_ number: Int, _ thing: String) -> String {
    "\(grouped(number)) \(thing)\(number == 1 ? "" : "s")"
  }

  /// A share with one digit after the point: `12.5%`; what is more than nothing is never `0.0%`.
  static func percent(_ share: Double) -> String {
    let tenths = share > 0 ? max(1, (share * 1000).rounded()) : 0
    return "\(tenths / 10)%"
  }
}
