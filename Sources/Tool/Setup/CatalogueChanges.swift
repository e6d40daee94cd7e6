package import Rides

/// What differs between two catalogues, in the words of `livery catalogue show`.
package struct CatalogueChanges: Hashable, Sendable {
  /// A line of one of them that the other has not.
  package struct Row: Hashable, Sendable {
    /// Where it stands, such as `area chicago, product suv`; empty for the whole catalogue.
    package let place: String
    package let before: String?
    package let after: String?
  }

  /// A line of the summary, with the lines that it is a part of.
  private struct Line: Hashable {
    let place: String
    let label: String
    let text: String
  }

  /// In the order of the later one; what it lacks is at the end.
  package let rows: [Row]

  /// The differences from the catalogue in force to another one.
  package init(from before: Catalogue, to after: Catalogue) {
    let (old, new) = (Self.lines(of: before), Self.lines(of: after))
    let (known, kept) = (Set(old), Set(new))
    var gone = old.filter { !kept.contains($0) }
    let changed = new.filter { !known.contains($0) }.map { line in
      let place = gone.firstIndex { $0.place == line.place && $0.label == line.label }
      return Row(
        place: line.place, before: place.map { gone.remove(at: $0).text }, after: line.text)
    }
    let rows =
      changed + gone.map { Row(place: $0.place, before: $0.text, after: nil) }
      + Self.unlisted(before, after)
    let isHidden = rows.isEmpty && before != after
    self.rows =
      isHidden ? [Row(place: "", before: nil, after: "other values that no line shows")] : rows
  }

  private static func lines(of catalogue: Catalogue) -> [Line] {
    var parents: [String] = []
    return catalogue.summary.map { line in
      let text = String(line.drop { $0 == " " })
      parents = Array(parents.prefix((line.count - text.count) / 2))
      let place = parents.joined(separator: ", ")
      let label = String(text.prefix { $0 != ":" })
      parents.append(label)
      return Line(place: place, label: label, text: text)
    }
  }

  /// The differences in what a summary has no line for.
  private static func unlisted(_ before: Catalogue, _ after: Catalogue) -> [Row] {
    let known = Dictionary(before.serviceAreas.map { ($0.key, $0) }) { first, _ in first }
    let areas = after.serviceAreas.flatMap { area -> [Row] in
      guard let old = known[area.key] else { return [] }
      let zones = area.zones.keys.sorted().filter { key in
        old.zones[key].map { $0 != area.zones[key] } ?? false
      }
      return rows(
        "area \(area.key)",
        [
          ("another boundary", old.boundary != area.boundary),
          ("another travel model", old.travel != area.travel),
          ("other payment methods", old.paymentMethods != area.paymentMethods),
          ("other policies", old.policies != area.policies),
        ] + zones.map { ("another zone \($0)", true) })
    }
    return areas
      + rows(
        "",
        [
          ("other words for refusals and causes", before.wording != after.wording),
          ("another script of payments", before.paymentScript != after.paymentScript),
        ])
  }

  private static func rows(_ place: String, _ texts: [(text: String, holds: Bool)]) -> [Row] {
    texts.filter(\.holds).map { Row(place: place, before: nil, after: $0.text) }
  }
}
