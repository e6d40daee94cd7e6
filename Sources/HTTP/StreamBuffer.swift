import CMicroHTTPD
import Synchronization

/// The bytes of a stream between the threads that send and the thread of the server.
final class StreamBuffer: Sendable {
  private struct State {
    var unread: ArraySlice<UInt8> = []
    /// The server has read all, and waits to be woken.
    var isAwaited = false
    /// No more is sent.
    var isClosed = false
    /// No more is read.
    var isOver = false
  }

  private let limit: Int
  private let wakeUp: WakeUp
  private let state = Mutex(State())

  /// With more unread bytes than the limit the next are refused, and the stream ends.
  init(limit: Int, wakeUp: WakeUp) {
    self.limit = limit
    self.wakeUp = wakeUp
  }

  /// No more is read: the client is gone, or does not read.
  var isOver: Bool { state.withLock(\.isOver) }

  /// Adds bytes; false when they are not read any more.
  func add(_ bytes: [UInt8]) -> Bool {
    change { state in
      guard !state.isOver, !state.isClosed else { return false }
      guard state.unread.count <= limit else {
        state.isOver = true
        state.unread = []
        // The server waits for the socket, and is to close it.
        state.isAwaited = true
        return false
      }
      state.unread += bytes
      return true
    }
  }

  /// No more is sent.
  func close() {
    _ = change { state in
      state.isClosed = true
      return true
    }
  }

  /// No more is read; may be called on the server's thread alone.
  func end() {
    state.withLock { state in
      state.isOver = true
      state.unread = []
    }
  }

  /// Moves bytes to the server: their number, 0 when there are none yet, which then wakes it; or
  /// what libmicrohttpd takes for an end.
  func read(into target: UnsafeMutableRawBufferPointer) -> Int {
    state.withLock { state in
      if state.isOver { return livery_mhd_failed }
      if state.unread.isEmpty {
        state.isAwaited = !state.isClosed
        return state.isClosed ? livery_mhd_ended : 0
      }
      let part = state.unread.prefix(target.count)
      target.copyBytes(from: part)
      // Its memory is given back when all is read.
      state.unread = part.endIndex == state.unread.endIndex ? [] : state.unread[part.endIndex...]
      return part.count
    }
  }

  /// Changes the state, and wakes the server if it waits.
  private func change(_ body: (inout State) -> Bool) -> Bool {
    let (result, isAwaited) = state.withLock { state in
      let result = body(&state)
      defer { state.isAwaited = false }
      return (result, state.isAwaited)
    }
    if isAwaited { wakeUp.raise() }
    return result
  }
}
