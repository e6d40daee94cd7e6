import JSON
import RideStore
import Rides
import Tool

/// Another body for a dead letter, as an operator has written it.
struct LetterEditForm {
  let body: [UInt8]
  /// The revision of the letter that was edited.
  let revision: Int
  let isDryRun: Bool

  private static let members = ["body", "revision", "dryRun", "reason"]

  init(_ fields: JSONFields) throws(JSONFault) {
    if let name = fields.firstName(besides: Self.members) {
      throw JSONFault(.outOfRange, path: name, "expected a member of an edit")
    }
    let body = try fields.require("body", try fields.string("body", atMost: 65_536))
    self.body = Array(body.utf8)
    revision = Int(try fields.require("revision", try fields.integer("revision")))
    isDryRun = try fields.bool("dryRun") ?? false
    _ = try ActionReason.read(fields, isNeeded: !isDryRun)
  }

  /// The letter in the place of another; refused where that cannot be edited any more.
  func edited(_ letter: DeadLetterRecord, at now: Instant) throws(APIError) -> DeadLetterRecord {
    guard letter.revision == revision else {
      throw APIError(.conflict, "the letter has changed meanwhile; look again")
    }
    guard DeadLetterRecord.State.open.contains(letter.state) else {
      throw APIError(.conflict, "the letter is \(letter.state.rawValue)")
    }
    guard letter.excerpt == nil else {
      throw APIError(.conflict, "only the first bytes of its body are stored")
    }
    do throws(LetterRoute.Obstacle) {
      return try LetterEdit.edited(letter, body: body, at: now)
    } catch {
      throw APIError(.conflict, error.reason)
    }
  }
}

/// What two bodies have at the places where they differ.
struct BodyDifferences {
  private(set) var all: [(path: String, before: String?, after: String?)] = []

  /// Bodies that are not both JSON differ as a whole.
  init(_ before: [UInt8], _ after: [UInt8]) {
    guard let left = try? JSONValue(parsing: before, limits: .stored),
      let right = try? JSONValue(parsing: after, limits: .stored)
    else {
      if before != after {
        all = [
          ("", String(decoding: before, as: UTF8.self), String(decoding: after, as: UTF8.self))
        ]
      }
      return
    }
    compare(left, right, "")
  }

  private mutating func compare(_ left: JSONValue?, _ right: JSONValue?, _ path: String) {
    guard left != right else { return }
    if let before = left?.members, let after = right?.members {
      for name in Set(before.keys).union(after.keys).sorted() {
        compare(before[name], after[name], path.isEmpty ? name : "\(path).\(name)")
      }
    } else if let before = left?.array, let after = right?.array {
      for index in 0..<max(before.count, after.count) {
        compare(
          index < before.count ? before[index] : nil, index < after.count ? after[index] : nil,
          "\(path)[\(index)]")
      }
    } else {
      all.append((path, left.map(Self.shown), right.map(Self.shown)))
    }
  }

  private static func shown(_ value: JSONValue) -> String {
    String(decoding: value.text, as: UTF8.self)
  }
}
