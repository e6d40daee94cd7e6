import Glibc

/// An operating-system thread that runs one closure; `join` waits for its end.
///
/// Threads, not tasks: a lane blocks in the broker's library, and a connection belongs to one
/// thread.
package struct Thread: ~Copyable {
  private let handle: pthread_t

  /// Starts a thread; a name, at most 15 bytes, is that in `/proc/PID/task/*/stat`.
  package init(name: StaticString? = nil, _ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(ThreadBody(name: name, body: body))
    var handle = pthread_t()
    // By `pthread_attr_init` alone: the compiler may ascribe `pthread_attr_t()` to another library
    // whose header has the same type.
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    defer { attributes.deallocate() }
    pthread_attr_init(attributes)
    // librabbitmq 0.11 decodes nested headers without a limit on their depth: what fits into one
    // frame needs up to 3 MiB of stack.
    pthread_attr_setstacksize(attributes, 8 << 20)
    defer { pthread_attr_destroy(attributes) }
    let result = pthread_create(
      &handle, attributes,
      { context in
        guard let context else { return nil }
        let body = Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue()
        body.setName()
        body.body()
        return nil
      }, box.toOpaque())
    precondition(result == 0, "pthread_create failed with \(result): the process cannot work")
    self.handle = handle
  }

  /// Waits until the thread has ended.
  package consuming func join() {
    pthread_join(handle, nil)
  }

  /// Lets the thread run until it ends, or the process does.
  package consuming func detach() {
    pthread_detach(handle)
  }

  /// Runs each closure on a thread of its own and returns when all have ended.
  package static func runAll(_ bodies: [@Sendable () -> Void]) {
    // An array cannot hold noncopyable threads, so each call holds one and starts the rest.
    guard let first = bodies.first else { return }
    let thread = Thread(first)
    runAll(Array(bodies.dropFirst()))
    thread.join()
  }
}

private final class ThreadBody: Sendable {
  let name: StaticString?
  let body: @Sendable () -> Void

  init(name: StaticString?, body: @escaping @Sendable () -> Void) {
    self.name = name
    self.body = body
  }

  /// Names the calling thread; a thread without a name works as well, so errors are left alone.
  func setName() {
    guard let name else { return }
    // Glibc shows pthread_setname_np to C alone, and only with _GNU_SOURCE.
    let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    _ = write(file, name.utf8Start, name.utf8CodeUnitCount)
    close(file)
  }
}
