import JSON
import Testing

@Suite("JSON templates") struct JSONTemplateTests {
  /// An object whose amount varies, and perhaps has a note.
  private func write(_ amount: Int, note: String?, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("name")
    writer.string("fixed")
    writer.varyingMembers { writer in
      guard let note else { return }
      writer.key("note")
      writer.string(note)
    }
    writer.key("amounts")
    writer.beginArray()
    writer.varying { $0.integer(amount) }
    writer.varying { $0.integer(amount + 1) }
    writer.endArray()
    writer.endObject()
  }

  private func text(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.finish(), as: UTF8.self)
  }

  @Test("A filled template has the bytes of what it was made from", arguments: [nil, "a\"b"])
  func filled(note: String?) {
    let template = JSONTemplate { write(0, note: nil, into: &$0) }
    #expect(template.gapCount == 3)
    let filled = text { writer in
      writer.beginArray()
      for amount in [7, 70] {
        writer.fill(template) { gap, writer in
          guard gap == 0 else { return writer.integer(amount + gap - 1) }
          guard let note else { return }
          writer.key("note")
          writer.string(note)
        }
      }
      writer.endArray()
    }
    let written = text { writer in
      writer.beginArray()
      for amount in [7, 70] { write(amount, note: note, into: &writer) }
      writer.endArray()
    }
    #expect(filled == written)
  }

  @Test("A template without gaps is a constant")
  func constant() {
    let template = JSONTemplate { $0.string("é\n") }
    #expect(template.gapCount == 0)
    #expect(text { $0.fill(template) { _, _ in } } == #""é\n""#)
  }
}
