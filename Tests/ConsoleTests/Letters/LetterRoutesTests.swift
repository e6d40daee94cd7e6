import Foundation
import HTTP
import JSON
import MemoryStore
import RideStore
import Rides
import Testing

@testable import Console

@Suite("Dead letters by the API")
struct LetterRoutesTests {
  private let console: TestConsole
  private let folder: URL
  private let user: HTTPField

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "recordings-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    console = try TestConsole(["LIVERY_CONSOLE_RECORDINGS": folder.path])
    try console.store.store([.sample("a"), .sample("b", at: 60)])
    user = try console.signIn(.operator)
  }

  private func letter(_ name: String) throws -> DeadLetterRecord? {
    try console.store.deadLetters([DeadLetterIdentifier(name)]).values.first
  }

  @Test("A reader sees letters without what is personal")
  func masked() throws {
    let reader = try console.signIn(.reader)
    for path in ["/api/dead-letters", "/api/dead-letters/a", "/api/dead-letters/groups"] {
      let text = console.response(to: HTTPRequest(path: path, headers: [reader]))?.body ?? []
      #expect(!text.isEmpty && !String(decoding: text, as: UTF8.self).contains("secret"), "\(path)")
    }
    let whole = console.get("/api/dead-letters/a", user).body
    #expect(whole["rider"]?.string == "secret-rider" && whole["mistakes"]?[0] != nil)
    #expect(whole["body"]?.string?.contains("two") == true && whole["properties"] != nil)
    #expect(console.get("/api/dead-letters/x", user).code == "notFound")
  }

  @Test("Bytes that are no text are shown as hexadecimal digits")
  func bytes() throws {
    try console.store.store([.sample("c") { $0.body = [0xFF, 0x00, 0x7B] }])
    let letter = console.get("/api/dead-letters/c", user).body
    #expect(letter["body"]?.string == "ff 00 7b" && letter["bodyForm"]?.string == "hex")
  }

  @Test(
    "Only an operator acts, and the attempts of others are in the audit",
    arguments: [ConsoleRole.reader, .agent])
  func roles(_ role: ConsoleRole) throws {
    let other = try console.signIn(role)
    let choice = #"{"filter":{"ride":"r-a"},"reason":"r"}"#
    for path in ["redrives", "dead-letters/discard", "dead-letters/a/edit", "redrives/x/stop"] {
      #expect(console.post("/api/\(path)", other, choice).code == "forbidden", "\(path)")
    }
    let entries = [
      "\(role) redrive denied ride=r-a r", "\(role) letters-discard denied ride=r-a r",
      "\(role) letter-edit denied a r", "\(role) redrive-stop denied x r",
    ]
    #expect(Set(try console.audit()).isSuperset(of: entries))
  }

  @Test("An edit shows first what it changes and what is still wrong, and then replaces the letter")
  func edit() throws {
    let body = #"{\"riderIdentifier\":\"secret-rider\",\"partySize\":2}"#
    let preview = console.post(
      "/api/dead-letters/a/edit", user, #"{"body":"\#(body)","revision":1,"dryRun":true}"#)
    #expect(preview.body["differences"]?[0]?["before"]?.string == #""two""#)
    #expect(preview.body["differences"]?[0]?["after"]?.string == "2")
    let left = preview.body["mistakes"]?.array?.compactMap { $0["path"]?.string }
    #expect(left == ["pickupLocation"])
    #expect(try letter("a")?.state == .dead)
    let edit = #"{"body":"\#(body)","revision":1,"reason":"a typo"}"#
    #expect(
      console.post("/api/dead-letters/a/edit", user, edit).body["letter"]?.string == "a-edited")
    #expect(try letter("a")?.replacedBy?.rawValue == "a-edited")
    #expect(try letter("a-edited")?.replaces?.rawValue == "a")
    #expect(console.post("/api/dead-letters/a/edit", user, edit).code == "conflict")
    #expect(
      try console.audit().suffix(3).prefix(2) == [
        "operator letter-edit begun a a typo", "operator letter-edit done a a typo",
      ])
    let old = #"{"body":"{}","revision":7,"reason":"late"}"#
    #expect(console.post("/api/dead-letters/b/edit", user, old).code == "conflict")
  }

  @Test("What is discarded is in a recording before, and only what was counted is")
  func discard() throws {
    let choice = #""filter":{"reason":"wrong-type"}"#
    let preview = console.post("/api/dead-letters/discard", user, "{\(choice),\"dryRun\":true}")
    #expect(preview.body["count"]?.integer == 2)
    for body in ["{\(choice),\"count\":2}", "{\(choice),\"count\":1,\"reason\":\"spam\"}"] {
      #expect(console.post("/api/dead-letters/discard", user, body).status >= 400)
    }
    #expect(try console.store.deadLetters(matching: DeadLetterFilter(limit: 9)).count == 2)
    let done = console.post(
      "/api/dead-letters/discard", user, "{\(choice),\"count\":2,\"reason\":\"spam\"}")
    #expect(done.body["discarded"]?.integer == 2 && done.body["stayed"]?.integer == 0)
    let path = try #require(done.body["recording"]?.string)
    #expect(path.hasPrefix(folder.path) && FileManager.default.fileExists(atPath: path))
    #expect(try console.store.deadLetters(matching: DeadLetterFilter(limit: 9)).isEmpty)
    #expect(try console.audit().contains("operator letters-discard done reason=wrong-type spam"))
  }

  @Test("Without an entry in the audit nothing is sent, changed or discarded")
  func noAudit() throws {
    let console = try TestConsole(
      ["LIVERY_CONSOLE_RECORDINGS": folder.path],
      database: MemoryDatabase(busyTimeout: .milliseconds(1)))
    try console.store.store([.sample("a"), .sample("b", at: 60)])
    let user = try console.signIn(.operator)
    let other = MemoryStore(console.database)
    try other.begin(.write)
    for (path, body) in [
      ("redrives", #"{"identifiers":["a"],"count":1,"reason":"r"}"#),
      ("dead-letters/discard", #"{"identifiers":["a"],"count":1,"reason":"r"}"#),
      ("dead-letters/a/edit", #"{"body":"{}","revision":1,"reason":"r"}"#),
    ] {
      let answer = console.post("/api/\(path)", user, body).body["error"]?["message"]?.string
      #expect(answer?.hasSuffix("nothing was sent or changed") == true, "\(path)")
    }
    other.rollBack()
    #expect(console.context.redrives.all.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    #expect(try console.store.deadLetters([DeadLetterIdentifier("a")]).values.first?.state == .dead)
  }

  @Test("Without a folder for recordings, or one that cannot be written, nothing is discarded")
  func noFolder() throws {
    let body = #"{"identifiers":["a"],"count":1,"reason":"r"}"#
    try FileManager.default.removeItem(at: folder)
    #expect(console.post("/api/dead-letters/discard", user, body).code == "unavailable")
    let other = try TestConsole()
    try other.store.store([.sample("a")])
    let answer = other.post("/api/dead-letters/discard", try other.signIn(.operator), body)
    #expect(answer.code == "conflict")
    #expect(try letter("a") != nil)
  }

  @Test("Letters that are being discarded or changed are not sent again, nor changed, meanwhile")
  func held() throws {
    let redrives = console.context.redrives
    let redrive = #"{"identifiers":["a"],"count":1,"reason":"mended"}"#
    let discard = #"{"filter":{},"count":2,"reason":"r"}"#
    let edit = #"{"body":"{}","revision":1,"reason":"r"}"#
    try redrives.holding([DeadLetterIdentifier("a")]) { () throws(APIError) in
      for (path, body) in [
        ("redrives", redrive), ("dead-letters/discard", discard), ("dead-letters/a/edit", edit),
      ] {
        #expect(console.post("/api/\(path)", user, body).code == "conflict", "\(path)")
      }
      #expect(console.post("/api/dead-letters/b/edit", user, edit).status == 200)
    }
    #expect(try letter("a")?.replacedBy == nil && redrives.all.isEmpty)
    #expect(throws: APIError.self) {
      try redrives.holding([DeadLetterIdentifier("a")]) { () throws(APIError) in
        throw APIError(.unavailable, "no folder")
      }
    }
    #expect(console.post("/api/redrives", user, redrive).status == 200)
  }

  @Test("A dry run sends nothing and says what would be sent, and a redrive has its letters alone")
  func redrive() throws {
    let preview = console.post(
      "/api/redrives", user, #"{"filter":{"ride":"r-a"},"dryRun":true}"#
    ).body
    #expect(preview["count"]?.integer == 1 && preview["planned"]?.integer == 1, "\(preview)")
    #expect(preview["routes"]?[0]?["role"]?.string == "riders" && preview["late"]?.integer == 1)
    #expect(console.get("/api/redrives", user).body["items"]?.array?.isEmpty == true)
    let body = #"{"identifiers":["a"],"count":1,"reason":"mended"}"#
    let id = try #require(console.post("/api/redrives", user, body).body["id"]?.string)
    #expect(console.post("/api/redrives", user, body).code == "conflict")
    let discard = #"{"filter":{},"count":2,"reason":"r"}"#
    #expect(console.post("/api/dead-letters/discard", user, discard).code == "conflict")
    let steps = [("pause", "paused"), ("resume", "waiting"), ("stop", "stopping")]
    for (action, state) in steps {
      let answer = console.post("/api/redrives/\(id)/\(action)", user, "{}")
      #expect(answer.body["state"]?.string == state)
    }
    console.context.redrives.stop(at: console.context.clock())
    #expect(console.get("/api/redrives/\(id)", user).body["state"]?.string == "stopped")
    #expect(console.post("/api/redrives/\(id)/pause", user, "{}").code == "conflict")
    #expect(try letter("a")?.state == .dead)
  }
}
