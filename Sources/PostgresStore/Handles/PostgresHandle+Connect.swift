import CPostgres
import Glibc
import RideStore

extension PostgresHandle {
  /// Connects to the first host that lets itself be written to, beginning with `first`, which
  /// becomes the one that was found, or the one to begin with the next time.
  static func connect(
    to address: PostgresAddress, first: inout Int, timeouts: PostgresTimeouts,
    until deadline: PostgresDeadline
  ) throws(StoreError) -> PostgresHandle {
    let patience = address.connectSeconds.map { Duration.seconds(max($0, 1)) } ?? timeouts.connect
    var complaints: [String] = []
    for _ in address.hosts {
      do throws(PostgresOutage) {
        return try connect(address.hosts[first], until: deadline.or(after: patience))
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
        throw .lost("\(hostName(parameters)) did not answer in time")
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

  private static func hostName(_ parameters: [PostgresAddress.Parameter]) -> String {
    let host = parameters.first { $0.keyword == "host" || $0.keyword == "hostaddr" }
    return host?.value ?? "the server"
  }
}

/// C's copies of texts, with a null pointer after the last.
private final class CStrings {
  let pointers: [UnsafePointer<CChar>?]

  init(_ texts: [String]) { pointers = texts.map { UnsafePointer(strdup($0)) } + [nil] }

  deinit { for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) } }
}
