import Foundation
import HTTP
import JSON
import RideStore
import Rides
import SQLiteStore
import Testing

@testable import Console

@Suite("Which dead letters a request asks for")
struct LetterQueryTests {
  /// Letters a to e, one a minute, the first ones first.
  private static let letters: [DeadLetterRecord] = [
    .sample("a"), .sample("b", at: 60) { $0.state = .sent },
    .sample("c", at: 120) { ($0.type, $0.fault.path) = (nil, nil) },
    .sample("d", at: 180) { ($0.fault.reason, $0.queue) = ("it's 100% 🚕", "q") },
    .sample("e", at: 240) { $0.state = .redriven },
  ]

  private static let cases: [([String: String], String)] = [
    ([:], "abcd"), (["state": "redriven,dead"], "acde"), (["reason": "wrong-type"], "abc"),
    (["reason": "it's 100% 🚕"], "d"), (["reason": "wrong%"], ""), (["type": "x"], ""),
    (["path": "partySize"], "abd"), (["without": "type,path"], "c"), (["without": "type"], "c"),
    (["queue": "request-ride"], "abc"), (["queue": "q"], "d"), (["rider": "secret-rider"], "abcd"),
    (["rider": "' OR 1=1 --"], ""), (["ride": "r-b"], "b"),
    (["from": "2027-01-15T08:02:00Z"], "cd"), (["before": "2027-01-15T08:02:00Z"], "ab"),
    (["reason": "wrong-type", "state": "sent"], "b"),
  ]

  @Test("A filter in an address and one in a body choose the same letters of a database")
  func choices() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "letters-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "livery.sqlite").path
    try SQLiteStore.migrate(path: path)
    let store = try SQLiteStore(path: path)
    try store.store(Self.letters)
    for (filter, wanted) in Self.cases {
      let query = try LetterQuery(
        HTTPRequest(path: "", query: filter.map { HTTPField($0.key, $0.value) }), for: .agent)
      let listed = try store.deadLetters(matching: query.filter).map(\.identifier.rawValue)
      #expect(listed.joined() == wanted, "\(filter)")
      let groups = try store.deadLetterGroups(matching: query.filter)
      #expect(groups.reduce(0) { $0 + $1.count } == wanted.count, "\(filter)")
      let body = JSONValue.object(["filter": .object(filter.mapValues { .string($0) })])
      let choice = try LetterChoice(
        JSONFields(parsing: body.text), for: .operator, states: DeadLetterRecord.State.open)
      #expect(
        try choice.letters(of: store).map(\.identifier.rawValue).joined() == wanted, "\(filter)")
    }
    try pages(store)
  }

  private func pages(_ store: SQLiteStore) throws {
    var (found, cursor): ([String], String?) = ([], "")
    while let next = cursor, found.count < 9 {
      let query = try LetterQuery(
        HTTPRequest(path: "", query: [HTTPField("limit", "3"), HTTPField("cursor", next)]),
        for: .reader)
      let page = try query.page(of: store)
      found += page.items.map(\.identifier.rawValue)
      cursor = page.next
    }
    #expect(found.joined() == "abcd")
  }

  @Test(
    "What makes no sense is refused",
    arguments: [
      "{}", #"{"filter":{},"identifiers":["a"]}"#, #"{"identifiers":[]}"#,
      #"{"filter":{"states":"dead"}}"#, #"{"filter":{"state":"gone"}}"#,
      #"{"filter":{"reason":7}}"#, #"{"filter":{"from":"soon"}}"#,
      #"{"filter":{"without":"ride"}}"#,
    ])
  func refused(_ body: String) throws {
    let fields = try JSONFields(parsing: Array(body.utf8))
    let error = #expect(throws: APIError.self) {
      try LetterChoice(fields, for: .operator, states: [.dead])
    }
    #expect(error?.code == .badRequest)
  }

  @Test("A reader asks for no rider's letters")
  func reader() {
    let request = HTTPRequest(path: "", query: [HTTPField("rider", "x")])
    #expect(throws: APIError(.forbidden, "only an agent may ask for the letters of a rider")) {
      try LetterQuery(request, for: .reader)
    }
  }
}
