import JSON
import Rides

/// A report for programs.
package struct JSONReport {
  private let report: ComparisonReport

  package init(_ report: ComparisonReport) { self.report = report }

  /// One JSON object on one line; unprintable characters are escaped, so that it may be shown.
  package var text: [UInt8] {
    var writer = JSONWriter(capacity: 16 * 1024)
    writer.object { writer in
      writer.key("isEqual")
      writer.bool(report.isEqual)
      if !report.missing.isEmpty {
        writer.key("missing")
        writer.object { writer in
          writer.member("reports", report.missing.reports)
          writer.member("rides", report.missing.rides)
          writer.member("offers", report.missing.offers)
        }
      }
      writer.key("counts")
      write(report.total, into: &writer)
      writer.objects("money", report.money.accounts) { item, writer in
        writer.member("account", item.account.name)
        writer.member("currencyCode", item.account.currency)
        writer.member("change", item.change.decimalString)
      }
      writer.objects("types", types) { type, writer in
        writer.member("kind", type.key.kind.rawValue)
        writer.member("label", type.key.label)
        writer.key("counts")
        write(type.value, into: &writer)
      }
      writer.objects("groups", report.groups, write)
      writer.member("ungrouped", report.ungrouped)
      writer.objects("samples", report.samples, write)
      writer.objects("noise", report.noise, write)
      writer.objects("rules", RuleText.all(of: report)) { rule, writer in
        writer.member("rule", rule.text)
        writer.member("uses", rule.uses)
      }
    }
    return PrintableText.json(writer.finish())
  }

  private var types: [(key: OutputType, value: VerdictCounts)] {
    report.counts.sorted { left, right in
      (left.key.kind.rawValue, left.key.label) < (right.key.kind.rawValue, right.key.label)
    }
  }

  private func write(_ counts: VerdictCounts, into writer: inout JSONWriter) {
    writer.object { writer in
      for verdict in Verdict.allCases {
        writer.key(dynamic: verdict.rawValue)
        writer.integer(counts[verdict])
      }
    }
  }

  private func write(_ group: DifferenceGroup, into writer: inout JSONWriter) {
    write(group.shape, into: &writer)
    writer.member("element", group.element)
    writer.member("count", group.count)
    writer.member("summary", GroupText(group).line)
    writer.member("leastChange", group.changes?.lowerBound.description)
    writer.member("greatestChange", group.changes?.upperBound.description)
    writer.objects("examples", group.examples) { example, writer in
      writer.member("expected", example.expected)
      writer.member("actual", example.actual)
    }
    writer.key("samples")
    writer.beginArray()
    for place in group.samples { writer.integer(place) }
    writer.endArray()
  }

  private func write(_ shape: NoiseShape, into writer: inout JSONWriter) {
    writer.member("kind", shape.type.kind.rawValue)
    writer.member("label", shape.type.label)
    writer.member("path", shape.path)
    writer.member("class", shape.class.rawValue)
  }

  private func write(_ output: DifferingOutput, into writer: inout JSONWriter) {
    writer.member("kind", output.type.kind.rawValue)
    writer.member("label", output.type.label)
    writer.member("key", output.key)
    writer.member("cause", output.cause)
    writer.member("verdict", output.verdict.rawValue)
    writer.objects("differences", output.differences) { difference, writer in
      writer.member("path", difference.path)
      writer.member("element", difference.element)
      writer.member("class", difference.class.rawValue)
      writer.member("expected", difference.expected)
      writer.member("actual", difference.actual)
    }
    writer.member("furtherDifferences", output.furtherDifferences)
  }

  private func write(_ finding: NoiseFinding, into writer: inout JSONWriter) {
    write(finding.shape, into: &writer)
    writer.member("differences", finding.differences)
    writer.member("outputs", finding.outputs)
    writer.key("share")
    writer.double(finding.share)
    writer.key("knownShare")
    writer.double(finding.knownShare)
    writer.key("isExceeded")
    writer.bool(finding.isExceeded)
  }
}

extension JSONWriter {
  /// Writes an object; `write` writes its members.
  fileprivate mutating func object(_ write: (inout JSONWriter) -> Void) {
    beginObject()
    write(&self)
    endObject()
  }

  /// Writes an array of objects; `write` writes the members of each.
  fileprivate mutating func objects<Element>(
    _ name: StaticString, _ elements: [Element], _ write: (Element, inout JSONWriter) -> Void
  ) {
    key(name)
    beginArray()
    for element in elements { object { write(element, &$0) } }
    endArray()
  }

  /// Writes a member; leaves it out where there is no value.
  fileprivate mutating func member(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    key(name)
    string(text)
  }

  fileprivate mutating func member(_ name: StaticString, _ number: Int?) {
    guard let number else { return }
    key(name)
    integer(number)
  }
}
