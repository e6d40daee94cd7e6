import JSON
import Messages
import RideStore
import Rides
import Tool

/// What an operator has filled in to send dead letters again.
struct RedriveForm {
  let choice: LetterChoice
  let isDryRun: Bool
  let reason: String
  let limits: RedriveLimits
  let preparation: RedrivePreparation

  private static let members = [
    "filter", "identifiers", "count", "dryRun", "reason", "rate", "ramp", "stopAfter", "role",
    "includeAnswered", "force", "withoutDeadline",
  ]

  /// Reads a form; what it does not have is a mistake, not left out.
  init(_ fields: JSONFields, for role: ConsoleRole) throws(APIError) {
    choice = try LetterChoice(fields, for: role, states: [.dead])
    do throws(JSONFault) {
      if let name = fields.firstName(besides: Self.members) {
        throw JSONFault(.outOfRange, path: name, "expected a member of a redrive")
      }
      isDryRun = try fields.bool("dryRun") ?? false
      reason = try ActionReason.read(fields, isNeeded: !isDryRun)
      limits = try Self.limits(fields)
      preparation = RedrivePreparation(
        role: try Self.role(fields), isForced: try fields.bool("force") ?? false,
        takesAnswered: try fields.bool("includeAnswered") ?? false,
        edits: try fields.bool("withoutDeadline") ?? false
          ? [LetterEdit("headers.deadline")].compactMap(\.self) : [])
    } catch {
      throw APIError(.badRequest, error.description)
    }
  }

  private static func limits(_ fields: JSONFields) throws(JSONFault) -> RedriveLimits {
    let ramp = try fields.array("ramp") { (elements) throws(JSONFault) in
      try elements.integer()
    }
    let isRamp = ramp.map { steps in
      1...20 ~= steps.count && steps.allSatisfy { 1...10_000 ~= $0 }
    }
    guard isRamp ?? true else {
      throw JSONFault(
        .outOfRange, path: "ramp", "expected 1 to 20 whole numbers from 1 to 10000")
    }
    let rate = try fields.number("rate")
    guard (0...100_000).contains(rate ?? 0) else {
      throw JSONFault(.outOfRange, path: "rate", "expected a number from 0 to 100000")
    }
    let stopAfter = try fields.integer("stopAfter") ?? 3
    guard (0...10_000).contains(stopAfter) else {
      throw JSONFault(.outOfRange, path: "stopAfter", "expected a whole number from 0 to 10000")
    }
    return RedriveLimits(
      rate: rate, ramp: ramp?.map { Int($0) } ?? RedriveLimits.usualRamp,
      failureLimit: Int(stopAfter))
  }

  private static func role(_ fields: JSONFields) throws(JSONFault) -> Role? {
    guard let text = try fields.string("role", atMost: 32) else { return nil }
    guard let role = Role(rawValue: text), role != .redrive else {
      let roles = Role.allCases.filter { $0 != .redrive }.map(\.rawValue)
      throw JSONFault(
        .outOfRange, path: "role", "expected one of \(roles.joined(separator: ", "))")
    }
    return role
  }
}

/// The reason that an operator gives for an action.
enum ActionReason {
  /// Reads it; it must not be empty where it is needed.
  static func read(_ fields: JSONFields, isNeeded: Bool) throws(JSONFault) -> String {
    let reason = try fields.string("reason", atMost: 512) ?? ""
    guard !isNeeded || reason.contains(where: { !$0.isWhitespace }) else {
      throw fields.missing("reason")
    }
    return reason
  }
}

/// What a redrive would do, before it is begun.
struct RedrivePreview {
  let letters: Int
  let prepared: RedrivePreparation.Prepared
  let now: Instant

  /// The document of a dry run.
  var json: [UInt8] {
    JSONWriter.object { writer in
      writer.member("count", letters)
      writer.member("planned", prepared.candidates.count)
      // With it the same filter lets through no letter that dies later.
      writer.texts([("before", now.rfc3339)])
      writer.key("routes")
      writer.objects(routes) { $1.write($0) }
      writer.key("obstacles")
      writer.objects(obstacles) { $1.write($0) }
      writer.member("late", prepared.candidates.count { $0.isLate(at: now) })
      writer.member("old", prepared.candidates.count { $0.isOlderThanOutcomes(at: now) })
    }
  }

  private var routes: [(texts: [(name: String, text: String?)], count: Int)] {
    let routes = Dictionary(grouping: prepared.candidates, by: \.route)
    return routes.map { route, letters in
      switch route {
      case .request(let type, let role):
        ([("type", type.rawValue), ("role", role.rawValue)], letters.count)
      case .payment: ([("type", "payments")], letters.count)
      }
    }.sorted { $0.count > $1.count }
  }

  private var obstacles: [(texts: [(name: String, text: String?)], count: Int)] {
    let groups = Dictionary(grouping: prepared.obstacles, by: \.obstacle)
    return groups.map { obstacle, letters in
      (
        [
          ("reason", obstacle.reason), ("consent", obstacle.consent?.rawValue),
          ("letter", letters.first?.letter.identifier.rawValue),
        ], letters.count
      )
    }.sorted { $0.count > $1.count }
  }
}

extension JSONWriter {
  fileprivate mutating func write(_ row: (texts: [(name: String, text: String?)], count: Int)) {
    texts(row.texts)
    member("count", row.count)
  }
}
