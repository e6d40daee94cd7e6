import Rides

/// Sentences that several reports share.
extension ComparisonReport {
  /// Whether the replay is as expected, in one sentence.
  var headline: String {
    guard missing.isEmpty else {
      return "The replay lacks earlier state: \(missing.words)."
        + (hasEqualOutputs ? " The rest is equal, which says little." : " \(difference)")
    }
    return difference
  }

  private var difference: String {
    if hasEqualOutputs { return "The replay equals what was expected." }
    let exceeded = noise.contains(where: \.isExceeded)
    guard differingCount > 0 || !exceeded else {
      return "The replay differs: there is more noise than between two replays of one build."
    }
    return "The replay differs in \(NumberText.grouped(differingCount)) of"
      + " \(NumberText.grouped(total.total)) outputs."
  }

  /// The kinds that there are, with their counts.
  var countsByKind: [(kind: ReplayOutput.Kind, counts: VerdictCounts)] {
    ReplayOutput.Kind.allCases.map { ($0, total(of: $0)) }.filter { $0.1.total > 0 }
  }

  /// What all differences amount to, in one sentence; nil where nothing differs.
  var moneySentence: String? {
    guard differingCount > 0 else { return nil }
    guard total(of: .books).total > 0 else {
      return "In money: not known, since no books were compared."
    }
    let sums = money.revenue.filter { $0.minorUnits != 0 }.map(\.signed)
    let rides = NumberText.count(money.rides, "ride")
    return sums.isEmpty
      ? "In money: the revenue is the same."
      : "In money: the revenue changes by \(sums.joined(separator: " and ")) in \(rides)."
  }

  /// What the report leaves out; nil when it shows everything.
  var omission: String? {
    let hidden = differingCount - samples.count
    guard hidden > 0 else { return nil }
    return "Not shown: \(NumberText.count(hidden, "differing output"))."
  }

  /// The groups that are not listed; nil when all are.
  func furtherGroups(than shown: Int) -> String? {
    var parts: [String] = []
    if groups.count > shown {
      parts.append(NumberText.count(groups.count - shown, "group"))
    }
    if ungrouped > 0 {
      parts.append(NumberText.count(ungrouped, "difference") + " of groups beyond the limit")
    }
    return parts.isEmpty ? nil : "Not listed: " + parts.joined(separator: ", ") + "."
  }
}

extension VerdictCounts {
  /// The counts that are not zero: `1,200 equal, 4 different`.
  var words: String {
    Verdict.allCases.filter { self[$0] > 0 }
      .map { "\(NumberText.grouped(self[$0])) \($0.words)" }.joined(separator: ", ")
  }
}

extension Verdict {
  /// The verdict in words.
  var words: String { self == .equalByRule ? "equal by rule" : rawValue }
}

extension NoiseFinding {
  /// The finding in words.
  var words: String {
    let place = shape.path.isEmpty ? "whole outputs" : shape.path
    return
      "\(NumberText.grouped(differences)) x \(place) in \(NumberText.percent(share)) of outputs,"
      + " known from \(NumberText.percent(knownShare))"
      + " (\(shape.class.rawValue), \(shape.type.kind.words) \(shape.type.label))"
  }
}

extension DifferingOutput {
  /// The output in words, such as `response 17, request-ride.handle.response: different`.
  var words: String {
    let cause = cause.map { "caused by message \($0)" } ?? "caused by a timer"
    return "\(type.kind.words) \(key), \(type.label): \(verdict.words), \(cause)"
  }
}

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

  /// A share with one digit after the point: `12.5%`; a share above zero is never `0.0%`.
  static func percent(_ share: Double) -> String {
    let tenths = share > 0 ? max(1, (share * 1000).rounded()) : 0
    return "\(tenths / 10)%"
  }
}

extension Money {
  /// The amount with its sign and currency: `+6.90 USD`.
  var signed: String { "\(minorUnits > 0 ? "+" : "")\(decimalString) \(currency.code)" }
}

/// A group of differences in words, the same in each report.
struct GroupText {
  /// Such as `rideOptions[].priceRange.minimumPrice SUV`.
  let place: String
  /// Such as `41.75 -> 43.90`; of several values the range of changes and examples.
  let values: String
  /// The least and the greatest change, with their signs; nil where there is none in numbers.
  let changes: (least: String, greatest: String)?
  /// The examples alone.
  let examples: String
  let count: String

  init(_ group: DifferenceGroup) {
    changes = group.changes.map { changes in
      let unit = group.shape.class == .time ? " s" : ""
      return (changes.lowerBound.signed + unit, changes.upperBound.signed + unit)
    }
    count = NumberText.grouped(group.count)
    let shape = group.shape
    guard !group.isOfWholeOutputs else {
      place = "\(shape.type.kind.words) \(shape.type.label)"
      values = shape.class == .missing ? "missing" : "unexpected"
      examples = values
      return
    }
    place = [shape.path, group.element].compactMap(\.self).joined(separator: " ")
    let texts = group.examples.map(Self.text)
    examples = texts.joined(separator: ", ")
    if group.isUniform {
      values = examples
    } else {
      values = Self.words(changes) + "such as " + examples
    }
  }

  /// The whole line: `1,204 x rideOptions[].priceRange.minimumPrice SUV 41.75 -> 43.90`.
  var line: String { "\(count) x \(place) \(values)" }

  private static func words(_ changes: (least: String, greatest: String)?) -> String {
    guard let changes else { return "" }
    return changes.least == changes.greatest
      ? "changed by \(changes.least), " : "changed by \(changes.least) to \(changes.greatest), "
  }

  private static func text(_ example: DifferenceGroup.Example) -> String {
    switch (example.expected, example.actual) {
    case (let ours?, let other?): "\(ours) -> \(other)"
    case (let ours?, nil): "missing, expected \(ours)"
    case (nil, let other?): "unexpected, got \(other)"
    case (nil, nil): ""
    }
  }
}

/// Two values below each other, without the long beginning that they share.
struct ValuePair {
  let expected: String?
  let actual: String?

  /// How much of the text before the first difference is shown.
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

extension MissingState {
  /// The lack in words; empty where there is none.
  package var words: String {
    let parts = [
      reports > 0
        ? "\(NumberText.count(reports, "report")) of vehicles became dead letters" : nil,
      rides > 0 ? "\(NumberText.count(rides, "ride")) from before not known" : nil,
      offers > 0 ? "lists and bookings answered without any vehicle: \(offers)" : nil,
    ].compactMap(\.self)
    return parts.joined(separator: ", ")
  }
}
