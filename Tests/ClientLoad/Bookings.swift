import Glibc
import LiveryClient

/// Books a ride for each rider, and prints a line for each: the rider, and the ride or why there is
/// none.
///
/// The client has as long as it needs, so that an error is one that no retry helps.
struct Bookings {
  private let client: RideClient
  private let window: Int
  /// Far ahead, so that the outcome does not depend on which vehicles are free.
  private let pickup = RequestedPickup(
    start: .instant(Instant(seconds: Int64(time(nil)) + 3 * 3_600)))

  init(url: String, window: Int) throws {
    var options = RideClientOptions()
    options.window = window
    (options.limit, options.answerLimit, options.attempts) = (.seconds(1_800), .seconds(5), 1_000)
    client = try RideClient(url: url, options: options)
    self.window = window
  }

  func book(_ count: Int) async throws {
    _ = try await run(count, window: window) { [client, pickup] number in
      let rider = "client-load-\(number)"
      let intent = RequestRideIntent(
        riderIdentifier: rider, pickupLocation: Trip.pickup, dropOffLocation: Trip.dropOff,
        rideOptionName: "Compact", partySize: 1, scheduledPickupTime: pickup)
      do throws(RideClientError) {
        let ride = try await client.requestRide(intent, identifier: rider).rideStatus
        Self.say("\(rider) \(ride.rideIdentifier)")
      } catch {
        Self.say("\(rider) failed: \(error)")
      }
      return 1
    }
    await client.close()
  }

  /// A line at once, since it is read while the program runs.
  private static func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }
}
