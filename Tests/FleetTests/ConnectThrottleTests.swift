import AMQP
import Fleet
import Synchronization
import Testing

@Suite struct ConnectThrottleTests {
  private let start = ContinuousClock.now

  @Test("While the broker answers a few connect at a time")
  func few() {
    var attempts = ConnectThrottle.Attempts()
    #expect(begun(&attempts, at: start) == ConnectThrottle.Attempts.most)
    attempts.end(succeeded: true, at: start)
    #expect(begun(&attempts, at: start) == 1)
  }

  @Test("After a failure one connects at a time, and only after a pause")
  func afterFailure() {
    var attempts = ConnectThrottle.Attempts()
    #expect(begun(&attempts, at: start) == ConnectThrottle.Attempts.most)
    for _ in 1..<ConnectThrottle.Attempts.most { attempts.end(succeeded: false, at: start) }
    let later = start + ConnectThrottle.Attempts.pause
    #expect(begun(&attempts, at: later) == 0, "another is at it")
    attempts.end(succeeded: false, at: start + .milliseconds(1))
    #expect(begun(&attempts, at: later) == 0)
    #expect(begun(&attempts, at: later + .milliseconds(1)) == 1)
    attempts.end(succeeded: true, at: later)
    #expect(begun(&attempts, at: later) == ConnectThrottle.Attempts.most)
  }

  /// How many of ten who ask at once may begin.
  private func begun(
    _ attempts: inout ConnectThrottle.Attempts, at now: ContinuousClock.Instant
  ) -> Int {
    var count = 0
    for _ in 0..<10 where attempts.begin(at: now) { count += 1 }
    return count
  }

  @Test("Fifty lanes without a broker try no more often than one in each pause")
  func fiftyLanes() {
    let stopSignal = StopSignal()
    let throttle = ConnectThrottle(stopSignal: stopSignal, patience: .milliseconds(500))
    let attempts = Mutex<[ContinuousClock.Instant]>([])
    Thread.runAll(
      (0..<50).map { _ in
        {
          let result = Result { () throws(AMQPError) in
            try throttle.pass { () throws(AMQPError) in
              attempts.withLock { $0.append(.now) }
              throw .lost
            }
          }
          if case .success = result { Issue.record("nobody gets through") }
        }
      })
    let times = attempts.withLock { $0 }
    #expect(!times.isEmpty)
    // The first few begin before any has failed.
    let later = times.dropFirst(ConnectThrottle.Attempts.most)
    for (one, next) in zip(later, later.dropFirst()) {
      #expect(next - one >= ConnectThrottle.Attempts.pause)
    }
  }

  @Test("A stop ends the wait for admission")
  func stop() throws {
    let stopSignal = StopSignal()
    let throttle = ConnectThrottle(stopSignal: stopSignal, patience: .seconds(600))
    #expect(throws: AMQPError.self) { try throttle.pass { () throws(AMQPError) in throw .lost } }
    // While one is at it after a failure no other is admitted.
    try throttle.pass { () throws(AMQPError) in
      stopSignal.stop()
      let error = #expect(throws: AMQPError.self) {
        try throttle.pass { () throws(AMQPError) in Issue.record("it must not be admitted") }
      }
      #expect(error?.isRetriable == true)
    }
  }

  @Test("Who is not admitted has tried no endpoint, and tries the same one next")
  func endpointsInTurn() throws {
    let stopSignal = StopSignal()
    let impatient = ConnectThrottle(stopSignal: stopSignal, patience: .zero)
    // Nobody listens on these.
    let endpoints = (1...3).map { port in
      AMQPEndpoint(
        host: "127.0.0.1", port: UInt16(port), virtualHost: "/", user: "guest", password: "guest")
    }
    var publisher = BrokerPublisher(
      endpoints: endpoints, name: "test", throttle: impatient, stopSignal: stopSignal)
    var tried: [Bool] = []
    let end = ContinuousClock.now + .seconds(600)
    for endpoint in endpoints {
      var error: AMQPError?
      repeat {
        error = #expect(throws: AMQPError.self) { try publisher.connect() }
        tried.append(error?.code != .notAdmitted)
      } while error?.code == .notAdmitted && .now < end
      #expect(error?.description.contains("\(endpoint)") == true)
    }
    #expect(tried.contains(false), "within the pause after a failure nobody is admitted")
  }
}
