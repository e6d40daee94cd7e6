import AMQP
import Foundation
import Messages

/// Notes what the fleet has sent, to compare it with the contract afterwards.
///
/// `LIVERY_TEST_SEEN` names a file that gets a JSON line for each answer and each event.
enum SeenMessages {
  private static let file = ProcessInfo.processInfo.environment["LIVERY_TEST_SEEN"]

  static func note(_ delivery: Delivery) {
    guard let file, let type = delivery.properties.type,
      let name = try? JSONEncoder().encode(type)
    else { return }
    let line = Data(#"{"type":"#.utf8) + name + Data(#","body":"#.utf8) + Data(delivery.body)
    let descriptor = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return }
    // One call, so that lines of tests that run at a time do not mix.
    try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      .write(contentsOf: line + Data("}\n".utf8))
  }
}
