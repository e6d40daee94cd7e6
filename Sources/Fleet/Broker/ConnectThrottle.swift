package import AMQP
import Synchronization

/// The one `Admission` of a process, which everybody who connects to the broker passes.
package final class ConnectThrottle: Sendable {
  private let admission = Mutex(Admission())
  private let stopSignal: StopSignal
  /// How long one waits for admission before trying again after a pause of one's own.
  private let patience: Duration

  package init(stopSignal: StopSignal, patience: Duration = .seconds(1)) {
    self.stopSignal = stopSignal
    self.patience = patience
  }

  /// Connects as soon as it is admitted; throws what may be retried when that takes too long, or
  /// when the stop comes first.
  package func pass<Link: ~Copyable>(
    _ connect: () throws(AMQPError) -> Link
  ) throws(AMQPError) -> Link {
    try enter()
    do throws(AMQPError) {
      let link = try connect()
      leave(succeeded: true)
      return link
    } catch {
      leave(succeeded: false)
      throw error
    }
  }

  private func enter() throws(AMQPError) {
    let end = ContinuousClock.now + patience
    while !admission.withLock({ $0.begin(at: .now) }) {
      guard ContinuousClock.now < end, !stopSignal.wait(for: .milliseconds(10)) else {
        throw AMQPError(
          code: .notAdmitted, operation: "connect to the broker",
          detail: "other lanes of this process are at it", isRetriable: true)
      }
    }
  }

  private func leave(succeeded: Bool) {
    admission.withLock { $0.end(succeeded: succeeded, at: .now) }
  }
}
