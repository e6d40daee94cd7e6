import Fleet
import Synchronization

/// Asks all workers at once, each on a thread of its own and none for longer than the limit.
struct StatusInquiry: Sendable {
  let timeout: Duration
  /// The time between two looks at the metrics; zero for one look.
  let sample: Duration

  /// The statuses in the order of the targets.
  ///
  /// A name server that does not answer is not waited for: its thread ends with the process.
  func statuses(of targets: [ProbeTarget]) -> [WorkerStatus] {
    let answers = StatusAnswers(targets)
    for (place, target) in targets.enumerated() {
      Thread { answers.put(ask(target), at: place) }.detach()
    }
    return answers.wait(for: timeout + sample + .milliseconds(500))
  }

  private func ask(_ target: ProbeTarget) -> WorkerStatus {
    var status = WorkerStatus(of: target)
    do throws(ProbeFailure) {
      let end = ContinuousClock.now + timeout
      try status.takeReadiness(try HTTPPage.get("/readyz", from: target, until: end))
      try status.takeLiveness(try HTTPPage.get("/livez", from: target, until: end))
      // Without figures it is known all the same whether the worker is ready.
      try? addFigures(to: &status, until: end)
    } catch {
      status.failure = "\(error)"
    }
    return status
  }

  /// Adds the figures of a worker that has metrics.
  private func addFigures(
    to status: inout WorkerStatus, until end: ContinuousClock.Instant
  ) throws(ProbeFailure) {
    let start = ContinuousClock.now
    guard let first = try figures(of: status.target, until: end) else { return }
    status.figures = first
    guard sample > .zero else { return }
    _ = StopSignal().wait(for: sample)
    guard let second = try figures(of: status.target, until: end + sample) else { return }
    status.figures = second
    guard let before = first.requests, let now = second.requests, now >= before else { return }
    status.requestsPerSecond = (now - before) / (ContinuousClock.now - start).inSeconds
  }

  private func figures(
    of target: ProbeTarget, until end: ContinuousClock.Instant
  ) throws(ProbeFailure) -> MetricScan? {
    let page = try HTTPPage.get("/metrics", from: target, until: end)
    return page.status == 200 ? MetricScan(String(decoding: page.body, as: UTF8.self)) : nil
  }
}

/// The answers as they come in.
private final class StatusAnswers: Sendable {
  private let statuses: Mutex<(all: [WorkerStatus], open: Int)>
  private let finished = StopSignal()

  init(_ targets: [ProbeTarget]) {
    let silent = targets.map { target in
      var status = WorkerStatus(of: target)
      status.failure = "no answer in time"
      return status
    }
    statuses = Mutex((silent, targets.count))
  }

  func put(_ status: WorkerStatus, at place: Int) {
    let open = statuses.withLock {
      $0.all[place] = status
      $0.open -= 1
      return $0.open
    }
    if open == 0 { finished.stop() }
  }

  func wait(for limit: Duration) -> [WorkerStatus] {
    _ = finished.wait(for: limit)
    return statuses.withLock(\.all)
  }
}
