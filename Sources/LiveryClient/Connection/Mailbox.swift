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
    var isClosed = false
    var hasEnded = false
    var closers: [CheckedContinuation<Void, Never>] = []
  }

  /// Readable while there is mail, for poll(2).
  let descriptor: Int32
  /// What is written here wakes the thread.
  private let input: Int32
  private let state = Mutex(State())

  init() {
    var ends: [Int32] = [-1, -1]
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let status = socketpair(AF_UNIX, Int32(kind), 0, &ends)
    precondition(status == 0, "expected two descriptors, got errno \(errno)")
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
  /// - Parameter other: the number of an order that it is about, whose correlation it has.
  func add(
    _ message: OutgoingRequest, _ limits: RequestMachine.Limits, _ receiver: any Receiver,
    about other: Int? = nil
  ) -> Int? {
    let (number, isFirst): (Int?, Bool) = state.withLock { state in
      guard !state.isClosed else { return (nil, false) }
      state.count += 1
      let order = Order(
        number: state.count, correlation: "\(other ?? state.count)", message: message,
        limits: limits, receiver: receiver)
      state.letters.append(.order(order))
      return (state.count, state.letters.count == 1)
    }
    if isFirst { wake() }
    return number
  }

  /// Withdraws an order.
  func withdraw(_ number: Int) {
    state.withLock { $0.letters.append(.withdrawal(number)) }
    wake()
  }

  /// Wakes the thread; a full socket has done so already.
  func wake() {
    var byte: UInt8 = 0
    _ = write(input, &byte, 1)
  }

  /// Takes what has come since the last time, in its order.
  func take() -> [Letter] {
    // First the descriptor: what is added between the two is taken, too.
    withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { bytes in
      while read(descriptor, bytes.baseAddress, bytes.count) == bytes.count {}
    }
    return state.withLock { state in
      defer { state.letters = [] }
      return state.letters
    }
  }

  /// Has the thread end.
  func close() {
    state.withLock { $0.isClosed = true }
    wake()
  }

  /// Waits until the thread has ended.
  func untilEnd() async {
    await withCheckedContinuation { continuation in
      let hasEnded = state.withLock { state in
        if !state.hasEnded { state.closers.append(continuation) }
        return state.hasEnded
      }
      if hasEnded { continuation.resume() }
    }
  }

  /// The thread has ended.
  func ended() {
    let closers = state.withLock { state in
      state.hasEnded = true
      return state.closers
    }
    for closer in closers { closer.resume() }
  }
}
