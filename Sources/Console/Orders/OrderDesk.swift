import Fleet
import Synchronization
import Tool

/// Sends orders, so few at a time that threads of the console are left for what does not wait for
/// the fleet.
final class OrderDesk: Sendable {
  /// How an order is sent, and its outcome waited for.
  typealias Send =
    @Sendable (OperatorOrder, Configuration) throws(ToolError) -> OperatorOrder.Outcome

  /// How many wait at a time.
  static let most = ConsoleService.threads / 2
  /// How long an answer of the fleet is waited for: less than a browser waits.
  private static let patience = Duration.seconds(8)

  let send: Send
  private let waiting = Mutex(0)

  init(
    send: @escaping Send = { order, configuration throws(ToolError) in
      try order.outcome(within: patience, by: configuration, until: StopSignal())
    }
  ) {
    self.send = send
  }

  /// Does what may wait for the fleet; refused at once while too many wait.
  func ifFree<Value>(_ body: () throws(APIError) -> Value) throws(APIError) -> Value {
    let isFree = waiting.withLock { waiting in
      guard waiting < Self.most else { return false }
      waiting += 1
      return true
    }
    guard isFree else {
      throw APIError(
        .unavailable, "too many orders wait for the fleet; nothing was sent", retryAfterSeconds: 4)
    }
    defer { waiting.withLock { $0 -= 1 } }
    return try body()
  }
}
