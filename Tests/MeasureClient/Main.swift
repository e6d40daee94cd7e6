import Glibc
import LiveryClient
import Synchronization

/// Lists options with a window of calls, and prints one object: how many calls, their seconds, the
/// processor's seconds of the whole process, and its resident bytes after a tenth and at the end.
///
/// Arguments: the URL of the broker, how many calls count, how many run at a time.
@main enum Main {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let count = Int(arguments[2]), let window = Int(arguments[3]),
      count >= window, window > 0
    else {
      print("expected: URL COUNT WINDOW")
      exit(64)
    }
    var options = RideClientOptions()
    options.window = window
    let client = try RideClient(url: arguments[1], options: options)
    // The first ones connect, and fill what is kept.
    _ = try await list(client, count / 10, window)
    let early = Usage()
    let listed = try await list(client, count, window)
    let late = Usage()
    await client.close()
    print(
      #"{"counted":\#(count),"options":\#(listed),"seconds":\#(late.time - early.time),"#
        + #""cpu":\#(late.cpu - early.cpu),"early":\#(early.resident),"late":\#(late.resident)}"#)
  }

  /// Makes so many calls, and gives how many options they have listed.
  private static func list(_ client: RideClient, _ count: Int, _ window: Int) async throws -> Int {
    let left = Counter(count)
    return try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<window {
        group.addTask {
          var listed = 0
          while let number = left.next() {
            let intent = ListRideOptionsIntent(
              riderIdentifier: "rider-\(number % 1_000)", pickupLocation: pickup,
              dropOffLocation: dropOff)
            listed += try await client.listRideOptions(intent).rideOptions.count
          }
          return listed
        }
      }
      return try await group.reduce(0, +)
    }
  }

  private static let pickup = Place(
    coordinate: Coordinate(latitude: 41.8796, longitude: -87.6237), name: "Art Institute")
  private static let dropOff = Place(
    coordinate: Coordinate(latitude: 41.9786, longitude: -87.9047), name: "O'Hare")
}

/// Numbers down to 1, shared by tasks.
private final class Counter: Sendable {
  private let left: Atomic<Int>

  init(_ count: Int) { left = Atomic(count) }

  func next() -> Int? {
    let number = left.subtract(1, ordering: .relaxed).oldValue
    return number > 0 ? number : nil
  }
}

/// What the process has used until now.
private struct Usage {
  let time = seconds(CLOCK_MONOTONIC)
  let cpu = seconds(CLOCK_PROCESS_CPUTIME_ID)
  let resident: Int

  init() {
    var use = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &use)
    // Its peak, which is not lower at the end.
    resident = use.ru_maxrss * 1_024
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
