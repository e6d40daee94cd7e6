import HTTP
import JSON
import RideStore
import Rides
import Tool

/// The dead letters that a request asks for, by the parameters of its address or by the members of
/// an object of its body.
struct LetterQuery: Hashable {
  private(set) var filter: DeadLetterFilter

  /// The parameters that restrict it.
  static let names = [
    "state", "reason", "type", "path", "without", "queue", "rider", "ride", "from", "before",
  ]

  /// Letters in those states, if the request names none.
  init(
    _ request: HTTPRequest, for role: ConsoleRole,
    states: [DeadLetterRecord.State] = DeadLetterRecord.State.open
  ) throws(APIError) {
    guard request.text("rider") == nil || role.maySeePersonal else {
      throw APIError(.forbidden, "only an agent may ask for the letters of a rider")
    }
    let lacking = try request.words("without", of: Lacking.self) ?? []
    filter = DeadLetterFilter(
      states: try request.words("state", of: DeadLetterRecord.State.self) ?? states,
      queues: request.text("queue").map { [LetterSelection.queue($0)] },
      reasons: request.text("reason").map { [$0] }, types: request.text("type").map { [$0] },
      paths: request.text("path").map { [$0] },
      rider: request.text("rider").map { RiderIdentifier($0) },
      ride: request.text("ride").map { RideIdentifier($0) }, lacking: Set(lacking.map(\.column)),
      failedFrom: try request.instant("from"), failedBefore: try request.instant("before"),
      after: try Self.cursor(request), limit: try request.limit())
  }

  /// Reads the same from an object of texts.
  init(
    _ fields: JSONFields, for role: ConsoleRole, states: [DeadLetterRecord.State]
  ) throws(APIError) {
    if let name = fields.firstName(besides: Self.names) {
      throw APIError(.badRequest, "\(fields.path(to: name)): expected a filter of letters")
    }
    var query: [HTTPField] = []
    do throws(JSONFault) {
      for name in Self.names {
        guard let text = try fields.string(name, atMost: 512) else { continue }
        query.append(HTTPField(name, text))
      }
    } catch {
      throw APIError(.badRequest, error.description)
    }
    try self.init(HTTPRequest(path: "", query: query), for: role, states: states)
  }

  /// A page of the letters, the oldest failure first.
  func page(of store: any RideStore) throws(StoreError) -> ListPage<DeadLetterRecord> {
    var more = filter
    // One more than shown tells whether there are more.
    more.limit += 1
    let found = try store.deadLetters(matching: more)
    return ListPage(found, limit: filter.limit, after: { $0.cursor.text }, rest: nil)
  }

  /// A column in which letters can have nothing.
  private enum Lacking: String, CaseIterable {
    case type, path

    var column: DeadLetterFilter.Column { self == .type ? .type : .path }
  }

  private static func cursor(
    _ request: HTTPRequest
  ) throws(APIError) -> PageCursor<DeadLetterIdentifier>? {
    guard let text = request.text("cursor") else { return nil }
    guard let cursor = PageCursor(text: text, { DeadLetterIdentifier($0) }) else {
      throw APIError(.badRequest, "cursor: expected the next of another page")
    }
    return cursor
  }
}

/// The letters that an action is about: those that a filter lets through, or some by name.
struct LetterChoice {
  let filter: DeadLetterFilter
  /// How many there have to be, as a preview has counted them; nil in a preview.
  let count: Int?

  /// The most letters of one action.
  static let most = 10_000

  /// Letters in those states, if the filter names none.
  init(
    _ fields: JSONFields, for role: ConsoleRole, states: [DeadLetterRecord.State]
  ) throws(APIError) {
    let count: Int64?
    let object: JSONFields?
    let names: [String]?
    do throws(JSONFault) {
      count = try fields.integer("count")
      object = try fields.object("filter")
      names = try fields.array("identifiers") { (elements) throws(JSONFault) in
        try elements.string(atMost: 200)
      }
    } catch {
      throw APIError(.badRequest, error.description)
    }
    self.count = count.map { Int($0) }
    switch (object, names) {
    case (let object?, nil):
      filter = try LetterQuery(object, for: role, states: states).filter
    case (nil, let names?) where 1...Self.most ~= names.count:
      filter = DeadLetterFilter(
        states: DeadLetterRecord.State.open,
        identifiers: names.map { DeadLetterIdentifier($0) }, limit: Self.most)
    default:
      throw APIError(.badRequest, "expected a filter or identifiers, and not both")
    }
  }

  /// The letters as they are now, the oldest failure first.
  func letters(of store: any RideStore) throws(ToolError) -> [DeadLetterRecord] {
    try LetterSelection(filter).letters(of: store, limit: Self.most)
  }

  /// Refuses another number of letters than the preview has counted.
  func check(_ letters: [DeadLetterRecord]) throws(APIError) {
    guard count == letters.count else {
      throw APIError(
        .conflict,
        "expected \(count.map { "\($0)" } ?? "the count of a preview"), and now there are "
          + "\(letters.count); look again")
    }
  }
}
