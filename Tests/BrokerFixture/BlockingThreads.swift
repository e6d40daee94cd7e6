import Dispatch
import Foundation
import Synchronization

/// Threads for tasks that block while they wait for brokers, processes and sockets.
final class BlockingThreads: TaskExecutor {
  /// Eight tests at a time: each may have a fleet, and a fleet is four processes.
  static let shared = BlockingThreads(count: 8)

  private let jobs = Mutex<[UnownedJob]>([])
  private let available = DispatchSemaphore(value: 0)

  private init(count: Int) {
    for _ in 0..<count { Thread { [self] in run() }.start() }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    available.signal()
  }

  /// The newest job is first: a suite that has begun ends, and its fleet with it, before others
  /// begin.
  private func run() -> Never {
    while true {
      available.wait()
      let job = jobs.withLock { $0.popLast() }
      job?.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
