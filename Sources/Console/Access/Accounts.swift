import Crypto

/// A person who may use the console.
struct Account: Hashable, Sendable {
  let name: String
  let role: ConsoleRole
  /// Nil for one that a proxy alone signs in.
  let password: PasswordHash?

  /// Whether a name is of 1 to 64 letters and digits of ASCII, `.`, `_`, `-`, `+` and `@`.
  static func isName(_ text: String) -> Bool {
    1...64 ~= text.utf8.count
      && text.utf8.allSatisfy { byte in
        switch Unicode.Scalar(byte) {
        case "A"..."Z", "a"..."z", "0"..."9", ".", "_", "-", "+", "@": true
        default: false
        }
      }
  }

  /// The line of the file.
  var line: String { "\(name):\(role.rawValue):\(password?.description ?? "-")" }
}

/// The accounts of a file: `name:role:hash` in each line; empty ones, and those after a `#`, say
/// nothing.
struct Accounts: Sendable {
  /// What is wrong with a file, a sentence for each line; none quotes a hash.
  struct Mistakes: Error, Hashable {
    let lines: [String]
  }

  private let accounts: [String: Account]
  /// What is wrong with the lines that count for nothing.
  let mistakes: [String]
  /// The hash of no password, which costs as much as that of an account.
  let decoy: PasswordHash

  /// Reads a file without mistakes.
  init(parsing text: String) throws(Mistakes) {
    self.init(reading: text)
    guard mistakes.isEmpty else { throw Mistakes(lines: mistakes) }
  }

  /// Reads the lines without mistakes; a name with two lines has no account.
  init(reading text: String) {
    var twice: Set<String> = []
    var accounts: [String: Account] = [:]
    var mistakes: [String] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.isEmpty && !line.hasPrefix("#") {
      do throws(Fault) {
        let account = try Self.account(line)
        guard accounts.updateValue(account, forKey: account.name) == nil else {
          twice.insert(account.name)
          throw Fault(text: "a second account \(account.name)")
        }
      } catch {
        mistakes.append("line \(index + 1): \(error.text)")
      }
    }
    for name in twice { accounts[name] = nil }
    (self.accounts, self.mistakes) = (accounts, mistakes)
    let scrypt = accounts.values.compactMap(\.password?.scrypt).max { $0.cost < $1.cost }
    decoy = PasswordHash(
      scrypt: scrypt ?? .usual, salt: SecretBytes.random(16), hash: SecretBytes.random(32))
  }

  private struct Fault: Error { let text: String }

  private static func account(_ line: Substring) throws(Fault) -> Account {
    let parts = line.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3 else {
      throw Fault(text: "expected name:role:hash, got \(parts.count) parts")
    }
    guard Account.isName(parts[0]) else {
      throw Fault(text: "expected a name of letters, digits, '.', '_', '-', '+' and '@'")
    }
    guard let role = ConsoleRole(rawValue: parts[1]) else {
      let roles = ConsoleRole.allCases.map(\.rawValue).joined(separator: ", ")
      throw Fault(text: "expected a role of \(roles), got another word")
    }
    if parts[2] == "-" { return Account(name: parts[0], role: role, password: nil) }
    guard let password = PasswordHash(parts[2]) else {
      throw Fault(text: "expected a hash as `livery-console account` prints it, or '-'")
    }
    return Account(name: parts[0], role: role, password: password)
  }

  /// How many accounts there are.
  var count: Int { accounts.count }

  /// The account of a name.
  subscript(name: String) -> Account? { accounts[name] }
}

/// The hash of a password, with all that is needed to compare a password with it.
struct PasswordHash: Hashable, Sendable, CustomStringConvertible {
  /// The most bytes of a password.
  static let longest = 1_024

  let scrypt: Scrypt
  let salt: [UInt8]
  let hash: [UInt8]

  init(scrypt: Scrypt, salt: [UInt8], hash: [UInt8]) {
    self.scrypt = scrypt
    self.salt = salt
    self.hash = hash
  }

  /// The hash of a password with a new salt; nil for an empty or a very long one.
  init?(of password: [UInt8], scrypt: Scrypt = .usual) {
    let salt = SecretBytes.random(16)
    guard 1...Self.longest ~= password.count,
      let hash = scrypt.hash(password, salt: salt, length: 32)
    else { return nil }
    self.init(scrypt: scrypt, salt: salt, hash: hash)
  }

  /// Reads `scrypt$N$r$p$salt$hash`, salt and hash in base64 for URLs.
  init?(_ text: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 6, parts[0] == "scrypt", let cost = Int(parts[1]),
      let blockSize = Int(parts[2]), let parallelization = Int(parts[3]),
      let scrypt = Scrypt(cost: cost, blockSize: blockSize, parallelization: parallelization),
      let salt = Base64URL.decode(parts[4]), salt.count >= 16,
      let hash = Base64URL.decode(parts[5]), hash.count == 32
    else { return nil }
    self.init(scrypt: scrypt, salt: salt, hash: hash)
  }

  var description: String {
    "scrypt$\(scrypt.cost)$\(scrypt.blockSize)$\(scrypt.parallelization)"
      + "$\(Base64URL.encode(salt))$\(Base64URL.encode(hash))"
  }

  /// Whether it is that of a password.
  func matches(_ password: [UInt8]) -> Bool {
    guard password.count <= Self.longest,
      let other = scrypt.hash(password, salt: salt, length: hash.count)
    else { return false }
    return SecretBytes.areEqual(hash, other)
  }
}
