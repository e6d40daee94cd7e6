import Crypto
import Fleet
import RideStore
import Rides
import Synchronization
import Tool

/// The redrives of the console, of all its users: a few run at a time, further ones wait.
final class Redrives: Sendable {
  /// How many run at a time.
  static let threads = 2
  private static let (waiting, kept) = (16, 50)

  private let queue = RequestQueue<Redrive>(limit: waiting)
  private let stopSignal = StopSignal()
  private struct State {
    /// The newest last.
    var list: [Redrive] = []
    /// The letters that are being changed or deleted.
    var held: Set<DeadLetterIdentifier> = []

    /// The error for letters that something else has.
    func conflict(over letters: Set<DeadLetterIdentifier>) -> APIError? {
      let other = list.first {
        !$0.progress.state.isEnd && !$0.letters.isDisjoint(with: letters)
      }
      if let other {
        return APIError(.conflict, "the redrive \(other.identifier) has some of these letters")
      }
      if held.isDisjoint(with: letters) { return nil }
      return APIError(.conflict, "some of these letters are being changed or discarded")
    }
  }

  private let state = Mutex(State())

  /// The newest first.
  var all: [Redrive] { state.withLock { $0.list.reversed() } }

  /// One by its name.
  subscript(identifier: String) -> Redrive? {
    state.withLock { $0.list.first { $0.identifier == identifier } }
  }

  /// Keeps letters from being sent again until `body` has changed or deleted them; refuses those
  /// that are being sent, changed or deleted.
  func holding<Value>(
    _ letters: [DeadLetterIdentifier], _ body: () throws(APIError) -> Value
  ) throws(APIError) -> Value {
    let letters = Set(letters)
    let conflict = state.withLock { state in
      let conflict = state.conflict(over: letters)
      if conflict == nil { state.held.formUnion(letters) }
      return conflict
    }
    if let conflict { throw conflict }
    defer { state.withLock { $0.held.subtract(letters) } }
    return try body()
  }

  /// Begins one, or has it wait for others.
  func begin(
    _ candidates: [RedriveCandidate], _ form: RedriveForm, of user: ConsoleUser, at now: Instant
  ) throws(APIError) -> Redrive {
    let redrive = Redrive(
      Base32.encode(SecretBytes.random(10)), candidates, form, of: user, at: now,
      endsWith: stopSignal)
    let conflict = state.withLock { state in
      let conflict = state.conflict(over: redrive.letters)
      if conflict == nil { state.list = Self.recent(state.list) + [redrive] }
      return conflict
    }
    if let conflict { throw conflict }
    guard queue.offer(redrive) else {
      redrive.cancel(at: now)
      throw APIError(.unavailable, "too many redrives wait", retryAfterSeconds: 30)
    }
    return redrive
  }

  /// Without the oldest of those that have ended.
  private static func recent(_ list: [Redrive]) -> [Redrive] {
    guard list.count >= kept, let oldest = list.firstIndex(where: \.progress.state.isEnd) else {
      return list
    }
    return Array(list[..<oldest] + list[(oldest + 1)...])
  }

  /// Runs what is begun, one after another, until the stop.
  func work(_ console: ConsoleContext, _ open: () throws(StoreError) -> any RideStore) {
    while let redrive = queue.next() {
      do throws(ToolError) {
        let store = try ToolError.mapped(store: try open())
        redrive.run(
          in: LetterStore(store: store), by: console.configuration, clock: console.clock)
        record(redrive, console, in: store)
      } catch {
        console.log.error(.storeUnavailable, [.error: .string(error.lines.joined(separator: "; "))])
        redrive.fail(error, at: console.clock())
      }
    }
  }

  /// Records how one ended in the name of who has begun it.
  private func record(_ redrive: Redrive, _ console: ConsoleContext, in store: any RideStore) {
    let progress = redrive.progress
    console.access.audit.record(
      "redrive-end", of: redrive.user, on: AuditSubject(target: redrive.identifier),
      progress.state == .done ? .done : .failed, detail: progress.summary, at: console.clock(),
      in: store)
  }

  /// Has all end after what they have under way; the letters that were not sent stay.
  func stop(at now: Instant) {
    stopSignal.stop()
    for redrive in queue.stop(threads: Self.threads) { redrive.cancel(at: now) }
  }
}
