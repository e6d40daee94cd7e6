import CPostgres
import Glibc
import Hosts
import RideStore

/// A connection of libpq; closed when it goes out of scope.
///
/// It is in non-blocking mode from the start: a caller that needs an answer waits in poll(2) with a
/// deadline, and libpq itself never waits, not even while it closes.
struct PostgresHandle: ~Copyable {
  let pointer: OpaquePointer
  /// Whether the server has announced that it ends the connection.
  private let farewell: UnsafeMutablePointer<Bool>

  /// Accepts a connection that libpq has begun to open.
  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
    farewell = .allocate(capacity: 1)
    farewell.initialize(to: false)
    // The default prints notices to stderr. An error without a running query is reported as a
    // notice, too.
    PQsetNoticeReceiver(
      pointer,
      { farewell, notice in
        guard let notice, PostgresResult.endsConnection(notice) else { return }
        farewell?.assumingMemoryBound(to: Bool.self).pointee = true
      }, farewell)
  }

  deinit {
    PQfinish(pointer)
    farewell.deallocate()
  }

  var isBad: Bool { PQstatus(pointer) == CONNECTION_BAD }

  /// libpq's message of the last failure, in one line.
  var message: String { String(libpq: PQerrorMessage(pointer)) }

  /// Sends queued data as far as the socket accepts it, reads arrived data, and waits until the
  /// next result is complete.
  func waitForResult(until deadline: PostgresDeadline) throws(PostgresOutage) {
    while true {
      let flushed = PQflush(pointer)
      guard flushed >= 0 else { throw .lost(message) }
      if PQisBusy(pointer) == 0 { return }
      let events = Int16(POLLIN) | (flushed == 1 ? Int16(POLLOUT) : 0)
      // A part of a long TLS record may be in OpenSSL's buffer, which poll(2) cannot see.
      let turn = PQsslInUse(pointer) == 1 ? deadline.or(after: .milliseconds(100)) : deadline
      let isReady = try wait(for: events, until: turn)
      guard PQconsumeInput(pointer) == 1 else { throw .lost(message) }
      guard isReady || !deadline.hasPassed || PQisBusy(pointer) == 0 else { throw .tooSlow }
    }
  }

  /// Waits for the socket; returns whether it became ready in time.
  func wait(for events: Int16, until deadline: PostgresDeadline) throws(PostgresOutage) -> Bool {
    let socket = PQsocket(pointer)
    guard socket >= 0 else { throw .lost(message) }
    while true {
      var entry = pollfd(fd: socket, events: events, revents: 0)
      let ready = poll(&entry, 1, deadline.milliseconds)
      if ready >= 0 { return ready > 0 }
      guard errno == EINTR else { throw .lost(String(cString: strerror(errno))) }
    }
  }

  /// Whether the connection is known to have ended, without a query and without waiting.
  func hasEnded() -> Bool {
    let now = PostgresDeadline(after: .zero)
    // The server's last message, then the end of the stream.
    for _ in 1...2 where !isBad && !farewell.pointee {
      guard (try? wait(for: Int16(POLLIN), until: now)) == true else { break }
      guard PQconsumeInput(pointer) == 1 else { return true }
      // This call makes libpq process arrived data.
      _ = PQisBusy(pointer)
    }
    return isBad || farewell.pointee
  }

  /// The next result, which must be complete; nil at the end of a statement's results.
  func nextResult() -> PostgresResult? { PQgetResult(pointer).map { PostgresResult($0) } }
}

/// Why there is no connection any more.
enum PostgresOutage: Error {
  case lost(String)
  case tooSlow

  func error(in operation: String) -> StoreError {
    switch self {
    case .lost(let message):
      let detail = message.isEmpty ? "the connection to PostgreSQL is lost" : message
      return StoreError(.unavailable, operation: operation, detail: detail)
    case .tooSlow:
      return StoreError(
        .unavailable, operation: operation, detail: "PostgreSQL did not answer in time")
    }
  }
}

