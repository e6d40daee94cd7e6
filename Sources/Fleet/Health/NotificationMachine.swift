/// The notifications for a service manager, derived from the answers of the probes; sd_notify(3).
///
/// A value: a sender that could not send the text of a turn continues with the machine from before
/// that turn, and the next turn returns the text again.
package struct NotificationMachine: Hashable, Sendable {
  /// For how long one message extends the start, and how often it is sent.
  static let startExtension = Duration.seconds(30)
  static let extensionPause = Duration.seconds(10)
  /// How often the probes are read.
  static let startingPause = Duration.milliseconds(50)
  static let readyPause = Duration.seconds(1)
  /// A datagram of systemd has 4,096 bytes at most.
  static let statusLimit = 2_000

  /// Half of the time after which the manager considers the process dead.
  private let pingPause: Duration?
  private var wasReady = false
  private var status: String?
  private var lastExtension: ContinuousClock.Instant?
  private var lastPing: ContinuousClock.Instant?

  /// Begins before the first readiness; `watchdog` is the longest time without a sign of life.
  package init(watchdog: Duration?) { pingPause = watchdog.map { $0 / 2 } }

  /// The text to be sent now; nil for none.
  ///
  /// The start is extended and the watchdog fed only while the process is live, so that one that
  /// hangs is ended.
  package mutating func turn(
    _ answers: ProbeAnswers, at now: ContinuousClock.Instant
  ) -> String? {
    var lines: [String] = []
    let isLive = answers.liveness.isLive
    if !wasReady, isLive, answers.readiness.isReady {
      wasReady = true
      lines.append("READY=1")
    }
    if !wasReady, isLive, isOver(Self.extensionPause, since: lastExtension, now) {
      lastExtension = now
      lines.append("EXTEND_TIMEOUT_USEC=\(Self.startExtension.microseconds)")
    }
    if let pingPause, isLive, isOver(pingPause, since: lastPing, now) {
      lastPing = now
      lines.append("WATCHDOG=1")
    }
    return join(lines + statusChange(of: answers))
  }

  /// The notification at the stop signal, with the time that the stop may take.
  package mutating func stop(_ answers: ProbeAnswers, within drain: Duration) -> String? {
    join(["STOPPING=1", "EXTEND_TIMEOUT_USEC=\(drain.microseconds)"] + statusChange(of: answers))
  }

  /// How long the next turn can wait.
  package func pause(at now: ContinuousClock.Instant) -> Duration {
    let pause = wasReady ? Self.readyPause : Self.startingPause
    guard let pingPause, let lastPing else { return pause }
    return max(.zero, min(pause, pingPause - (now - lastPing)))
  }

  private func isOver(
    _ pause: Duration, since last: ContinuousClock.Instant?, _ now: ContinuousClock.Instant
  ) -> Bool {
    last.map { now - $0 >= pause } ?? true
  }

  /// The line of the status where it has changed.
  private mutating func statusChange(of answers: ProbeAnswers) -> [String] {
    let text = Self.status(of: answers)
    defer { status = text }
    return text == status ? [] : ["STATUS=\(text)"]
  }

  /// The words of `/livez` and `/readyz` on one line, such as
  /// `not ready: store since 2026-11-23T04:42:34Z (unavailable)`.
  private static func status(of answers: ProbeAnswers) -> String {
    let lacks = answers.readiness.missing.map { lack in
      "\(lack.what) since \(lack.since)" + (lack.detail.map { " (\($0))" } ?? "")
    }
    let readiness = lacks.isEmpty ? "ready" : "not ready: " + lacks.joined(separator: ", ")
    let parts = [answers.liveness.detail, readiness].compactMap(\.self)
    let line = parts.joined(separator: "; ").map { $0.isNewline ? " " : $0 }
    var text = String(line)
    while text.utf8.count > statusLimit { text.removeLast() }
    return text
  }

  private func join(_ lines: [String]) -> String? {
    lines.isEmpty ? nil : lines.joined(separator: "\n")
  }
}
