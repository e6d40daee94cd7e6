import Fleet
import HTTP
import Rides
import Synchronization

/// Compares passwords with those of the accounts, slowly and few at a time.
final class Login: Sendable {
  /// What an attempt leads to.
  enum Outcome: Hashable {
    case accepted(Account)
    /// Name or password is wrong.
    case refused
    /// No password was looked at; after so many seconds one is.
    case throttled(seconds: Int)
  }

  /// How many passwords are hashed at once: each needs a processor and 32 MiB.
  static let most = 2

  private struct State {
    var throttle = LoginThrottle()
    var working = 0
  }

  private let accounts: AccountsFile
  private let state = Mutex(State())

  init(_ accounts: AccountsFile) { self.accounts = accounts }

  /// Compares a password; a name without an account costs the same time.
  func attempt(_ name: String, _ password: String, at now: Instant) -> Outcome {
    let accounts = accounts.current
    let account = accounts[name]
    if let seconds = enter(name, isAccount: account?.password != nil, at: now) {
      return .throttled(seconds: seconds)
    }
    let isRight = (account?.password ?? accounts.decoy).matches(Array(password.utf8))
    return state.withLock { state in
      state.working -= 1
      guard isRight, let account, account.password != nil else {
        state.throttle.fail(name, at: now)
        return .refused
      }
      state.throttle.succeed(name)
      return .accepted(account)
    }
  }

  /// The seconds to wait; nil for an attempt that may begin.
  private func enter(_ name: String, isAccount: Bool, at now: Instant) -> Int? {
    state.withLock { state in
      if let seconds = state.throttle.wait(name, isAccount: isAccount, at: now) {
        return seconds
      }
      guard state.working < Self.most else { return 1 }
      state.working += 1
      return nil
    }
  }
}

/// The file of the accounts, read again when it has changed: a name that is taken out of it, or
/// whose line is wrong, may nothing from the next request on.
final class AccountsFile: Sendable {
  private struct State {
    var accounts: Accounts
    /// Nil while the file cannot be read.
    var bytes: [UInt8]?
    var lookedAt = ContinuousClock.now
  }

  private let path: String
  private let log: Log
  private let interval: Duration
  private let state: Mutex<State>

  /// Reads the file, and again after the interval; throws what is wrong with it.
  init(
    path: String, log: Log, interval: Duration = .seconds(2)
  ) throws(Accounts.Mistakes) {
    (self.path, self.log, self.interval) = (path, log, interval)
    guard let bytes = SystemEnvironment.readFile(path) else {
      throw Accounts.Mistakes(lines: ["expected a file that can be read, got '\(path)'"])
    }
    let accounts = try Accounts(parsing: String(decoding: bytes, as: UTF8.self))
    guard accounts.count > 0 else { throw Accounts.Mistakes(lines: ["expected an account"]) }
    state = Mutex(State(accounts: accounts, bytes: bytes))
  }

  /// The accounts of the file as it was when it was last looked at, without those of wrong lines;
  /// none while it cannot be read.
  var current: Accounts {
    state.withLock { state in
      guard ContinuousClock.now - state.lookedAt >= interval else { return state.accounts }
      state.lookedAt = .now
      let bytes = SystemEnvironment.readFile(path)
      guard bytes != state.bytes else { return state.accounts }
      state.bytes = bytes
      state.accounts = Accounts(reading: String(decoding: bytes ?? [], as: UTF8.self))
      let mistakes = bytes == nil ? ["the file cannot be read"] : state.accounts.mistakes
      if !mistakes.isEmpty {
        let text = mistakes.joined(separator: "; ")
        log.error(.reloadRefused, [.path: .string(path), .error: .string(text)])
      }
      return state.accounts
    }
  }
}

/// The sign-in by a proxy in front of the console, which names the user in a header.
struct ProxySignIn: Sendable {
  /// Nil where no proxy signs in.
  let header: String?

  /// The user whom the proxy has signed in, with the role of the account of that name.
  func user(of request: HTTPRequest, _ accounts: Accounts) -> ConsoleUser? {
    guard let header else { return nil }
    let names = request.headers.filter { $0.name.lowercased() == header.lowercased() }
    guard names.count == 1, let account = accounts[names[0].value] else { return nil }
    return ConsoleUser(account: account.name, role: account.role, endsAt: nil, session: nil)
  }
}
