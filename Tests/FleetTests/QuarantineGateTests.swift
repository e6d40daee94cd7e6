import Glibc
import Testing

@testable import Fleet

@Suite struct QuarantineGateTests {
  @Test("The gate wakes lanes that wait in poll while not all consume, and logs it once")
  func gate() {
    let log = LogLines()
    let member = QuarantineMember(gate: QuarantineGate(lanes: 1, log: log.log), lane: 0)
    #expect(hasInput(member.descriptor))
    _ = member.duty(holding: .init())
    member.foundNothing()
    #expect(!hasInput(member.descriptor))
    _ = member.duty(holding: .init(isConsuming: true, fewestAttempts: 3))
    #expect(hasInput(member.descriptor))
    _ = member.duty(holding: .init(fewestAttempts: 3))
    _ = member.duty(holding: .init(fewestAttempts: 3))
    #expect(log.count(.quarantineBegan) == 1)
    #expect(log.count(.quarantineEnded) == 0)
    _ = member.duty(holding: .init())
    member.foundNothing()
    #expect(!hasInput(member.descriptor))
    #expect(log.texts.last?.contains("\"count\":2") == true)
  }

  private func hasInput(_ descriptor: Int32) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 0) == 1
  }
}
