import Rides
import Testing

@testable import Console

private let start = Instant(seconds: 1_000_000)

@Suite struct LoginThrottleTests {
  @Test(
    "After four failures each attempt with a name waits twice as long, five minutes at most",
    arguments: [
      (0, nil), (4, nil), (5, 1), (6, 2), (7, 4), (12, 128), (13, 256), (14, 300), (500, 300),
    ])
  func name(_ failures: Int, _ seconds: Int?) {
    var throttle = LoginThrottle()
    // From as many addresses.
    for number in 0..<failures { throttle.fail("anna", from: "10.0.0.\(number)", at: start) }
    #expect(throttle.wait("anna", from: "192.0.2.1", at: start) == seconds)
    #expect(throttle.wait("bo", from: "192.0.2.1", at: start) == nil)
  }

  @Test(
    "An address has nineteen failures free, whatever the names",
    arguments: [(19, nil), (20, 1), (21, 2), (40, 300)])
  func address(_ failures: Int, _ seconds: Int?) {
    var throttle = LoginThrottle()
    for number in 0..<failures { throttle.fail("user\(number)", from: "10.0.0.1", at: start) }
    #expect(throttle.wait("anna", from: "10.0.0.1", at: start) == seconds)
    #expect(throttle.wait("anna", from: "10.0.0.2", at: start) == nil)
  }

  @Test(
    "The wait passes, the failures are forgotten after an hour",
    arguments: [(0, 4), (1, 3), (4, nil), (3_600, nil)])
  func time(_ later: Int, _ seconds: Int?) {
    var throttle = LoginThrottle()
    for _ in 0..<7 { throttle.fail("anna", from: "10.0.0.1", at: start) }
    #expect(
      throttle.wait("anna", from: "10.0.0.1", at: start.advanced(bySeconds: later)) == seconds)
  }

  @Test("The next failure after an hour is the first")
  func memory() {
    var throttle = LoginThrottle()
    for _ in 0..<10 { throttle.fail("anna", from: "10.0.0.1", at: start) }
    let later = start.advanced(bySeconds: 3_601)
    throttle.fail("anna", from: "10.0.0.1", at: later)
    #expect(throttle.wait("anna", from: "10.0.0.1", at: later) == nil)
  }

  @Test("A clock that was set back keeps no name waiting for longer than five minutes")
  func clock() {
    var throttle = LoginThrottle()
    for _ in 0..<20 { throttle.fail("anna", from: "10.0.0.1", at: start) }
    #expect(
      throttle.wait("anna", from: "10.0.0.9", at: start.advanced(bySeconds: -1_000)) == 300)
    #expect(
      throttle.wait("anna", from: "10.0.0.9", at: start.advanced(bySeconds: -4_000)) == nil)
  }

  @Test("The right password forgets the failures of the name, not those of the address")
  func success() {
    var throttle = LoginThrottle()
    for _ in 0..<25 { throttle.fail("anna", from: "10.0.0.1", at: start) }
    throttle.succeed("anna")
    #expect(throttle.wait("anna", from: "10.0.0.2", at: start) == nil)
    #expect(throttle.wait("anna", from: "10.0.0.1", at: start) == 32)
  }

  @Test("Texts that are no names share their failures")
  func noNames() {
    var throttle = LoginThrottle()
    for number in 0..<5 { throttle.fail("no name \(number)", from: "10.0.0.\(number)", at: start) }
    #expect(throttle.wait("another text", from: "10.0.1.1", at: start) == 1)
  }

  @Test("Of more names than are remembered those with the most failures stay")
  func room() {
    var throttle = LoginThrottle()
    for _ in 0..<8 { throttle.fail("anna", from: "10.0.0.1", at: start) }
    for number in 0..<(LoginThrottle.most + 10) {
      throttle.fail("user\(number)", from: "10.1.\(number / 250).\(number % 250)", at: start)
    }
    #expect(throttle.wait("anna", from: "192.0.2.1", at: start) == 8)
  }
}
