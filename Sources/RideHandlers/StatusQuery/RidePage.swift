import Messages
import RideStore
import Rides

/// A page of the rides of a rider, those that were booked last first (rule A12).
///
/// The last ride of a page names the place at which the next one begins, so that pages neither
/// overlap nor leave out a ride, whatever is booked between them.
struct RidePage {
  private let rides: [RideRecord]
  let hasMore: Bool

  /// How many rides a page has where the request does not say.
  private static let usual = 10

  /// Nil where the rider does not have the ride after which the page begins, which was read with
  /// the other rides of the batch: they are locked before vehicles.
  init?(
    _ intent: ListRidesIntent, among found: FoundRides, in store: any RideStore
  ) throws(StoreError) {
    // A status has no text in the language of the request.
    let (rider, _, phases, from, before, after, maximum) = intent.members
    var filter = RideFilter(
      phases: phases, rider: rider, createdFrom: from, createdBefore: before,
      limit: (maximum ?? Self.usual) + 1)
    if let after {
      guard let last = found.record(of: after), last.riderIdentifier == rider else { return nil }
      filter.after = last.cursor
    }
    let found = try store.rides(matching: filter)
    hasMore = found.count == filter.limit
    rides = Array(found.prefix(filter.limit - 1))
  }

  /// The statuses of the rides, an array of JSON; nil where there is none.
  ///
  /// A ride that cannot be read is left out: it would keep all others from the rider.
  var statuses: [UInt8]? {
    let texts = rides.compactMap { record in
      (try? record.ride()).map { RideStatusCoding.encode($0.status) }
    }
    guard let first = texts.first else { return nil }
    let rest = texts.dropFirst().flatMap { [UInt8(ascii: ",")] + $0 }
    return [UInt8(ascii: "[")] + first + rest + [UInt8(ascii: "]")]
  }
}
