import AMQP
import Fleet
import Messages
import Rides
import Synchronization

/// A lane with a scripted broker and a scripted handler, and the log that it writes.
struct LaneBench {
  let stopSignal = StopSignal()
  let script: Script
  let handler = ScriptedHandler()
  let health = LaneHealth()
  let log = LogLines()
  var confirmTimeout = Duration.seconds(60)
  var stuckAfter = Duration.seconds(600)
  var refusalPatience = Duration.seconds(600)
  var storePatience: Duration? = .seconds(600)
  /// Whether the store is missed elsewhere, at each time that the lane asks, then not.
  let missed = ScriptedAnswers()
  /// Whether the clock is right, at each time that it is asked, then it is.
  let clock = ScriptedAnswers()
  /// Records spans; nil while traces are off.
  var tracer: LaneTracer?

  /// Batches of so many messages; their tags count 1, 2, 3, ….
  init(batches sizes: Int...) { self.init(sizes) }

  /// Batches of so many messages.
  init(_ sizes: [Int]) {
    var tag: UInt64 = 0
    let batches = sizes.map { size in
      (0..<size).map { _ in
        tag += 1
        return Delivery(
          deliveryTag: tag, redelivered: false, exchange: Role.riders.exchange,
          routingKey: "list-ride-options.handle", properties: MessageProperties(), body: [])
      }
    }
    script = Script(stopSignal, batches)
  }

  /// Changes the properties of a message.
  func change(_ place: Int, of batch: Int = 0, _ change: (inout MessageProperties) -> Void) {
    var properties = script.batches[batch][place].properties
    change(&properties)
    script.batches[batch][place] = script.batches[batch][place].copy(properties: properties)
  }

  /// Runs the lane until it stops.
  func run() {
    var settings = LaneSettings(
      worker: "test-worker", batchLimit: 10, confirmTimeout: confirmTimeout, turn: .zero,
      backoff: Backoff(base: 1e-6, cap: 1e-3))
    settings.stuckAfter = stuckAfter
    settings.lateConfirmTimeout = confirmTimeout
    settings.refusalPatience = refusalPatience
    settings.storePatience = storePatience
    settings.storeIsMissed = { [missed] in missed.next ?? false }
    var lane = Lane(
      transport: ScriptedTransport(script: script), handler: handler, settings: settings,
      stopSignal: stopSignal, reporter: LaneReporter(log: log.log, health: health),
      tracer: tracer, clock: { [clock] in clock.next ?? true ? Instant(seconds: 0) : nil })
    lane.run()
  }
}

/// Gives the answers of the test, and then none.
final class ScriptedAnswers: Sendable {
  private let answers = Mutex<[Bool]>([])

  /// What it answers the next times that it is asked.
  func are(_ answers: Bool...) { self.answers.withLock { $0 = answers } }

  var next: Bool? { answers.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
}

/// Collects the lines of a log.
final class LogLines: Sendable {
  private let collected = Mutex<[String]>([])

  var texts: [String] { collected.withLock { $0 } }

  /// Takes a line.
  func append(_ line: [UInt8]) {
    collected.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
  }

  var log: Log {
    Log(
      level: .debug, worker: "test-worker",
      sink: { line in
        self.collected.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
        return true
      },
      clock: { Instant(seconds: 0) })
  }

  /// How many lines tell an event.
  func count(_ event: LogEvent) -> Int {
    texts.count { $0.contains("\"event\":\"\(event.rawValue)\"") }
  }
}

extension AMQPError {
  static let lost = AMQPError(
    code: .connectionClosed, operation: "read", detail: "as the test wants it")
  static func closed(_ code: Code) -> AMQPError {
    AMQPError(code: code, operation: "read", detail: "as the broker wants it")
  }
}
