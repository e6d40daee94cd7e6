/// Where dead letters are kept.
package enum DeadLetterPlace: String, Sendable, CaseIterable {
  /// Workers move them from their queues into the store.
  case store
  /// They stay in their queues.
  case queue
}
