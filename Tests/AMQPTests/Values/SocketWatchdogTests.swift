import Foundation
import Testing

@testable import AMQP

@Suite("Socket watchdog")
struct SocketWatchdogTests {
  private func socketPair() throws -> (near: Int32, far: Int32) {
    var pair: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
    return (pair[0], pair[1])
  }

  /// Writes until the socket takes no more and fails; the other end reads nothing.
  private func writeUntilFailure(_ descriptor: Int32) {
    let block = [UInt8](repeating: 0, count: 1 << 16)
    while send(descriptor, block, block.count, Int32(MSG_NOSIGNAL)) > 0 {}
  }

  @Test("A write past its deadline is ended after it")
  func ends() throws {
    let (near, far) = try socketPair()
    let post = try SocketWatchdog.watch(near)
    let started = ContinuousClock.now
    post.arm(within: .milliseconds(300))
    writeUntilFailure(near)
    let elapsed = started.duration(to: .now)
    #expect(elapsed >= .milliseconds(300))
    #expect(post.hasEnded)
    SocketWatchdog.forget(post)
    close(near)
    close(far)
  }

  @Test("A socket is left alone when it is disarmed, forgotten, or not due yet")
  func leavesAlone() throws {
    let (near, far) = try socketPair()
    let post = try SocketWatchdog.watch(near)
    post.arm(within: .seconds(60))
    post.endOverdue()
    post.arm(within: .zero)
    post.disarm()
    post.endOverdue()
    SocketWatchdog.forget(post)
    post.arm(within: .zero)
    post.endOverdue()
    #expect(!post.hasEnded)
    #expect(send(near, [1], 1, Int32(MSG_NOSIGNAL)) == 1)
    close(near)
    close(far)
  }
}
