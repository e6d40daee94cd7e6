/// A report for a terminal or a log.
package struct TextReport {
  private static let groupLimit = 100

  private let report: ComparisonReport
  private let isColored: Bool
  private let width: Int

  /// - Parameter width: The columns after which lines are cut off.
  package init(_ report: ComparisonReport, isColored: Bool = false, width: Int = 120) {
    self.report = report
    self.isColored = isColored
    self.width = max(width, 20)
  }

  /// The lines, without line feeds; no text from outside can move the cursor or add a line.
  package var lines: [String] {
    (summary + groups + samples + noise + rules)
      .map { $0.text(isColored: isColored, width: width) }
  }

  private var summary: [StyledText] {
    [StyledText(report.headline, report.isEqual ? .good : .bad)]
      + report.countsByKind.map { kind, counts in
        "\("  \(kind.words): ", .strong)\(counts.words)"
      }
      + (report.moneySentence.map { [StyledText("  \($0)")] } ?? [])
  }

  private var groups: [StyledText] {
    guard !report.groups.isEmpty else { return [] }
    var lines = section("Differences by shape")
    for group in report.groups.prefix(Self.groupLimit) {
      let text = GroupText(group)
      lines.append("\("  \(text.count) x ", .strong)\(text.place) \(text.values, .bad)")
      let type = group.shape.type
      lines.append(
        StyledText("      \(group.shape.class.rawValue), \(type.kind.words) \(type.label)", .dim))
    }
    if let further = report.furtherGroups(than: Self.groupLimit) {
      lines.append(StyledText("  \(further)", .dim))
    }
    return lines
  }

  private var samples: [StyledText] {
    guard !report.samples.isEmpty else { return [] }
    var lines = section("Differences one by one")
    for output in report.samples {
      lines.append(StyledText("  \(output.words)", .strong))
      lines += output.differences.flatMap(self.lines)
      if output.furtherDifferences > 0 {
        let further = NumberText.count(output.furtherDifferences, "further difference")
        lines.append(StyledText("    and \(further)", .dim))
      }
    }
    if let omission = report.omission { lines.append(StyledText("  \(omission)", .dim)) }
    return lines
  }

  private func lines(of difference: Difference) -> [StyledText] {
    let place = [difference.path, difference.element].compactMap(\.self).joined(separator: " ")
    let pair = ValuePair(difference)
    return [
      place.isEmpty ? nil : StyledText("    \(place)"),
      pair.expected.map { StyledText("    - \($0)", .bad) },
      pair.actual.map { StyledText("    + \($0)", .good) },
    ].compactMap(\.self)
  }

  private var noise: [StyledText] {
    guard !report.noise.isEmpty else { return [] }
    return section("Noise: what also differs between two replays of one build")
      + report.noise.map { finding in
        finding.isExceeded
          ? "  \(finding.words)\(", far more than that", .bad)" : "  \(finding.words)"
      }
  }

  private var rules: [StyledText] {
    let all = RuleText.all(of: report)
    let shown = all.filter { $0.isDeclared || $0.uses > 0 }
    let lines = shown.map { rule -> StyledText in
      "  \(rule.text) \("(\(rule.usesInWords))", rule.uses == 0 ? .dim : .strong)"
    }
    let others = NumberText.count(all.count - shown.count, "rule")
    return section("Rules by which values count as equal that are not the same") + lines
      + [StyledText("  \(others) of every replay not used; the other reports list them")]
  }

  private func section(_ title: String) -> [StyledText] {
    [StyledText(""), StyledText(title, .strong)]
  }
}
