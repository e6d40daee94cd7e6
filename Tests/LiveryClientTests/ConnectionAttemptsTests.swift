import AMQP
import Testing

@testable import LiveryClient

/// Which broker is connected to next, after which pause, and when no retry helps.
@Suite struct ConnectionAttemptsTests {
  private let now = ContinuousClock.now

  private func attempts(_ url: String) throws -> ConnectionAttempts {
    ConnectionAttempts(try AMQPEndpoint.list(url))
  }

  @Test("Only where every broker in turn refuses for good, no retry helps")
  func refusals() throws {
    var attempts = try attempts("amqp://a/,amqp://b/")
    let outcomes = [false, true, false, false, false].map {
      attempts.failed(isRetriable: $0, at: now).isFinal
    }
    #expect(outcomes == [false, false, false, true, true])
  }

  @Test("A broker that refuses after the connection to another one was lost is one of two")
  func lasting() throws {
    var attempts = try attempts("amqp://a/,amqp://b/")
    for turn in 0..<3 {
      let later = now + .seconds(60 * turn)
      #expect(attempts.endpoint.host == "a")
      attempts.opened(at: later)
      #expect(!attempts.failed(isRetriable: true, at: later + .seconds(6)).isFinal)
      #expect(attempts.endpoint.host == "b")
      #expect(!attempts.failed(isRetriable: false, at: later + .seconds(7)).isFinal)
    }
  }

  @Test("Pauses grow, however long an attempt takes, until a connection has lasted")
  func pauses() throws {
    var attempts = try attempts("amqp://a/")
    let pauses = (1...8).map {
      attempts.failed(isRetriable: true, at: now + .seconds(10 * $0)).pause
    }
    for (pause, factor) in zip(pauses, [1, 2, 4, 8, 16, 32, 64, 64]) {
      #expect(Duration.milliseconds(50)...Duration.milliseconds(100) ~= pause / factor)
    }
    attempts.opened(at: now + .seconds(100))
    let pause = attempts.failed(isRetriable: true, at: now + .seconds(106)).pause
    #expect(pause <= .milliseconds(100))
  }
}
