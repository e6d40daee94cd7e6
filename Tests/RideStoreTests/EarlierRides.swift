import RideStore
import Rides

/// Rides as builds wrote them that did not know the columns for payments.
enum EarlierRides {
  /// A statement that inserts a ride into the tables of versions 2 to 5.2.
  ///
  /// - Parameters:
  ///   - instant: How the database writes an instant.
  ///   - flag: How it writes a truth.
  static func insertion(
    of ride: RideRecord, instant: (Instant) -> String, flag: (Bool) -> String
  ) -> String {
    func text(_ value: String?) -> String { value.map { "'\($0)'" } ?? "NULL" }
    func number(_ value: Int?) -> String { value.map(String.init) ?? "NULL" }
    let values = [
      text(ride.rideIdentifier.rawValue), text(ride.riderIdentifier.rawValue), number(ride.slot),
      number(ride.sequence), number(ride.revision), text(ride.phase.rawValue),
      text(ride.product.rawValue), text(ride.area), number(ride.partySize),
      text(ride.vehicle?.rawValue), flag(ride.isWaiting), "\(ride.pickup.latitude)",
      "\(ride.pickup.longitude)", instant(ride.createdAt), instant(ride.waitingSince),
      instant(ride.updatedAt), ride.dueAt.map(instant) ?? "NULL", text(ride.obligation?.rawValue),
      text(String(decoding: ride.document, as: UTF8.self)),
    ]
    return "INSERT INTO rides (\(columns)) VALUES (\(values.joined(separator: ", ")));"
  }

  private static let columns = """
    ride_identifier, rider_identifier, slot, sequence, revision, phase, product, area, party_size,
    vehicle_identifier, is_waiting, pickup_latitude, pickup_longitude, created_at, waiting_since,
    updated_at, due_at, obligation, document
    """

  /// The same for PostgreSQL.
  static func postgres(_ ride: RideRecord) -> String {
    insertion(
      of: ride, instant: { "to_timestamp(\(Double($0.microseconds) / 1_000_000))" },
      flag: { "\($0)" })
  }

  /// The same for SQLite.
  static func sqlite(_ ride: RideRecord) -> String {
    insertion(of: ride, instant: { "\($0.microseconds)" }, flag: { $0 ? "1" : "0" })
  }
}
