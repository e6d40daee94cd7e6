import Fleet
import JSON
import Messages
import RideStore
import Rides

/// Dead letters for a person, and as lines of JSON.
enum LetterLines {
  /// A line for each group, in columns.
  static func lines(
    of groups: [DeadLetterGroup], answered: AnsweredGroups = AnsweredGroups([])
  ) -> [String] {
    TextColumns.lines(
      groups.map { group in
        [
          "\(group.count)".rightAligned(in: 6), group.reason, group.type ?? "-",
          group.path ?? "-", "\(group.first.rfc3339) to \(group.last.rfc3339)",
          answered[group] > 0 ? "\(answered[group]) answered" : "",
        ]
      })
  }

  /// A line for each letter, in columns.
  static func lines(of letters: [DeadLetterRecord]) -> [String] {
    TextColumns.lines(
      letters.map { letter in
        [
          letter.identifier.rawValue, letter.fault.failedAt.rfc3339, state(of: letter),
          letter.fault.reason, letter.type ?? "-", letter.fault.path ?? "-",
          subject(of: letter),
        ]
      })
  }

  /// One letter as labeled lines.
  static func slots(of letter: DeadLetterRecord) -> [(name: String, value: String)] {
    let slots: [(String, String?)] = [
      ("letter", letter.identifier.rawValue), ("queue", letter.queue),
      ("state", state(of: letter)), ("reason", letter.fault.reason),
      ("message", letter.fault.message), ("path", letter.fault.path), ("type", letter.type),
      ("exchange", letter.exchange ?? "not proven: redrive needs --role"),
      ("message id", letter.messageIdentifier),
      ("correlation", letter.correlationIdentifier),
      ("sender", letter.isAnswered ? "was answered: redrive needs --answered" : nil),
      ("rider", letter.subject.rider?.rawValue), ("ride", letter.subject.ride?.rawValue),
      ("vehicle", letter.subject.vehicle?.rawValue),
      ("failed", letter.fault.failedAt.rfc3339), ("worker", letter.fault.worker ?? "the broker"),
      ("stored", letter.storedAt.rfc3339), ("redriven", letter.redrivenAt?.rfc3339),
      ("replaced by", letter.replacedBy?.rawValue), ("replaces", letter.replaces?.rawValue),
      (
        "whole body",
        letter.excerpt.map {
          "\($0.length) bytes, SHA-256 \($0.digest); \(letter.body.count) are stored, which cannot "
            + "be redriven"
        }
      ),
    ]
    return slots.compactMap { name, value in value.map { (name, $0) } }
  }

  /// A group as one object of JSON.
  static func json(_ group: DeadLetterGroup, answered: AnsweredGroups) -> [UInt8] {
    JSONWriter.object { writer in
      writer.member("count", group.count)
      writer.member("answered", answered[group])
      writer.texts([
        ("reason", group.reason), ("type", group.type), ("path", group.path),
        ("first", group.first.rfc3339), ("last", group.last.rfc3339),
      ])
    }
  }

  /// A letter as one JSON object, on request with its message.
  static func json(_ letter: DeadLetterRecord, withMessage: Bool) -> [UInt8] {
    JSONWriter.object { writer in
      writer.texts([
        ("letter", letter.identifier.rawValue), ("queue", letter.queue),
        ("state", letter.state.rawValue), ("reason", letter.fault.reason),
        ("message", letter.fault.message), ("path", letter.fault.path), ("type", letter.type),
        ("exchange", letter.exchange), ("messageId", letter.messageIdentifier),
        ("correlationId", letter.correlationIdentifier),
        ("rider", letter.subject.rider?.rawValue), ("ride", letter.subject.ride?.rawValue),
        ("vehicle", letter.subject.vehicle?.rawValue),
        ("failedAt", letter.fault.failedAt.rfc3339), ("worker", letter.fault.worker),
        ("storedAt", letter.storedAt.rfc3339), ("redrivenAt", letter.redrivenAt?.rfc3339),
        ("replacedBy", letter.replacedBy?.rawValue), ("replaces", letter.replaces?.rawValue),
        ("bodySHA256", letter.excerpt?.digest),
      ])
      if let excerpt = letter.excerpt { writer.member("bodyLength", excerpt.length) }
      writer.member("redrives", letter.redrives)
      writer.member("answered", letter.isAnswered)
      if withMessage {
        writer.key("properties")
        writer.raw(letter.properties)
        writer.key("body")
        MessageJSON.write(body: letter.body, into: &writer)
      }
    }
  }

  /// The state, whether the sender was answered, and how often the letter was sent again.
  private static func state(of letter: DeadLetterRecord) -> String {
    let redrives: String? =
      switch letter.redrives {
      case 0: nil
      case 1: "redriven once"
      default: "redriven \(letter.redrives) times"
      }
    let words = [
      letter.isAnswered ? "answered" : nil, letter.excerpt == nil ? nil : "not whole", redrives,
    ].compactMap(\.self)
    let state = letter.state.rawValue
    return words.isEmpty ? state : "\(state) (\(words.joined(separator: ", ")))"
  }

  private static func subject(of letter: DeadLetterRecord) -> String {
    let parts = [
      letter.subject.ride.map { "ride \($0)" }, letter.subject.rider.map { "rider \($0)" },
      letter.subject.vehicle.map { "vehicle \($0)" },
    ].compactMap(\.self)
    return parts.isEmpty ? "-" : parts.joined(separator: ", ")
  }
}
