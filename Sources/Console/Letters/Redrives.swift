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
  /// The newest last.
  private let list = Mutex<[Redrive]>([])

  /// The newest first.
  var all: [Redrive] { list.withLock { $0.reversed() } }

  /// One by its name.
  subscript(identifier: String) -> Redrive? {
    list.withLock { $0.first { $0.identifier == identifier } }
  }

  /// The redrive that has one of the letters and has not ended.
  func active(with letters: some Sequence<DeadLetterIdentifier>) -> Redrive? {
    let active = list.withLock { $0.filter { !$0.progress.state.isEnd } }
    return active.first { redrive in letters.contains { redrive.letters.contains($0) } }
  }

  /// Begins one, or has it wait for others.
  func begin(
    _ candidates: [RedriveCandidate], _ form: RedriveForm, of user: ConsoleUser, at now: Instant
  ) throws(APIError) -> Redrive {
    let redrive = Redrive(
      Base32.encode(SecretBytes.random(10)), candidates, form, of: user, at: now,
      endsWith: stopSignal)
    let other = list.withLock { list -> Redrive? in
      let other = list.first {
        !$0.progress.state.isEnd && !$0.letters.isDisjoint(with: redrive.letters)
      }
      if other == nil { list = Self.recent(list) + [redrive] }
      return other
    }
    if let other {
      throw APIError(.conflict, "the redrive \(other.identifier) has some of these letters")
    }
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
