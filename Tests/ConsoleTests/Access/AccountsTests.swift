import Crypto
import Fleet
import Foundation
import Synchronization
import Testing

@testable import Console

/// Parameters that cost a test nothing.
func cheap() throws -> Scrypt {
  try #require(Scrypt(cost: 16, blockSize: 1, parallelization: 1))
}

extension Account {
  /// An account whose password is its name, turned around.
  static func sample(_ name: String, _ role: ConsoleRole) throws -> Account {
    let password = Array(String(name.reversed()).utf8)
    let hash = try PasswordHash(of: password, scrypt: cheap())
    return Account(name: name, role: role, password: hash)
  }
}

@Suite struct AccountsTests {
  @Test("A line that the program prints is read again")
  func line() throws {
    let account = try Account.sample("anna.m+1@example.org", .agent)
    let accounts = try Accounts(parsing: "# the night\n\n\(account.line)\nbo:reader:-\n")
    #expect(accounts.count == 2)
    #expect(accounts["anna.m+1@example.org"] == account)
    #expect(accounts["bo"]?.password == nil)
    #expect(accounts["bo"]?.role == .reader)
    #expect(accounts["cy"] == nil)
  }

  @Test(
    "A wrong line is named by its number and not quoted",
    arguments: [
      "anna", "anna:agent", "anna:agent:-:", "an na:agent:-", ":agent:-", "anna:boss:-",
      "anna:agent:secret", "anna:agent:scrypt$16$1$1$$", "anna:agent:scrypt$17$1$1$AAAA$AAAA",
      "anna:agent:scrypt$1048576$64$16$AAAAAAAAAAAAAAAAAAAAAA$AAAA",
    ])
  func mistakes(_ line: String) {
    #expect {
      try Accounts(parsing: "bo:reader:-\n\(line)\n")
    } throws: { error in
      let lines = (error as? Accounts.Mistakes)?.lines ?? []
      return lines.count == 1 && lines[0].hasPrefix("line 2: ") && !lines[0].contains(line)
    }
  }

  @Test("A name is there once")
  func twice() {
    #expect(throws: Accounts.Mistakes(lines: ["line 2: a second account bo"])) {
      try Accounts(parsing: "bo:reader:-\nbo:admin:-")
    }
  }

  @Test("A hash matches its password alone")
  func passwords() throws {
    let made = try PasswordHash(of: Array("Pa$$: wörd".utf8), scrypt: cheap())
    let hash = try #require(made)
    #expect(hash.matches(Array("Pa$$: wörd".utf8)))
    #expect(!hash.matches(Array("Pa$$: word".utf8)))
    #expect(!hash.matches([]))
    #expect(!hash.matches(Array(repeating: 0x61, count: 2_000)))
    #expect(PasswordHash(hash.description) == hash)
    #expect(PasswordHash(of: []) == nil)
    #expect(PasswordHash(of: Array(repeating: 0x61, count: 1_025)) == nil)
  }

  @Test("Two hashes of one password differ")
  func salts() throws {
    let scrypt = try cheap()
    #expect(PasswordHash(of: [1], scrypt: scrypt) != PasswordHash(of: [1], scrypt: scrypt))
  }

  @Test("A name without an account costs as much as the accounts do")
  func decoy() throws {
    let accounts = try Accounts(parsing: Account.sample("anna", .agent).line)
    #expect(try accounts.decoy.scrypt == cheap())
    #expect(try Accounts(parsing: "bo:reader:-").decoy.scrypt == .usual)
    #expect(!accounts.decoy.matches(Array("anna".utf8)))
  }

  @Test("Of a file with wrong lines the others count, and a name with two lines has no account")
  func wrongLines() {
    let accounts = Accounts(reading: "anna:agent:-\nbo:boss:-\ncy:reader:-\ncy:admin:-")
    #expect(accounts["anna"] != nil && accounts.count == 1)
    #expect(accounts.mistakes.map { $0.prefix(7) } == ["line 2:", "line 4:"])
  }

  @Test("A file is read again when it has changed, and without the lines that are wrong")
  func file() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "accounts-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let lines = Mutex<[String]>([])
    let log = Log(
      level: .info,
      sink: { line in
        lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
        return true
      })
    #expect(throws: Accounts.Mistakes.self) { try AccountsFile(path: path, log: log) }
    try "bo:reader:-".write(toFile: path, atomically: true, encoding: .utf8)
    let file = try AccountsFile(path: path, log: log, interval: .zero)
    #expect(file.current["bo"]?.role == .reader)
    try "bo:admin:-\n".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(file.current["bo"]?.role == .admin)
    try "bo:boss:-\ncy:reader:-\n".write(toFile: path, atomically: true, encoding: .utf8)
    for _ in 1...2 { #expect(file.current["bo"] == nil && file.current["cy"] != nil) }
    #expect(lines.withLock { $0.count { $0.contains("reload_refused") } } == 1)
    try FileManager.default.removeItem(atPath: path)
    for _ in 1...2 { #expect(file.current.count == 0) }
    #expect(lines.withLock { $0.count { $0.contains("reload_refused") } } == 2)
    try "cy:reader:-\n".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(file.current["cy"]?.role == .reader)
  }

  @Test("A file without an account is refused at the start")
  func empty() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "accounts-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try "# later\n".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(throws: Accounts.Mistakes.self) {
      try AccountsFile(path: path, log: Log(level: .error, sink: { _ in true }))
    }
  }

  @Test("Each role may what those before it may")
  func roles() {
    #expect(ConsoleRole.allCases.sorted() == [.reader, .agent, .operator, .admin])
    #expect(ConsoleRole.allCases.map(\.maySeePersonal) == [false, true, true, true])
    #expect(ConsoleRole.allCases.map(\.mayAct) == [false, true, true, true])
  }
}
