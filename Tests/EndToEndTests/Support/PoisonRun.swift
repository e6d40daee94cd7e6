import Glibc
import MachineFixture
import Messages

/// Messages among which some kill the worker that handles them, and workers that are started again
/// each time they die.
final class PoisonRun {
  /// The identifiers of those that kill.
  let poisons: Set<String>
  let client: TestClient
  /// How many attempts in vain each answered message had, by its identifier.
  private(set) var answers: [String: Int] = [:]
  private(set) var deaths = 0
  private let fleet: RunningFleet
  private let messages: Int

  /// The poisons are far from each other among the messages.
  init(messages: Int, poisons count: Int) throws {
    fleet = try RunningFleet()
    client = try TestClient(fleet)
    self.messages = messages
    poisons = Set((1...count).map { "m-\($0 * messages / (count + 1))" })
  }

  /// Publishes all messages.
  func publish() throws {
    try client.publish(
      (0..<messages).map { "m-\($0)" }.map { name in
        client.request(
          "list-ride-options.handle", poisons.contains(name) ? "poison" : "{}", id: name,
          correlation: name, family: .listOptions)
      })
  }

  /// How many messages had how many attempts, for a person to read.
  var histogram: [String] {
    Dictionary(grouping: answers.values, by: \.self).sorted { $0.key < $1.key }
      .map { "\($0.key): \($0.value.count)" }
  }

  /// Has the workers work until all is answered or dead, and ends them.
  ///
  /// They begin with what is queued, or idle and with all prefetch to spare.
  func work(processes: Int, lanes: Int, beginIdle: Bool) throws {
    let settings = [
      "LIVERY_LANES": "\(lanes)", "LIVERY_PREFETCH": "200", "LIVERY_LOG_LEVEL": "info",
      // A process keeps its connections, and what it holds, until its backtrace is written.
      "SWIFT_BACKTRACE": "enable=no",
    ]
    let names = Array(repeating: "PoisonedWorker", count: processes)
    if beginIdle {
      try fleet.startAndWait(names, settings)
      try waitUntil("all lanes consume") {
        try client.consumers(of: QueueFamily.listOptions.queue) == processes * lanes
      }
      try publish()
    } else {
      try publish()
      // Not waited for: one may be dead before another is connected.
      for name in names { try fleet.start(name, settings) }
    }
    var workers = fleet.workers
    try waitUntil("all is answered or dead: \(answers.count), \(deaths)") {
      for place in workers.indices where !workers[place].isRunning {
        deaths += 1
        workers[place] = try fleet.start("PoisonedWorker", settings)
      }
      try takeAnswers(within: .milliseconds(1))
      return try answers.count >= messages - poisons.count
        && client.readyMessages(in: QueueFamily.listOptions.deadLetterQueue) >= poisons.count
    }
    // The last that the poison ended is not started again.
    for worker in workers where worker.isRunning { try end(worker) }
    try takeAnswers(within: Patience.quiet)
  }

  /// Ends a worker; one that was just started must have come so far that it can be asked to end.
  private func end(_ worker: WorkerProcess) throws {
    try waitUntil("it has begun") { worker.log.contains("worker_started") || !worker.isRunning }
    let code = worker.stop()
    // The dead letter may be seen before the end of the process that it ended; but one that has
    // begun to stop has nothing to die of.
    if code == SIGABRT, !worker.log.contains("worker_stopping") {
      deaths += 1
      return
    }
    guard code == 0 else {
      throw FleetError("a worker ended with \(code): \(worker.log)")
    }
  }

  private func takeAnswers(within limit: Duration) throws {
    while let reply = try client.nextReply(within: limit) {
      let attempts = Int(String(decoding: reply.body, as: UTF8.self)) ?? .max
      let name = reply.properties.correlationID ?? ""
      // Who died before the acknowledgement answers again.
      answers[name] = max(answers[name] ?? 0, attempts)
    }
  }
}
