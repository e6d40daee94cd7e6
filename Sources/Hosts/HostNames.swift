import Glibc
import Synchronization

/// Looks up the addresses of host names, on threads of its own: getaddrinfo(3) takes half a minute
/// and more with name servers that do not answer.
///
/// A name has at most one look-up under way, which all callers wait for, so that no more threads
/// hang than there are names. Every connection asks again, since a name may move to other
/// addresses. While no name server answers, the last known addresses are used.
package final class HostNames: Sendable {
  /// Those of the process, by getaddrinfo(3).
  package static let system = HostNames(resolve: SystemLookup.resolve)

  private let resolve: @Sendable (String) throws(HostLookupError) -> [String]
  private let state = Mutex(State())

  private struct State {
    var names: [String: HostName] = [:]
    /// The address to begin with, by host and port.
    var first: [String: String] = [:]
    /// Readable from the stop on; -1 while there is none to look at.
    var stopDescriptor: Int32 = -1
  }

  /// `resolve` may take as long as it likes.
  package init(
    resolve: @escaping @Sendable (_ host: String) throws(HostLookupError) -> [String]
  ) {
    self.resolve = resolve
  }

  /// Stops waiting for look-ups when a descriptor becomes readable, which stays open.
  package func stopWaiting(at descriptor: Int32) {
    state.withLock { $0.stopDescriptor = descriptor }
  }

  /// The addresses of a host in the order in which they are to be tried: as the system has them,
  /// but beginning with the one that worked last on the port.
  ///
  /// An address is returned as it is. A look-up that was begun earlier is waited for until `limit`
  /// after its beginning.
  package func addresses(
    of host: String, port: String, within limit: Duration
  ) throws(HostLookupError) -> HostAddresses {
    let found = SystemLookup.isAddress(host) ? [host] : try lookUp(host, within: limit)
    let first = state.withLock { $0.first[Self.key(host, port)] }
    let start = first.flatMap(found.firstIndex) ?? 0
    return HostAddresses(names: self, host: host, port: port, found[start...] + found[..<start])
  }

  /// Since when a look-up is under way that takes longer than with a name server that answers, and
  /// that somebody waits for or has no address without; nil if there is none.
  package func overdueSince(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    state.withLock { state in
      state.names.values.filter(\.isNeeded).compactMap(\.begun).min()
    }.flatMap { now - $0 >= HostName.usual ? $0 : nil }
  }

  /// Records that an address worked, for all callers.
  fileprivate func prefer(_ address: String, of host: String, port: String) {
    state.withLock { $0.first[Self.key(host, port)] = address }
  }

  /// Records that an address failed; if the next caller would begin with it, it begins with `next`.
  fileprivate func avoid(_ address: String, for next: String, of host: String, port: String) {
    state.withLock { state in
      let first = state.first[Self.key(host, port)]
      if first == nil || first == address { state.first[Self.key(host, port)] = next }
    }
  }

  private static func key(_ host: String, _ port: String) -> String { "\(host) \(port)" }

  private func lookUp(_ host: String, within limit: Duration) throws(HostLookupError) -> [String] {
    do throws(HostLookupError) {
      return try answer(to: host, within: limit)
    } catch {
      let known = state.withLock { state in
        state.names[host]?.isMissed = true
        return state.names[host]?.known ?? []
      }
      guard error.reason != .unknownName, !known.isEmpty else { throw error }
      return known
    }
  }

  private func answer(to host: String, within limit: Duration) throws(HostLookupError) -> [String] {
    let (begun, number, isNew) = state.withLock {
      $0.names[host, default: HostName()].join(at: .now)
    }
    defer { state.withLock { $0.names[host]?.waiting -= 1 } }
    if isNew { startThread(for: host) }
    var limit = limit
    while true {
      if let answer = state.withLock({ $0.names[host]?.answer(to: number) }) {
        return try answer.get()
      }
      guard ContinuousClock.now - begun < limit else {
        throw HostLookupError(host: host, reason: .noAnswer(within: limit))
      }
      if pauseUntilStop() { limit = min(limit, HostName.usual) }
    }
  }

  /// Waits for a moment; returns whether the process stops.
  private func pauseUntilStop() -> Bool {
    var polled = pollfd(
      fd: state.withLock { $0.stopDescriptor }, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, 2) > 0 else { return false }
    usleep(2_000)
    return true
  }

  private func startThread(for host: String) {
    let task = Unmanaged.passRetained(LookupTask { [self] in finish(host) })
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { context in
        // Signals are for the threads of the program to wait for.
        var signals = sigset_t()
        sigfillset(&signals)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        guard let context else { return nil }
        Unmanaged<LookupTask>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, task.toOpaque())
    guard status == 0 else {
      task.release()
      let reason = "no thread: \(String(cString: strerror(status)))"
      return end(host, .failure(HostLookupError(host: host, reason: .failed(reason))))
    }
    pthread_detach(thread)
  }

  private func finish(_ host: String) {
    let answer: Result<[String], HostLookupError>
    do throws(HostLookupError) {
      answer = .success(try resolve(host))
    } catch {
      answer = .failure(error)
    }
    end(host, answer)
  }

  private func end(_ host: String, _ answer: Result<[String], HostLookupError>) {
    state.withLock { $0.names[host]?.end(answer) }
  }
}

