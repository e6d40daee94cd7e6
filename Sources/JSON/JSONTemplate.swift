/// A JSON value in which the parts that vary are gaps, so that all else is encoded once.
package final class JSONTemplate: Sendable {
  fileprivate let text: [UInt8]
  fileprivate let gaps: [Gap]

  /// Where in the text something is missing.
  struct Gap: Sendable {
    let offset: Int
    /// Whether members are missing, after others; else it is a value.
    let isMembers: Bool
  }

  /// The value that `write` writes; each part that it passes to `varying` or `varyingMembers` is a
  /// gap.
  package init(_ write: (inout JSONWriter) -> Void) {
    var writer = JSONWriter(capacity: 1_024)
    writer.gaps = []
    write(&writer)
    gaps = writer.gaps ?? []
    text = writer.finish()
  }

  /// The number of gaps.
  package var gapCount: Int { gaps.count }
}

extension JSONWriter {
  /// A value that varies between texts of one form: a gap in a template, else what `write` writes.
  package mutating func varying(_ write: (inout JSONWriter) -> Void) {
    guard gaps != nil else { return write(&self) }
    separate()
    let offset = count
    gaps?.append(JSONTemplate.Gap(offset: offset, isMembers: false))
  }

  /// Members after the first of an object that vary, or are missing from some texts.
  package mutating func varyingMembers(_ write: (inout JSONWriter) -> Void) {
    guard gaps != nil else { return write(&self) }
    let offset = count
    gaps?.append(JSONTemplate.Gap(offset: offset, isMembers: true))
  }

  /// Writes the value of a template; `write` gets the number of each gap, in order, and writes the
  /// value, or the members, of the gap.
  package mutating func fill(
    _ template: JSONTemplate, _ write: (Int, inout JSONWriter) -> Void
  ) {
    separate()
    template.text.withUnsafeBufferPointer { text in
      var start = 0
      for number in template.gaps.indices {
        let gap = template.gaps[number]
        append(UnsafeBufferPointer(rebasing: text[start..<gap.offset]))
        needsComma = gap.isMembers
        write(number, &self)
        start = gap.offset
      }
      append(UnsafeBufferPointer(rebasing: text[start...]))
    }
    needsComma = true
  }
}
