import JSON

/// A report for programs.
package struct JSONReport {
  private let report: ComparisonReport

  package init(_ report: ComparisonReport) { self.report = report }

  /// One JSON object on one line; unprintable characters are escaped, so that it may be shown.
  package var text: [UInt8] {
    var writer = JSONWriter(capacity: 16 * 1024)
    writer.beginObject()
    writer.key("isEqual")
    writer.bool(report.isEqual)
    writer.key("counts")
    write(report.total, into: &writer)
    writeTypes(into: &writer)
    writer.key("groups")
    writer.beginArray()
    for group in report.groups { write(group, into: &writer) }
    writer.endArray()
    writer.key("ungrouped")
    writer.integer(report.ungrouped)
    writer.key("samples")
    writer.beginArray()
    for output in report.samples { write(output, into: &writer) }
    writer.endArray()
    writeNoise(into: &writer)
    writeRules(into: &writer)
    writer.endObject()
    return PrintableText.json(writer.finish())
  }

  private func writeTypes(into writer: inout JSONWriter) {
    writer.key("types")
    writer.beginArray()
    let types = report.counts.sorted { left, right in
      (left.key.kind.rawValue, left.key.label) < (right.key.kind.rawValue, right.key.label)
    }
    for (type, counts) in types {
      writer.beginObject()
      writer.member("kind", type.kind.rawValue)
      writer.member("label", type.label)
      writer.key("counts")
      write(counts, into: &writer)
      writer.endObject()
    }
    writer.endArray()
  }

  private func write(_ counts: VerdictCounts, into writer: inout JSONWriter) {
    writer.beginObject()
    for verdict in Verdict.allCases {
      writer.key(dynamic: verdict.rawValue)
      writer.integer(counts[verdict])
    }
    writer.endObject()
  }

  private func write(_ group: DifferenceGroup, into writer: inout JSONWriter) {
    writer.beginObject()
    write(group.shape, into: &writer)
    writer.member("element", group.element)
    writer.key("count")
    writer.integer(group.count)
    writer.member("summary", GroupText(group).line)
    writer.member("leastChange", group.changes?.lowerBound.description)
    writer.member("greatestChange", group.changes?.upperBound.description)
    writer.key("examples")
    writer.beginArray()
    for example in group.examples {
      writer.beginObject()
      writer.member("expected", example.expected)
      writer.member("actual", example.actual)
      writer.endObject()
    }
    writer.endArray()
    writer.key("samples")
    writer.beginArray()
    for place in group.samples { writer.integer(place) }
    writer.endArray()
    writer.endObject()
  }

  private func write(_ shape: NoiseShape, into writer: inout JSONWriter) {
    writer.member("kind", shape.type.kind.rawValue)
    writer.member("label", shape.type.label)
    writer.member("path", shape.path)
    writer.member("class", shape.class.rawValue)
  }

  private func write(_ output: DifferingOutput, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("kind", output.type.kind.rawValue)
    writer.member("label", output.type.label)
    writer.member("key", output.key)
    writer.member("cause", output.cause)
    writer.member("verdict", output.verdict.rawValue)
    writer.key("differences")
    writer.beginArray()
    for difference in output.differences {
      writer.beginObject()
      writer.member("path", difference.path)
      writer.member("element", difference.element)
      writer.member("class", difference.class.rawValue)
      writer.member("expected", difference.expected)
      writer.member("actual", difference.actual)
      writer.endObject()
    }
    writer.endArray()
    writer.key("furtherDifferences")
    writer.integer(output.furtherDifferences)
    writer.endObject()
  }

  private func writeNoise(into writer: inout JSONWriter) {
    writer.key("noise")
    writer.beginArray()
    for finding in report.noise {
      writer.beginObject()
      write(finding.shape, into: &writer)
      writer.key("differences")
      writer.integer(finding.differences)
      writer.key("outputs")
      writer.integer(finding.outputs)
      writer.key("share")
      writer.double(finding.share)
      writer.key("knownShare")
      writer.double(finding.knownShare)
      writer.key("isExceeded")
      writer.bool(finding.isExceeded)
      writer.endObject()
    }
    writer.endArray()
  }

  private func writeRules(into writer: inout JSONWriter) {
    writer.key("rules")
    writer.beginArray()
    for rule in RuleText.all(of: report) {
      writer.beginObject()
      writer.member("rule", rule.text)
      writer.key("uses")
      writer.integer(rule.uses)
      writer.endObject()
    }
    writer.endArray()
  }
}

extension JSONWriter {
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
