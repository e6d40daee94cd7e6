import Crypto
import Fleet
import JSON
import RideStore
import Rides
import Tool

/// The requests that read dead letters, and those that change and discard them.
enum LetterRoutes {
  static let all = [
    Route("GET", "/api/dead-letters/groups", role: .reader, answer: groups),
    Route("GET", "/api/dead-letters", role: .reader, answer: list),
    Route("GET", "/api/dead-letters/:id", role: .reader, answer: one),
    Route(
      "POST", "/api/dead-letters/:id/edit", role: .operator, action: "letter-edit", answer: edit),
    Route(
      "POST", "/api/dead-letters/discard", role: .operator, action: "letters-discard",
      answer: discard),
  ]

  private static let mostGroups = 200

  private static func groups(_ call: APICall) throws(APIError) -> APIAnswer {
    var filter = try LetterQuery(call.request, for: call.user.role).filter
    (filter.after, filter.limit) = (nil, mostGroups)
    let groups = try call.asking { [filter] store throws(StoreError) in
      try store.deadLetterGroups(matching: filter)
    }
    let page = ListPage(groups, limit: mostGroups, after: { $0.reason }, rest: nil)
    return APIAnswer(.json(page.json(DeadLetterGroup.write)))
  }

  private static func list(_ call: APICall) throws(APIError) -> APIAnswer {
    let query = try LetterQuery(call.request, for: call.user.role)
    let page = try call.asking { store throws(StoreError) in try query.page(of: store) }
    let maySeePersonal = call.user.role.maySeePersonal
    return APIAnswer(
      .json(
        page.json {
          LetterView(letter: $0, maySeePersonal: maySeePersonal).writeItem(into: &$1)
        }))
  }

  private static func one(_ call: APICall) throws(APIError) -> APIAnswer {
    let view = LetterView(
      letter: try letter(call), maySeePersonal: call.user.role.maySeePersonal)
    return APIAnswer(.json(view.json))
  }

  private static func letter(_ call: APICall) throws(APIError) -> DeadLetterRecord {
    let identifier = DeadLetterIdentifier(call.parameters["id"] ?? "")
    let found = try call.asking { store throws(StoreError) in
      try store.deadLetters([identifier])
    }
    guard let letter = found[identifier] else {
      throw APIError(.notFound, "there is no dead letter \(identifier)")
    }
    return letter
  }

  /// Replaces a letter by one with another body, or says what that would change.
  private static func edit(_ call: APICall) throws(APIError) -> APIAnswer {
    let fields = try call.body()
    let form = try call.reading { () throws(JSONFault) in try LetterEditForm(fields) }
    let letter = try letter(call)
    let edited = try form.edited(letter, at: call.now)
    if !form.isDryRun {
      let isStored = try call.console.redrives.holding([letter.identifier]) {
        () throws(APIError) in
        // A redrive may have sent it meanwhile.
        guard try self.letter(call).revision == letter.revision else { return false }
        try call.begin(edited.identifier.rawValue)
        return try call.finding { store throws(ToolError) in
          try LetterStore(store: store).replace(with: edited)
        }
      }
      guard isStored else {
        throw APIError(.conflict, "the letter has been edited meanwhile; look again")
      }
    }
    let answer = JSONWriter.object { writer in
      if !form.isDryRun { writer.texts([("letter", edited.identifier.rawValue)]) }
      writer.key("differences")
      writer.objects(BodyDifferences(letter.body, form.body).all) {
        $1.texts([("path", $0.path), ("before", $0.before), ("after", $0.after)])
      }
      writer.key("mistakes")
      writer.objects(LetterMistakes(of: edited).all) { $0.write(into: &$1) }
    }
    return APIAnswer(
      .json(answer), detail: form.isDryRun ? "dry run" : edited.identifier.rawValue)
  }

  /// Writes letters to a recording and then deletes them, or says how many there are.
  private static func discard(_ call: APICall) throws(APIError) -> APIAnswer {
    let fields = try call.body()
    let choice = try LetterChoice(
      fields, for: call.user.role, states: DeadLetterRecord.State.open)
    let isDryRun = try call.reading { () throws(JSONFault) in try fields.bool("dryRun") ?? false }
    _ = try call.reading { () throws(JSONFault) in
      try ActionReason.read(fields, isNeeded: !isDryRun)
    }
    guard let folder = call.console.configuration.console.recordings else {
      throw APIError(.conflict, "LIVERY_CONSOLE_RECORDINGS names no folder for what is discarded")
    }
    let letters = try call.finding { store throws(ToolError) in try choice.letters(of: store) }
    guard !isDryRun else {
      let preview = JSONWriter.object {
        $0.member("count", letters.count)
        $0.texts([("before", call.now.rfc3339)])
      }
      return APIAnswer(.json(preview), detail: "dry run of \(letters.count)")
    }
    try choice.check(letters)
    guard !letters.isEmpty else { throw APIError(.conflict, "there are no such letters") }
    return try call.console.redrives.holding(letters.map(\.identifier)) {
      () throws(APIError) in try discard(letters, into: folder, call)
    }
  }

  private static func discard(
    _ letters: [DeadLetterRecord], into folder: String, _ call: APICall
  ) throws(APIError) -> APIAnswer {
    try call.begin("\(letters.count)")
    let second = call.now.rfc3339.prefix(19).filter { $0.isNumber || $0 == "T" }
    let path = "\(folder)/discarded-\(second)-\(Base32.encode(SecretBytes.random(5))).jsonl.gz"
    do throws(ToolError) {
      try LetterRecording.write(letters, to: path, at: call.now, call.console.version)
    } catch {
      throw APIError(.unavailable, "nothing is discarded: \(error.lines.joined(separator: "; "))")
    }
    let deleted = try call.finding { store throws(ToolError) in
      try LetterStore(store: store).delete(letters)
    }
    let answer = JSONWriter.object {
      $0.member("discarded", deleted)
      $0.member("stayed", letters.count - deleted)
      $0.texts([("recording", path)])
    }
    return APIAnswer(.json(answer), detail: "\(deleted), kept in \(path)")
  }
}
