import Fleet
import Foundation
import Synchronization
import Testing

@Suite struct ThreadTests {
  @Test("A thread has ended when join returns")
  func join() {
    let done = Counter()
    let thread = Fleet.Thread { done.add() }
    thread.join()
    #expect(done.value == 1)
  }

  @Test("Closures that run together end together, however many they are", arguments: [0, 1, 2, 9])
  func runAll(_ count: Int) {
    let done = Counter()
    let meeting = StopSignal()
    Fleet.Thread.runAll(
      (0..<count).map { _ in
        {
          // Each waits for the last one, so that they have to run at one time.
          if done.add() == count { meeting.stop() }
          _ = meeting.wait(for: .seconds(10))
          if !meeting.isStopped { done.add(1_000) }
        }
      })
    #expect(done.value == count)
  }

  @Test("A stop wakes all waiting threads")
  func stop() {
    let stopSignal = StopSignal()
    let woken = Counter()
    let waiting = Fleet.Thread {
      if stopSignal.wait(for: .seconds(30)) { woken.add() }
    }
    stopSignal.stop()
    stopSignal.stop()
    waiting.join()
    #expect(woken.value == 1)
    #expect(stopSignal.isStopped)
    #expect(stopSignal.wait(for: .seconds(30)))
  }

  @Test("Without a stop a wait ends with its time")
  func noStop() {
    let stopSignal = StopSignal()
    #expect(!stopSignal.wait(for: .zero))
    #expect(!stopSignal.wait(for: .milliseconds(1)))
    #expect(!stopSignal.wait(for: .seconds(-1)))
    #expect(!stopSignal.isStopped)
  }

  @Test("Input, and the end of input, wake a wait")
  func input() throws {
    for wake in [{ try $0.write(contentsOf: [1]) }, { try $0.close() }]
      as [(FileHandle) throws -> Void]
    {
      let pipe = Pipe()
      let start = ContinuousClock.now
      try wake(pipe.fileHandleForWriting)
      waitForInput([pipe.fileHandleForReading.fileDescriptor], for: .seconds(600))
      #expect(.now - start < .seconds(300))
    }
  }

  @Test(
    "A wait is rounded up to whole milliseconds",
    arguments: [
      (.zero, 0), (.nanoseconds(1), 1), (.microseconds(1_001), 2), (.milliseconds(5), 5),
      (.seconds(2), 2_000),
    ] as [(Duration, Int64)])
  func milliseconds(_ duration: Duration, _ expected: Int64) {
    #expect(duration.milliseconds == expected)
  }
}

/// A number that threads count together.
private final class Counter: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }

  @discardableResult
  func add(_ number: Int = 1) -> Int {
    count.withLock {
      $0 += number
      return $0
    }
  }
}
