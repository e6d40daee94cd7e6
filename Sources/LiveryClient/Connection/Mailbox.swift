import Glibc
import Synchronization

/// What callers want of the thread of a connection.
final class Mailbox: Sendable {
  /// What a caller wants.
  enum Letter: Sendable {
    case order(Order)
    /// The order of that number is withdrawn.
    case withdrawal(Int)
  }

  private struct State {
    var letters: [Letter] = []
    var count = 0
    /// Whether the thread waits for mail, and has to be woken for it.
    var isWaiting = false
    /// Whether a byte is there to be read.
    var isWoken = false
    var isClosed = false
    /// Whether the thread has nothing left to finish.
    var isAtRest = false
    var closers: [CheckedContinuation<Void, Never>] = []
  }

  /// Readable once the thread has been woken, for poll(2).
  let descriptor: Int32
  /// What is written here wakes the thread.
  private let input: Int32
  private let state = Mutex(State())

  /// Throws `exhausted` where the process can have no more descriptors.
  init() throws(RideClientError) {
    var ends: [Int32] = [-1, -1]
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let status = socketpair(AF_UNIX, Int32(kind), 0, &ends)
    guard status == 0 else {
      throw .exhausted("expected two descriptors, got error \(errno) of socketpair")
    }
    descriptor = ends[0]
    input = ends[1]
  }

  deinit {
    Glibc.close(descriptor)
    Glibc.close(input)
  }

  /// Whether the thread is to end.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Hands an order over and returns its number; nil when the client is closed.
  ///
  /// - Parameter other: the number of an open order that it is about, whose correlation it has.
  func add(
    _ message: OutgoingRequest, _ limits: RequestMachine.Limits, _ receiver: any Receiver,
    about other: Int? = nil
  ) -> Int? {
    state.withLock { state -> Int? in
      guard !state.isClosed else { return nil }
      state.count += 1
      let order = Order(
        number: state.count, about: other, message: message, limits: limits,
        receiver: receiver)
      state.letters.append(.order(order))
      if state.isWaiting { wake(&state) }
      return state.count
    }
  }

  /// Withdraws an order.
  func withdraw(_ number: Int) {
    state.withLock { state in
      state.letters.append(.withdrawal(number))
      wake(&state)
    }
  }

  /// Wakes the thread.
  func wake() { state.withLock { wake(&$0) } }

  private func wake(_ state: inout State) {
    state.isWaiting = false
    guard !state.isWoken else { return }
    state.isWoken = true
    var byte: UInt8 = 0
    _ = write(input, &byte, 1)
  }

  /// Whether the mailbox is empty, so that the thread may wait for the descriptor: from now on a
  /// letter that is added wakes it.
  func mayWait() -> Bool {
    state.withLock { state in
      state.isWaiting = state.letters.isEmpty && !state.isClosed
      return state.isWaiting
    }
  }

  /// Takes what has come since the last time, in its order.
  func take() -> [Letter] {
    state.withLock { state in
      if state.isWoken {
        var byte: UInt8 = 0
        _ = read(descriptor, &byte, 1)
      }
      (state.isWoken, state.isWaiting) = (false, false)
      defer { state.letters = [] }
      return state.letters
    }
  }

  /// Has the thread end.
  func close() {
    state.withLock { state in
      state.isClosed = true
      wake(&state)
    }
  }

  /// Waits until the thread has nothing left to finish.
  func untilRest() async {
    await withCheckedContinuation { continuation in
      let isAtRest = state.withLock { state in
        if !state.isAtRest { state.closers.append(continuation) }
        return state.isAtRest
      }
      if isAtRest { continuation.resume() }
    }
  }

  /// The thread has nothing left to finish until it works again.
  func rest() {
    let closers = state.withLock { state in
      defer { state.closers = [] }
      state.isAtRest = true
      return state.closers
    }
    for closer in closers { closer.resume() }
  }

  /// The thread works, unless it is to end; who closes the mailbox can wait for its rest.
  func work() {
    state.withLock { state in
      if !state.isClosed { state.isAtRest = false }
    }
  }
}
