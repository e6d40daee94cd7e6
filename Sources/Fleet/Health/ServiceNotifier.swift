import Glibc

/// Notifies the service manager of the worker's state, on a thread of its own.
///
/// No work waits for it: a datagram that cannot be sent is tried again, and the first failure is
/// logged.
struct ServiceNotifier {
  /// After its drain time a worker needs a moment to end, mostly to export its last spans.
  private static let endingTime = Duration.seconds(15)

  let manager: ServiceManager
  let health: FleetHealth
  /// The time that the worker has to finish its batches.
  let drain: Duration
  let log: Log

  /// Works until the stop, and notifies of it.
  func run(until stopSignal: StopSignal) {
    var machine = NotificationMachine(watchdog: manager.watchdog)
    var hasFailed = false
    while !stopSignal.isStopped {
      var next = machine
      let text = next.turn(health.answers(), at: .now)
      let isSent = text.map { send($0, hasFailed: &hasFailed) } ?? true
      if isSent { machine = next }
      _ = stopSignal.wait(for: isSent ? machine.pause(at: .now) : NotificationMachine.readyPause)
    }
    let text = machine.stop(health.answers(), within: drain + Self.endingTime)
    if let text { _ = send(text, hasFailed: &hasFailed) }
  }

  private func send(_ text: String, hasFailed: inout Bool) -> Bool {
    let error = manager.send(text)
    if error != 0, !hasFailed {
      hasFailed = true
      let reason = String(cString: strerror(error))
      log.warning(
        .notificationFailed, [.error: .string("NOTIFY_SOCKET=\(manager.socket): \(reason)")])
    }
    return error == 0
  }
}

/// The service manager that has started this process, such as systemd, as the environment names it
/// (sd_notify(3), sd_watchdog_enabled(3)).
package struct ServiceManager: Hashable, Sendable {
  /// The address of its datagram socket: a path, or a name after `@`.
  package let socket: String
  /// The longest time between two watchdog notifications; nil if the manager wants none.
  package let watchdog: Duration?

  /// Reads `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`; nil where no manager listens.
  ///
  /// A watchdog for another process, named by `WATCHDOG_PID`, does not apply.
  package init?(environment: [String: String], process: Int32) {
    guard let socket = environment["NOTIFY_SOCKET"], !socket.isEmpty else { return nil }
    self.socket = socket
    let isMeant = environment["WATCHDOG_PID"].map { Int32($0) == process } ?? true
    let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
    watchdog = isMeant && microseconds > 0 ? .microseconds(microseconds) : nil
  }

  /// Sends one datagram without waiting for its reader; returns zero or the number of the error.
  package func send(_ text: String) -> Int32 {
    guard var address = sockaddr_un(socket: socket) else { return EINVAL }
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    let length = socklen_t(sockaddr_un.nameOffset + socket.utf8.count)
    let bytes = Array(text.utf8)
    let sent = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT), $0, length)
      }
    }
    return sent < 0 ? errno : 0
  }
}

extension sockaddr_un {
  /// Where the name begins; unix(7) counts the length of an address from its first byte.
  fileprivate static let nameOffset = MemoryLayout<sa_family_t>.size

  /// The address of a socket by its path, or by its name after `@`; nil for anything else, and if
  /// it is too long.
  fileprivate init?(socket: String) {
    var name = Array(socket.utf8)
    self.init()
    sun_family = sa_family_t(AF_UNIX)
    guard name.first == UInt8(ascii: "/") || name.first == UInt8(ascii: "@"), name.count > 1,
      name.count < MemoryLayout.size(ofValue: sun_path)
    else { return nil }
    // An abstract name begins with a zero byte.
    if name[0] == UInt8(ascii: "@") { name[0] = 0 }
    withUnsafeMutableBytes(of: &sun_path) { $0.copyBytes(from: name) }
  }
}
