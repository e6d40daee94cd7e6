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
    for _ in 0..<failures { throttle.fail("anna", at: start) }
    #expect(throttle.wait("anna", at: start) == seconds)
    #expect(throttle.wait("bo", at: start) == (failures > 19 ? 1 : nil))
  }

  @Test(
    "All names together have nineteen failures free, then each attempt waits a second at most",
    arguments: [(19, nil), (20, 1), (21, 1), (500, 1)])
  func all(_ failures: Int, _ seconds: Int?) {
    var throttle = LoginThrottle()
    for number in 0..<failures { throttle.fail("user\(number)", at: start) }
    #expect(throttle.wait("anna", at: start) == seconds)
    #expect(throttle.wait("anna", at: start.advanced(bySeconds: 1)) == nil)
  }

  @Test("An account without a failure of its own does not wait for those of other names")
  func accounts() {
    var throttle = LoginThrottle()
    for number in 0..<500 { throttle.fail("user\(number)", at: start) }
    #expect(throttle.wait("anna", isAccount: true, at: start) == nil)
    throttle.fail("anna", at: start)
    #expect(throttle.wait("anna", isAccount: true, at: start) == 1)
    throttle.succeed("anna")
    #expect(throttle.wait("anna", isAccount: true, at: start) == nil)
  }

  @Test(
    "The wait passes, the failures are forgotten after an hour",
    arguments: [(0, 4), (1, 3), (4, nil), (3_600, nil)])
  func time(_ later: Int, _ seconds: Int?) {
    var throttle = LoginThrottle()
    for _ in 0..<7 { throttle.fail("anna", at: start) }
    #expect(
      throttle.wait("anna", at: start.advanced(bySeconds: later)) == seconds)
  }

  @Test("The next failure after an hour is the first")
  func memory() {
    var throttle = LoginThrottle()
    for _ in 0..<10 { throttle.fail("anna", at: start) }
    let later = start.advanced(bySeconds: 3_601)
    throttle.fail("anna", at: later)
    #expect(throttle.wait("anna", at: later) == nil)
  }

  @Test("A clock that was set back keeps no name waiting for longer than five minutes")
  func clock() {
    var throttle = LoginThrottle()
    for _ in 0..<20 { throttle.fail("anna", at: start) }
    #expect(
      throttle.wait("anna", at: start.advanced(bySeconds: -1_000)) == 300)
    #expect(
      throttle.wait("anna", at: start.advanced(bySeconds: -4_000)) == nil)
  }

  @Test("The right password forgets the failures of the name, not those of all")
  func success() {
    var throttle = LoginThrottle()
    for _ in 0..<25 { throttle.fail("anna", at: start) }
    throttle.succeed("anna")
    #expect(throttle.wait("anna", at: start) == 1)
    #expect(throttle.wait("anna", at: start.advanced(bySeconds: 1)) == nil)
  }

  @Test("Texts that are no names share their failures")
  func noNames() {
    var throttle = LoginThrottle()
    for number in 0..<5 { throttle.fail("no name \(number)", at: start) }
    #expect(throttle.wait("another text", at: start) == 1)
  }

  @Test("Of more names than are remembered those with the most failures stay")
  func room() {
    var throttle = LoginThrottle()
    for _ in 0..<8 { throttle.fail("anna", at: start) }
    for number in 0..<(LoginThrottle.most + 10) {
      throttle.fail("user\(number)", at: start)
    }
    #expect(throttle.wait("anna", at: start) == 8)
  }
}
