import Fleet
import Foundation
import MachineFixture
import Testing

@Suite("The service manager that the environment names")
struct ServiceManagerTests {
  private static func manager(_ environment: [String: String]) -> ServiceManager? {
    ServiceManager(environment: environment, process: 42)
  }

  @Test("Without a socket there is no manager", arguments: [[:], ["NOTIFY_SOCKET": ""]])
  func absent(_ environment: [String: String]) {
    #expect(Self.manager(environment.merging(["WATCHDOG_USEC": "1"]) { $1 }) == nil)
  }

  @Test(
    "A watchdog counts where it is a time, and for this process or for none by name",
    arguments: [
      ("20000000", "42", Duration.seconds(20)), ("20000000", nil, .seconds(20)),
      ("20000000", "43", nil), ("20000000", "", nil), ("0", "42", nil), ("-5", "42", nil),
      ("soon", "42", nil), (nil, "42", nil),
    ] as [(String?, String?, Duration?)])
  func watchdog(time: String?, process: String?, expected: Duration?) {
    var environment = ["NOTIFY_SOCKET": "/run/systemd/notify"]
    environment["WATCHDOG_USEC"] = time
    environment["WATCHDOG_PID"] = process
    #expect(Self.manager(environment)?.watchdog == expected)
  }

  @Test(
    "A datagram reaches a socket by its path and by its abstract name",
    arguments: [
      NSTemporaryDirectory() + "n-\(UUID().uuidString.prefix(8))", "@livery-\(UUID().uuidString)",
    ])
  func send(address: String) throws {
    let listener = try #require(DatagramListener(address: address))
    let manager = try #require(Self.manager(["NOTIFY_SOCKET": address]))
    #expect(manager.send("READY=1\nSTATUS=ready ✓") == 0)
    #expect(listener.next(within: .seconds(10)) == "READY=1\nSTATUS=ready ✓")
  }

  @Test(
    "A socket that is not there, or of another kind, is an error and no more",
    arguments: [
      ("/nowhere/notify", ENOENT), ("@nobody-listens-here", ECONNREFUSED), ("vsock:2:1", EINVAL),
      ("relative", EINVAL), ("@", EINVAL), ("/" + String(repeating: "x", count: 108), EINVAL),
    ])
  func refused(address: String, error: Int32) throws {
    let manager = try #require(Self.manager(["NOTIFY_SOCKET": address]))
    #expect(manager.send("READY=1") == error)
  }

  @Test("A socket whose reader does not read delays no writer")
  func full() throws {
    let listener = try #require(DatagramListener(address: "@livery-\(UUID().uuidString)"))
    let manager = try #require(Self.manager(["NOTIFY_SOCKET": listener.address]))
    var error: Int32 = 0
    for _ in 0..<10_000 where error == 0 { error = manager.send("WATCHDOG=1") }
    #expect(error == EAGAIN)
  }
}