extension String {
  /// A text of libpq in one line, empty for none.
  init(libpq text: UnsafePointer<CChar>?) {
    guard let text else {
      self = ""
      return
    }
    let lines = String(cString: text).split(whereSeparator: \.isNewline)
    self = lines.map { $0.drop { $0.isWhitespace } }.joined(separator: " ")
  }
}

extension PostgresHandle {
  /// Connects to the first host that lets itself be written to, beginning with `first`, which
  /// becomes the one that was found, or the one to begin with the next time.
  static func connect(
    to address: PostgresAddress, first: inout Int, timeouts: PostgresTimeouts,
    until deadline: PostgresDeadline, hosts: HostNames = .system
  ) throws(StoreError) -> PostgresHandle {
    var timeouts = timeouts
    if let seconds = address.connectSeconds { timeouts.connect = .seconds(max(seconds, 1)) }
    var complaints: [String] = []
    for _ in address.hosts {
      do throws(PostgresOutage) {
        return try connect(address.hosts[first], timeouts, until: deadline, hosts)
      } catch {
        complaints.append(error.error(in: "").detail)
      }
      first = (first + 1) % address.hosts.count
      if deadline.hasPassed { break }
    }
    throw StoreError(
      .unavailable, operation: "connect to PostgreSQL",
      detail: complaints.joined(separator: "; "))
  }

  /// Connects to one host: to its addresses one after the other, which libpq would look up without
  /// a limit.
  private static func connect(
    _ parameters: [PostgresAddress.Parameter], _ timeouts: PostgresTimeouts,
    until deadline: PostgresDeadline, _ hosts: HostNames
  ) throws(PostgresOutage) -> PostgresHandle {
    guard let host = parameters.lookedUpHost else {
      return try connect(parameters, until: deadline.or(after: timeouts.connect))
    }
    var addresses: HostAddresses
    do throws(HostLookupError) {
      addresses = try hosts.addresses(
        of: host, port: parameters["port"] ?? "", within: min(timeouts.lookup, deadline.remaining))
    } catch {
      throw .lost("\(error)")
    }
    var complaints: [String] = []
    while let address = addresses.next() {
      var parameters = parameters
      // The host stays for what TLS, and the file of passwords, compare it with. Without an address
      // libpq would take that of its environment.
      parameters.append(.init(keyword: "hostaddr", value: address))
      do throws(PostgresOutage) {
        let handle = try connect(parameters, until: deadline.or(after: timeouts.connect))
        addresses.succeeded()
        return handle
      } catch {
        addresses.failed()
        complaints.append(error.error(in: "").detail)
      }
      if deadline.hasPassed { break }
    }
    throw .lost(complaints.joined(separator: "; "))
  }

  private static func connect(
    _ parameters: [PostgresAddress.Parameter], until deadline: PostgresDeadline
  ) throws(PostgresOutage) -> PostgresHandle {
    let keywords = CStrings(parameters.map(\.keyword))
    let values = CStrings(parameters.map(\.value))
    guard let pointer = PQconnectStartParams(keywords.pointers, values.pointers, 0) else {
      throw .lost("out of memory")
    }
    let handle = PostgresHandle(pointer)
    // What is to be waited for before the first PQconnectPoll, as the manual of
    // PQconnectStartParams has it.
    var state = PGRES_POLLING_WRITING
    while !handle.isBad {
      let events = state == PGRES_POLLING_READING ? Int16(POLLIN) : Int16(POLLOUT)
      guard try handle.wait(for: events, until: deadline) else {
        throw .lost("\(parameters.server) did not answer in time")
      }
      state = PQconnectPoll(pointer)
      if state == PGRES_POLLING_OK {
        guard PQsetnonblocking(pointer, 1) == 0 else { throw .lost(handle.message) }
        return handle
      }
      if state == PGRES_POLLING_FAILED { break }
    }
    throw .lost(handle.message)
  }
}

/// C's copies of texts, with a null pointer after the last.
private final class CStrings {
  let pointers: [UnsafePointer<CChar>?]

  init(_ texts: [String]) { pointers = texts.map { UnsafePointer(strdup($0)) } + [nil] }

  deinit { for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) } }
}
