import Synchronization

/// Ports of loopback for processes whose port has to be given.
package enum FreePort {
  private static let taken = Atomic(Int.random(in: 0..<ports.count))
  /// Between those of brokers and of their name servers, and of Erlang's; below those that outgoing
  /// connections take.
  private static let ports = 23_000..<30_000

  /// A port that no other test of this process is given.
  package static func next() -> Int {
    ports.lowerBound + taken.add(1, ordering: .relaxed).newValue % ports.count
  }
}
