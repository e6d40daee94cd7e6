/// A report for the test pages of CI: a test case for each kind of output, and one for each group
/// of differences.
package struct JUnitReport {
  private static let groupLimit = 500

  private let report: ComparisonReport

  package init(_ report: ComparisonReport) { self.report = report }

  /// The report as an XML document in the form of JUnit.
  package var text: String {
    let cases = kinds + groups + noise
    let failures = cases.count { $0.failure != nil }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites tests="\(cases.count)" failures="\(failures)">
      <testsuite name="livery replay" tests="\(cases.count)" failures="\(failures)" errors="0" \
      skipped="0">
      <properties>
      \(properties.joined(separator: "\n"))
      </properties>
      \(cases.map(\.text).joined(separator: "\n"))
      </testsuite>
      </testsuites>

      """
  }

  /// One test case; it passes without a failure.
  private struct Case {
    let name: String
    let group: String
    var failure: (message: String, type: String, text: String)?

    var text: String {
      let head =
        "<testcase name=\"\(Markup.escaped(name))\" classname=\"\(Markup.escaped(group))\""
      guard let failure else { return head + "/>" }
      return head + "><failure message=\"\(Markup.escaped(failure.message))\""
        + " type=\"\(Markup.escaped(failure.type))\">"
        + failure.text.split(separator: "\n").map { Markup.escaped(String($0)) }
        .joined(separator: "\n")
        + "</failure></testcase>"
    }
  }

  private var properties: [String] {
    RuleText.all(of: report).map {
      "<property name=\"rule\" value=\"\(Markup.escaped("\($0.text) (\($0.usesInWords))"))\"/>"
    }
  }

  /// The replay as a whole, then each kind of output.
  private var kinds: [Case] {
    let whole = Case(
      name: "the replay equals what was expected", group: "replay",
      failure: report.isEqual ? nil : (report.headline, "different", report.total.words))
    return [whole]
      + report.countsByKind.map { kind, counts in
        let failing = counts[.different] + counts[.missing] + counts[.unexpected]
        return Case(
          name: "each \(kind.words) is as expected", group: "replay.\(kind.rawValue)",
          failure: failing == 0 ? nil : (counts.words, "different", counts.words))
      }
  }

  private var groups: [Case] {
    report.groups.prefix(Self.groupLimit).map { group in
      let text = GroupText(group)
      let type = group.shape.type
      return Case(
        name: "\(text.place) (\(group.shape.class.rawValue))",
        group: "replay.\(type.kind.rawValue).\(type.label)",
        failure: (text.line, group.shape.class.rawValue, samples(of: group)))
    }
  }

  private var noise: [Case] {
    report.noise.map { finding in
      let type = finding.shape.type
      return Case(
        name: "noise at \(finding.shape.path) (\(finding.shape.class.rawValue))",
        group: "replay.\(type.kind.rawValue).\(type.label)",
        failure: finding.isExceeded ? (finding.words, "noise", finding.words) : nil)
    }
  }

  /// A line for each sample, and one for each of its values; a line feed in a value is escaped.
  private func samples(of group: DifferenceGroup) -> String {
    group.samples.map { place in
      let output = report.samples[place]
      return StyledText(output.words).text(isColored: false)
    }.joined(separator: "\n")
  }
}
