import Glibc
import LiveryClient

/// Lists options, and prints one object: how many calls, their seconds, the processor's seconds of
/// the whole process, and its peak of resident bytes before them, after a tenth more, and after
/// them.
struct Lists {
  private let client: RideClient
  private let window: Int

  init(url: String, window: Int) throws {
    var options = RideClientOptions()
    options.window = window
    client = try RideClient(url: url, options: options)
    self.window = window
  }

  func measure(_ count: Int) async throws {
    // The first ones connect, and fill what is kept.
    _ = try await list(count / 10)
    let early = Usage()
    let listed = try await list(count)
    let late = Usage()
    await client.close()
    print(
      #"{"counted":\#(count),"options":\#(listed),"seconds":\#(late.time - early.time),"#
        + #""cpu":\#(late.cpu - early.cpu),"early":\#(early.resident),"late":\#(late.resident)}"#)
  }

  private func list(_ count: Int) async throws -> Int {
    try await run(count, window: window) { [client] number in
      let intent = ListRideOptionsIntent(
        riderIdentifier: "rider-\(number % 1_000)", pickupLocation: Trip.pickup,
        dropOffLocation: Trip.dropOff)
      return try await client.listRideOptions(intent).rideOptions.count
    }
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
