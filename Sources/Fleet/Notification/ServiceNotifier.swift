import Glibc

/// Tells the service manager how the worker is, on a thread of its own.
///
/// No work waits for it: a datagram that cannot be sent is tried again, and the log has one line of
/// it, the first time.
struct ServiceNotifier {
  /// Beyond its drain time a worker takes a moment to end, above all to export its last spans.
  private static let endingTime = Duration.seconds(15)

  let manager: ServiceManager
  let health: FleetHealth
  /// The time that the worker has to finish its batches.
  let drain: Duration
  let log: Log

  /// Works until the stop, and says that it has come.
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
