import Replay
import Rides

/// What a small recording holds: a list, two rides with their events and books, a payment and a
/// dead letter.
struct Outputs {
  var rides = ["lj5ags4lxx", "p7noxni56u"]
  var quotes = ["q2.k1.first", "q2.k1.second"]
  /// When the first message is handled; the others follow, a minute each.
  var start = Instant(seconds: 1_795_237_440)

  var all: [ReplayOutput] {
    let ofRides = rides.indices.flatMap { ride in
      [response(ride), event(ride, 1), event(ride, 2), payment(ride), books(ride)]
    }
    return [list] + ofRides + [deadLetter]
  }

  private func at(_ minute: Int, plus seconds: Int = 0) -> Instant {
    start.advanced(bySeconds: minute * 60 + seconds)
  }

  var list: ReplayOutput {
    output(
      .response, "1", 1, "list-ride-options.handle.response",
      """
      {"code":"success","expirationDate":"\(at(1, plus: 300).rfc3339)","rideOptions":[\
      {"name":"SUV","optionIdentifier":"suv","quoteIdentifier":"\(quotes[0])",\
      "priceRange":{"minimumPrice":"41.75","maximumPrice":"49.75","currencyCode":"USD"},\
      "fareLineItems":[{"title":"Base charge","kind":"amount","price":"5.00","currencyCode":"USD"},\
      {"title":"Airport","kind":"amount","price":"4.00","currencyCode":"USD"}]},\
      {"name":"Sedan","optionIdentifier":"sedan","quoteIdentifier":"\(quotes[1])",\
      "priceRange":{"minimumPrice":"31.25","maximumPrice":"31.25","currencyCode":"USD"},\
      "disclaimerMessage":"Tolls are extra"}]}
      """)
  }

  func response(_ ride: Int) -> ReplayOutput {
    output(
      .response, "\(2 + ride)", 2 + ride, "request-ride.handle.response",
      #"{"code":"success","rideStatus":\#(status(ride, 1, at(2 + ride)))}"#)
  }

  func event(_ ride: Int, _ sequence: Int) -> ReplayOutput {
    let name = rides[ride]
    return output(
      .event, "\(name)/\(sequence)", 2 + ride, "livery.ride.status-changed.v1",
      """
      {"specversion":"1.0","id":"\(name)/\(sequence)","source":"/livery/rides/\(name)",\
      "type":"livery.ride.status-changed.v1","subject":"\(name)",\
      "time":"\(at(2 + ride, plus: sequence).rfc3339)","sequence":"000000000\(sequence)",\
      "data":\(status(ride, sequence, at(2 + ride, plus: sequence)))}
      """)
  }

  func payment(_ ride: Int) -> ReplayOutput {
    output(
      .payment, "\(rides[ride]):fare:authorise:1", 2 + ride, "payment.authorise",
      """
      {"key":"\(rides[ride]):fare:authorise:1","operation":"authorise",\
      "rideIdentifier":"\(rides[ride])","amount":"49.75","currencyCode":"USD"}
      """)
  }

  func books(_ ride: Int) -> ReplayOutput {
    output(
      .books, rides[ride], 2 + ride, "books",
      """
      {"rideIdentifier":"\(rides[ride])","declinedBy":["veh-1"],"account":{"currencyCode":"USD",\
      "charges":[{"purpose":"fare","number":1,"requested":"49.75"}]}}
      """)
  }

  var deadLetter: ReplayOutput {
    output(.deadLetter, "4", 4, "request-ride.handle", "{\"riderIdentifier\":7")
  }

  private func status(_ ride: Int, _ sequence: Int, _ time: Instant) -> String {
    """
    {"rideIdentifier":"\(rides[ride])","riderIdentifier":"rider-\(ride)","sequence":\(sequence),\
    "phase":"\(sequence == 1 ? "received" : "confirmed")","updatedAt":"\(time.rfc3339)",\
    "estimatedPickupDate":"\(time.advanced(bySeconds: 310).rfc3339)",\
    "vehicle":{"vehicleIdentifier":"veh-\(3 + ride)",\
    "location":{"latitude":41.5,"longitude":-87.5}},\
    "waypoints":[{"latitude":1,"longitude":2},{"latitude":3,"longitude":4}],\
    "rideOption":{"name":"SUV","optionIdentifier":"suv","usesMeteredFare":false},\
    "additionalActionActivities":[{"activityType":"share","title":"Share",\
    "userInfo":{"rideIdentifier":"\(rides[ride])"}}]}
    """
  }

  private func output(
    _ kind: ReplayOutput.Kind, _ key: String, _ cause: Int, _ label: String, _ body: String
  ) -> ReplayOutput {
    ReplayOutput(
      kind: kind, key: key, cause: cause, base: at(cause), label: label, body: Array(body.utf8))
  }
}

extension ReplayOutput {
  /// The body as text.
  var text: String {
    get { String(decoding: body, as: UTF8.self) }
    set { body = Array(newValue.utf8) }
  }

  /// The same with each occurrence of a text replaced.
  func replacing(_ text: String, with other: String) -> ReplayOutput {
    var output = self
    output.text = self.text.replacing(text, with: other)
    return output
  }

  /// A response to message 7, which was handled at a full minute.
  static func response(_ body: String, base: Instant = .base, label: String = "r") -> ReplayOutput {
    ReplayOutput(
      kind: .response, key: "7", cause: 7, base: base, label: label, body: Array(body.utf8))
  }
}

extension Instant {
  static let base = Instant(seconds: 1_795_237_440)
}

extension Comparison {
  /// The report on outputs of which all are expected before any is met.
  static func report(
    _ expected: [ReplayOutput], _ actual: [ReplayOutput],
    rules: ComparisonRules = ComparisonRules()
  ) -> ComparisonReport {
    var comparison = Comparison(rules: rules)
    for output in expected { comparison.expect(output) }
    for output in actual { comparison.meet(output) }
    return comparison.finish()
  }
}

extension ComparisonReport {
  /// The groups in few words: count, class, path, element, values; of what is missing and has
  /// members only the brace.
  var summary: [String] {
    groups.map { group in
      let values: [String?] =
        group.examples.first.map { [$0.expected.map { "\($0) ->" }, $0.actual] } ?? []
      let shown = values.map { value -> String? in
        group.shape.path.isEmpty
          ? group.shape.type.kind.rawValue
          : group.shape.class.isAbsence && value?.hasPrefix("{") == true ? "{" : value
      }
      let words = ["\(group.count)", group.shape.class.rawValue, group.shape.path, group.element]
      let first = group.shape.path.isEmpty ? Array(shown.prefix(1)) : shown
      return (words + first).compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
    }
  }
}

extension Difference.Class {
  fileprivate var isAbsence: Bool { self == .missing || self == .extra }
}
