/// A group of differences in words, the same in each report.
struct GroupText {
  /// Such as `rideOptions[].priceRange.minimumPrice SUV`.
  let place: String
  /// Such as `41.75 -> 43.90`; of several values the range of changes and examples.
  let values: String
  let count: String

  init(_ group: DifferenceGroup) {
    count = NumberText.grouped(group.count)
    let shape = group.shape
    guard !group.isOfWholeOutputs else {
      place = "\(shape.type.kind.words) \(shape.type.label)"
      values = shape.class == .missing ? "missing" : "unexpected"
      return
    }
    place = [shape.path, group.element].compactMap(\.self).joined(separator: " ")
    let examples = group.examples.map(Self.text)
    if group.isUniform {
      values = examples.first ?? ""
    } else {
      values = Self.changes(of: group) + "such as " + examples.joined(separator: ", ")
    }
  }

  /// The whole line: `1,204 x rideOptions[].priceRange.minimumPrice SUV 41.75 -> 43.90`.
  var line: String { "\(count) x \(place) \(values)" }

  private static func changes(of group: DifferenceGroup) -> String {
    guard let changes = group.changes else { return "" }
    let unit = group.shape.class == .time ? " s" : ""
    let (least, greatest) = (changes.lowerBound.signed, changes.upperBound.signed)
    return least == greatest
      ? "changed by \(least)\(unit), " : "changed by \(least) to \(greatest)\(unit), "
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
