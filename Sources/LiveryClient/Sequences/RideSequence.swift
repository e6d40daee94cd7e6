/// Messages of the fleet in the order of their arrival; each iteration subscribes for itself.
public struct RideSequence<Element: Sendable>: AsyncSequence, Sendable {
  /// What an iteration throws.
  public typealias Failure = RideClientError

  let open: @Sendable () -> Source<Element>

  /// Begins to ask for them.
  public func makeAsyncIterator() -> Iterator { Iterator(source: open()) }

  /// Takes the messages; with its end they are no longer asked for.
  public struct Iterator: AsyncIteratorProtocol {
    let source: Source<Element>

    /// The next message; nil at the end.
    ///
    /// A command, or an event of a kept queue, is acknowledged when the next one is asked for.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(RideClientError) -> Element? {
      try await source.next()
    }
  }
}

/// Where an iterator takes its messages from, and what ends with it.
final class Source<Element: Sendable>: Sendable {
  private let tap: Tap<Element>
  private let onNext: @Sendable () -> Void
  private let onEnd: @Sendable () -> Void

  init(
    _ tap: Tap<Element>, onNext: @escaping @Sendable () -> Void = {},
    onEnd: @escaping @Sendable () -> Void
  ) {
    self.tap = tap
    self.onNext = onNext
    self.onEnd = onEnd
  }

  deinit { onEnd() }

  func next() async throws(RideClientError) -> Element? {
    // After the end nothing more is done with.
    if tap.isOpen { onNext() }
    return try await tap.next()
  }
}
