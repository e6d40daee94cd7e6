import JSON
import Replay
import Rides

/// Reports that the tests of their forms share.
enum Reports {
  /// A list whose prices went up, a ride without its last event, one with another phase, and noise.
  static let differing: ComparisonReport = {
    var rules = ComparisonRules()
    rules.noise = NoiseProfile(
      learnedFrom: Comparison.report(lists(4), lists(4, ["extra": "less"])))
    rules.timeToleranceMicroseconds = 1_500_000
    let rides = Outputs().all
    let actual = rides.filter { $0.key != "\(Outputs().rides[0])/2" }
      .map {
        $0.key == "\(Outputs().rides[1])/2" ? $0.replacing("confirmed", with: "received") : $0
      }
    return Comparison.report(
      lists(4) + rides, lists(4, ["41.75": "43.90", "49.75": "5#.75", "extra": "less"]) + actual,
      rules: rules)
  }()

  static let equal = Comparison.report(Outputs().all, Outputs().all)

  /// Text that would do harm if a report showed it as it is: markup, control sequences, line feeds,
  /// other directions of writing, and characters that XML forbids.
  static let hostile =
    "</td><script>alert(1)</script>\"'&amp;]]>\u{1B}[2J\u{9B}31m\r\nfake line\u{202E}\u{0}\u{FFFE}"

  /// A report in which every text from outside is hostile.
  static let attacked: ComparisonReport = {
    let quoted = String(decoding: JSONValue.string(hostile).text, as: UTF8.self)
    func outputs(_ value: Int) -> [ReplayOutput] {
      let body =
        #"{\#(quoted):[{"name":\#(quoted),"a":"\#(value)","b":\#(quoted)}],"c":"\#(value)"}"#
      var named = ReplayOutput.response(body, label: hostile)
      named.key = hostile
      var other = ReplayOutput.response(
        body.replacing(#""b":\#(quoted)"#, with: #""b":"\#(value)""#), label: hostile)
      other.kind = .deadLetter
      var alone = ReplayOutput.response(hostile, label: hostile)
      alone.kind = .payment
      alone.key = "\(hostile)\(value)"
      return [named, other, alone]
    }
    var rules = ComparisonRules()
    if let pattern = try? PathPattern(hostile.replacing("[2J", with: "").replacing("]", with: "")) {
      rules.ignored = [pattern]
    }
    var actual = outputs(2)
    actual[1] = actual[1].replacing(#""b":"2""#, with: #""b":\#(quoted)"#)
    return Comparison.report(outputs(1), actual, rules: rules)
  }()

  /// So many lists, in which texts are replaced; `#` becomes the number of the list.
  private static func lists(_ count: Int, _ changes: [String: String] = [:]) -> [ReplayOutput] {
    (0..<count).map { number in
      var list = Outputs().list
      list.key = "\(100 + number)"
      for (text, other) in changes.sorted(by: { $0.key < $1.key }) {
        list = list.replacing(text, with: other.replacing("#", with: "\(number)"))
      }
      return list
    }
  }
}
