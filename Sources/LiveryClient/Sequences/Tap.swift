import Synchronization

/// What one side puts in and the other, at most one task, takes out.
final class Tap<Element: Sendable>: Sendable {
  typealias Outcome = Result<Element?, RideClientError>

  private struct State {
    var elements: [Element] = []
    var reader: CheckedContinuation<Outcome, Never>?
    /// How it ends once it is empty.
    var end: Outcome?
    var taken = 0
  }

  private let state = Mutex(State())
  private let capacity: Int

  /// - Parameter capacity: beyond which the oldest elements are dropped.
  init(capacity: Int) { self.capacity = capacity }

  /// Whether nothing waits to be taken out.
  var isEmpty: Bool { state.withLock { $0.elements.isEmpty } }

  /// Whether an element or an error can still be taken out.
  var isOpen: Bool {
    state.withLock { state in
      if case .success(nil) = state.end { return !state.elements.isEmpty }
      return true
    }
  }

  /// Keeps at most so many of the newest elements that were not taken out; returns how many were
  /// taken out or are kept.
  func keep(newest count: Int) -> Int {
    state.withLock { state in
      state.elements.removeFirst(max(0, state.elements.count - count))
      return state.taken + state.elements.count
    }
  }

  /// Puts an element in; false after the end.
  @discardableResult func put(_ element: Element) -> Bool {
    let (isOpen, reader) = state.withLock { state -> (Bool, CheckedContinuation<Outcome, Never>?) in
      guard state.end == nil else { return (false, nil) }
      guard let reader = state.reader else {
        if state.elements.count == capacity { state.elements.removeFirst() }
        state.elements.append(element)
        return (true, nil)
      }
      state.reader = nil
      state.taken += 1
      return (true, reader)
    }
    reader?.resume(returning: .success(element))
    return isOpen
  }

  /// Ends it, after what it holds unless that is dropped; the first end counts.
  func end(_ error: RideClientError? = nil, dropsRest: Bool = false) {
    let end: Outcome = error.map { .failure($0) } ?? .success(nil)
    let reader = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
      if dropsRest { state.elements = [] }
      guard state.end == nil else { return nil }
      // An error is thrown once.
      state.end = state.reader == nil ? end : .success(nil)
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: end)
  }

  /// Takes the next element; nil at the end.
  func next() async throws(RideClientError) -> Element? {
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { (reader: CheckedContinuation<Outcome, Never>) in
        if let outcome = take(or: reader) { reader.resume(returning: outcome) }
      }
    } onCancel: {
      end(.canceled(identifier: nil, mayBeCarriedOut: false), dropsRest: true)
    }
    return try outcome.get()
  }

  /// What can be taken at once; else the reader waits.
  private func take(or reader: CheckedContinuation<Outcome, Never>) -> Outcome? {
    state.withLock { state in
      guard state.elements.isEmpty else {
        state.taken += 1
        return .success(state.elements.removeFirst())
      }
      if let end = state.end {
        // An error is thrown once.
        state.end = .success(nil)
        return end
      }
      precondition(state.reader == nil, "expected one task that iterates, got two")
      state.reader = reader
      return nil
    }
  }
}