private final class LookupTask: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// What is known about one host name.
private struct HostName {
  /// How long a look-up takes at most with a name server that answers.
  static let usual = Duration.milliseconds(500)

  /// When the look-up under way began; nil if there is none.
  private(set) var begun: ContinuousClock.Instant?
  /// How many callers wait.
  var waiting = 0
  /// Whether a caller has given up the look-up under way.
  var isMissed = false
  /// The last answer with addresses, also one that came too late for those who asked.
  private(set) var known: [String] = []
  /// The number of the look-up under way, or else of the next one.
  private var number = 0
  private var last: Result<[String], HostLookupError>?

  /// Joins the look-up under way, or begins one.
  mutating func join(
    at now: ContinuousClock.Instant
  ) -> (begun: ContinuousClock.Instant, number: Int, isNew: Bool) {
    waiting += 1
    if let begun { return (begun, number, false) }
    begun = now
    isMissed = false
    return (now, number, true)
  }

  /// Whether a caller cannot connect before the look-up under way has ended.
  var isNeeded: Bool { waiting > 0 || isMissed && known.isEmpty }

  mutating func end(_ answer: Result<[String], HostLookupError>) {
    begun = nil
    number += 1
    last = answer
    if case .success(let addresses) = answer { known = addresses }
  }

  /// The answer to a look-up, or to a later one; nil while it is under way.
  func answer(to number: Int) -> Result<[String], HostLookupError>? {
    self.number > number ? last : nil
  }
}

/// The addresses of a host, to be tried one after the other.
package struct HostAddresses {
  private let names: HostNames
  private let host: String
  private let port: String
  private let all: [String]
  private var place = -1

  fileprivate init(names: HostNames, host: String, port: String, _ all: ArraySlice<String>) {
    self.names = names
    self.host = host
    self.port = port
    self.all = Array(all)
  }

  /// The next address; nil after the last.
  package mutating func next() -> String? {
    place += 1
    return all.indices.contains(place) ? all[place] : nil
  }

  /// Whether the current address is the last.
  package var areTried: Bool { place + 1 >= all.count }

  /// Whether the host is a name, so that an error has to say which address was tried.
  package var areOfName: Bool { all != [host] }

  /// How much of the remaining time the current address may have: the same share as those after
  /// it, but enough to reach a distant server.
  package func share(of remaining: Duration) -> Duration {
    min(max(remaining / max(1, all.count - place), .seconds(1)), max(remaining, .zero))
  }

  /// Records that the current address worked: the next connection begins with it.
  package func succeeded() { names.prefer(all[place], of: host, port: port) }

  /// Records that the current address failed: the next connection begins with the one after it.
  package func failed() {
    names.avoid(all[place], for: all[(place + 1) % all.count], of: host, port: port)
  }
}
