import Fleet
import JSON
import Messages
import RideStore
import Rides
import Tool

/// A dead letter as an item of a list, and on its page.
struct LetterView {
  let letter: DeadLetterRecord
  let maySeePersonal: Bool

  /// Writes the members of an item.
  func writeItem(into writer: inout JSONWriter) {
    let subject = letter.subject
    writer.texts([
      ("letter", letter.identifier.rawValue), ("queue", letter.queue),
      ("state", letter.state.rawValue), ("reason", letter.fault.reason), ("type", letter.type),
      ("path", letter.fault.path), ("failedAt", letter.fault.failedAt.rfc3339),
      ("rider", personal(subject.rider?.rawValue)), ("ride", subject.ride?.rawValue),
      ("vehicle", subject.vehicle?.rawValue), ("replacedBy", letter.replacedBy?.rawValue),
      ("replaces", letter.replaces?.rawValue),
    ])
    writer.member("redrives", letter.redrives)
    writer.member("wasAnswered", letter.isAnswered)
  }

  /// The whole letter; without personal data where the role sees none, and so without its message.
  var json: [UInt8] {
    JSONWriter.object { writer in
      writeItem(into: &writer)
      writer.member("revision", letter.revision)
      writer.texts([
        ("exchange", letter.exchange), ("messageId", letter.messageIdentifier),
        ("correlationId", letter.correlationIdentifier),
        ("storedAt", letter.storedAt.rfc3339), ("redrivenAt", letter.redrivenAt?.rfc3339),
        ("worker", letter.fault.worker), ("message", personal(letter.fault.message)),
      ])
      writeAnswer(into: &writer)
      writeBody(into: &writer)
      writeMistakes(into: &writer)
    }
  }

  private func personal(_ text: String?) -> String? {
    maySeePersonal ? text : text.map { _ in PersonalData.mask }
  }

  /// What the sender was answered; after a redrive the letter has what the redriver was.
  private func writeAnswer(into writer: inout JSONWriter) {
    guard letter.isAnswered, letter.redrives == 0 else { return }
    writer.key("answer")
    writer.object {
      $0.texts([
        ("reason", letter.fault.reason), ("message", personal(letter.fault.message)),
        ("path", letter.fault.path),
      ])
    }
  }

  private func writeBody(into writer: inout JSONWriter) {
    if let excerpt = letter.excerpt {
      writer.member("bodyLength", excerpt.length)
      writer.texts([("bodySHA256", excerpt.digest)])
    }
    guard maySeePersonal else { return writer.texts([("body", PersonalData.mask)]) }
    if let properties = try? PropertiesDocument.decode(letter.properties) {
      writer.key("properties")
      MessageJSON.write(properties, into: &writer)
    }
    if let text = String(validating: letter.body, as: UTF8.self) {
      writer.texts([("body", text)])
    } else {
      writer.texts([("body", Self.hexadecimal(letter.body)), ("bodyForm", "hex")])
    }
  }

  private func writeMistakes(into writer: inout JSONWriter) {
    guard maySeePersonal else { return }
    writer.key("mistakes")
    writer.objects(LetterMistakes(of: letter).all) { mistake, writer in
      mistake.write(into: &writer)
    }
  }

  /// Two digits a byte, 32 bytes a line.
  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    stride(from: 0, to: bytes.count, by: 32).map { start in
      bytes[start..<min(start + 32, bytes.count)].map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }.joined(separator: " ")
    }.joined(separator: "\n")
  }
}

extension DeadLetterGroup {
  /// Writes the members of an item.
  static func write(_ group: DeadLetterGroup, into writer: inout JSONWriter) {
    writer.texts([("reason", group.reason), ("type", group.type), ("path", group.path)])
    writer.member("count", group.count)
    writer.texts([("first", group.first.rfc3339), ("last", group.last.rfc3339)])
  }
}
