import Testing

@testable import Fleet

/// What the probes answer in a test.
private enum Answer {
  case ready
  /// Not ready for want of this.
  case missing(String)
  case stuck

  var answers: ProbeAnswers {
    switch self {
    case .ready: Self.answers([], stuck: nil)
    case .missing(let what): Self.answers([what], stuck: nil)
    case .stuck: Self.answers([], stuck: "stuck: lane 1")
    }
  }

  private static func answers(_ missing: [String], stuck: String?) -> ProbeAnswers {
    ProbeAnswers(
      liveness: Liveness(isLive: stuck == nil, detail: stuck),
      readiness: Readiness(
        missing: missing.map {
          Lack(what: $0, since: "2026-11-23T04:42:34Z", seconds: 1, detail: "lane 1")
        }))
  }
}

/// One turn: when, what the probes answer, whether the datagram could be sent, and what it says.
private struct Turn {
  let seconds: Double
  let answer: Answer
  var isSent = true
  let lines: [String]

  init(_ seconds: Double, _ answer: Answer, isSent: Bool = true, _ lines: String...) {
    self.seconds = seconds
    self.answer = answer
    self.isSent = isSent
    self.lines = lines
  }
}

private struct Course: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let watchdogSeconds: Int?
  let turns: [Turn]
}

private let waiting = "STATUS=not ready: consumer since 2026-11-23T04:42:34Z (lane 1)"
private let withoutStore = "STATUS=not ready: store since 2026-11-23T04:42:34Z (lane 1)"
private let extended = "EXTEND_TIMEOUT_USEC=30000000"
private let stuck = "STATUS=stuck: lane 1; ready"

private let courses = [
  Course(
    testDescription: "ready at once", watchdogSeconds: nil,
    turns: [Turn(0, .ready, "READY=1", "STATUS=ready"), Turn(1, .ready), Turn(60, .ready)]),
  Course(
    testDescription: "waits, then is ready", watchdogSeconds: nil,
    turns: [
      Turn(0, .missing("consumer"), extended, waiting), Turn(0.05, .missing("consumer")),
      Turn(9.9, .missing("consumer")), Turn(10, .missing("consumer"), extended),
      Turn(11, .missing("store"), withoutStore), Turn(20, .missing("store"), extended),
      Turn(21, .ready, "READY=1", "STATUS=ready"), Turn(40, .ready),
    ]),
  Course(
    testDescription: "loses its readiness and is ready again", watchdogSeconds: nil,
    turns: [
      Turn(0, .ready, "READY=1", "STATUS=ready"), Turn(5, .missing("store"), withoutStore),
      Turn(50, .missing("store")), Turn(51, .ready, "STATUS=ready"),
    ]),
  Course(
    testDescription: "feeds the watchdog at half of its time, ready or not", watchdogSeconds: 20,
    turns: [
      Turn(0, .missing("consumer"), extended, "WATCHDOG=1", waiting),
      Turn(9.9, .missing("consumer")),
      Turn(10, .ready, "READY=1", "WATCHDOG=1", "STATUS=ready"), Turn(19, .ready),
      Turn(20, .missing("store"), "WATCHDOG=1", withoutStore),
      Turn(30, .missing("store"), "WATCHDOG=1"),
    ]),
  Course(
    testDescription: "hangs, and goes on", watchdogSeconds: 20,
    turns: [
      Turn(0, .ready, "READY=1", "WATCHDOG=1", "STATUS=ready"), Turn(10, .stuck, stuck),
      Turn(20, .stuck), Turn(25, .ready, "WATCHDOG=1", "STATUS=ready"),
    ]),
  Course(
    testDescription: "a start that hangs is not extended", watchdogSeconds: nil,
    turns: [
      Turn(0, .missing("consumer"), extended, waiting),
      Turn(31, .missing("consumer"), extended), Turn(61, .stuck, stuck),
      Turn(62, .ready, "READY=1", "STATUS=ready"),
    ]),
  Course(
    testDescription: "what could not be sent is sent with the next turn", watchdogSeconds: 20,
    turns: [
      Turn(0, .ready, isSent: false, "READY=1", "WATCHDOG=1", "STATUS=ready"),
      Turn(1, .ready, "READY=1", "WATCHDOG=1", "STATUS=ready"), Turn(2, .ready),
    ]),
]

@Suite("What a service manager is sent")
struct NotificationMachineTests {
  @Test("Each turn sends what has changed or is due, and nothing else", arguments: courses)
  fileprivate func turns(_ course: Course) {
    var machine = NotificationMachine(watchdog: course.watchdogSeconds.map { .seconds($0) })
    let start = ContinuousClock.now
    for turn in course.turns {
      var next = machine
      let sent = next.turn(turn.answer.answers, at: start + .seconds(turn.seconds))
      let lines = sent?.split(separator: "\n").map(String.init) ?? []
      #expect(lines == turn.lines, "at \(turn.seconds) s")
      if turn.isSent { machine = next }
    }
  }

  @Test("A stop is said with the time that it may take, and what is missing then")
  func stop() {
    var machine = NotificationMachine(watchdog: nil)
    _ = machine.turn(Answer.ready.answers, at: .now)
    let sent = machine.stop(Answer.missing("draining").answers, within: .seconds(40))
    let lines = ["STOPPING=1", "EXTEND_TIMEOUT_USEC=40000000"]
    let status = "STATUS=not ready: draining since 2026-11-23T04:42:34Z (lane 1)"
    #expect(sent == (lines + [status]).joined(separator: "\n"))
  }

  @Test("The probes are asked often before the first readiness, then each second or ping")
  func pause() {
    let start = ContinuousClock.now
    var machine = NotificationMachine(watchdog: .seconds(3))
    _ = machine.turn(Answer.missing("store").answers, at: start)
    #expect(machine.pause(at: start) == .milliseconds(50))
    _ = machine.turn(Answer.ready.answers, at: start)
    #expect(machine.pause(at: start) == .seconds(1))
    #expect(machine.pause(at: start + .seconds(1)) == .milliseconds(500))
    #expect(machine.pause(at: start + .seconds(9)) == .zero)
  }

  @Test("A status is one line, and fits into a datagram")
  func status() {
    var machine = NotificationMachine(watchdog: nil)
    let long = String(repeating: "ä\n", count: 5_000)
    let sent = machine.turn(
      ProbeAnswers(
        liveness: Liveness(isLive: true),
        readiness: Readiness(missing: [Lack(what: "store", since: "x", seconds: 0, detail: long)])),
      at: .now)
    let lines = sent?.split(separator: "\n") ?? []
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.utf8.count < 2_010 })
  }
}
