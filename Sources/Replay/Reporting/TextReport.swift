import JSON

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

  private var summary: [ReportLine] {
    var lines = [ReportLine(report.headline, report.isEqual ? .good : .bad)]
    for (kind, counts) in report.countsByKind {
      var line = ReportLine("  \(kind.words): ", .strong)
      line.add(counts.words)
      lines.append(line)
    }
    return lines
  }

  private var groups: [ReportLine] {
    guard !report.groups.isEmpty else { return [] }
    var lines = section("Differences by shape")
    for group in report.groups.prefix(Self.groupLimit) {
      let text = GroupText(group)
      var line = ReportLine("  \(text.count) x ", .strong)
      line.add("\(text.place) ")
      line.add(text.values, .bad)
      lines.append(line)
      let type = group.shape.type
      lines.append(
        ReportLine("      \(group.shape.class.rawValue), \(type.kind.words) \(type.label)", .dim))
    }
    if let further = report.furtherGroups(than: Self.groupLimit) {
      lines.append(ReportLine("  \(further)", .dim))
    }
    return lines
  }

  private var samples: [ReportLine] {
    guard !report.samples.isEmpty else { return [] }
    var lines = section("Differences one by one")
    for output in report.samples {
      lines.append(ReportLine("  \(output.words)", .strong))
      lines += output.differences.flatMap(self.lines)
      if output.furtherDifferences > 0 {
        let further = NumberText.count(output.furtherDifferences, "further difference")
        lines.append(ReportLine("    and \(further)", .dim))
      }
    }
    if let omission = report.omission { lines.append(ReportLine("  \(omission)", .dim)) }
    return lines
  }

  private func lines(of difference: Difference) -> [ReportLine] {
    let place = [difference.path, difference.element].compactMap(\.self).joined(separator: " ")
    let pair = ValuePair(difference)
    return [
      place.isEmpty ? nil : ReportLine("    \(place)"),
      pair.expected.map { ReportLine("    - \($0)", .bad) },
      pair.actual.map { ReportLine("    + \($0)", .good) },
    ].compactMap(\.self)
  }

  private var noise: [ReportLine] {
    guard !report.noise.isEmpty else { return [] }
    return section("Noise: what also differs between two replays of one build")
      + report.noise.map { finding in
        var line = ReportLine("  \(finding.words)")
        if finding.isExceeded { line.add(", far more than that", .bad) }
        return line
      }
  }

  private var rules: [ReportLine] {
    let all = RuleText.all(of: report)
    let shown = all.filter { $0.isDeclared || $0.uses > 0 }
    let lines = shown.map { rule in
      var line = ReportLine("  \(rule.text) ")
      line.add("(\(rule.usesInWords))", rule.uses == 0 ? .dim : .strong)
      return line
    }
    let others = NumberText.count(all.count - shown.count, "rule")
    return section("Rules by which values count as equal that are not the same") + lines
      + [ReportLine("  \(others) of every replay not used; the other reports list them")]
  }

  private func section(_ title: String) -> [ReportLine] {
    [ReportLine(""), ReportLine(title, .strong)]
  }
}

/// A line whose parts may be colored on a terminal.
struct ReportLine {
  /// How a part looks on a terminal.
  enum Style: String {
    case good = "32"
    case bad = "31"
    case dim = "2"
    case strong = "1"
  }

  /// Texts without unprintable characters.
  private var parts: [(text: String, style: Style?)] = []

  init(_ text: String, _ style: Style? = nil) { add(text, style) }

  mutating func add(_ text: String, _ style: Style? = nil) {
    parts.append((PrintableText.of(text), style))
  }

  /// The line, cut after that many characters.
  func text(isColored: Bool, width: Int) -> String {
    var room = width
    let length = parts.reduce(0) { $0 + $1.text.unicodeScalars.count }
    if length > width { room -= 1 }
    var line = ""
    for part in parts where room > 0 {
      let text = String(part.text.unicodeScalars.prefix(room))
      room -= text.unicodeScalars.count
      if isColored, let style = part.style {
        line += "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
      } else {
        line += text
      }
    }
    return length > width ? line + "…" : line
  }
}
