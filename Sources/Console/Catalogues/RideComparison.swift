import JSON
import RideStore
import Rides
import Tool

/// What rides would cost by another catalogue.
///
/// The trip of each as it is booked now is priced twice by the same code, as a booking of the same
/// moment while vehicles of everything are near. What comes to a fare later is no part of it: the
/// wait, tolls, and what a meter shows in the end.
struct RideComparison {
  /// A ride whose price is another.
  struct Difference {
    let ride: RideIdentifier
    let option: String
    let before: Money
    /// Nil where it would not be offered, and then why.
    let after: Money?
    let refusal: String?

    /// How much it is, in the smallest units.
    fileprivate var size: UInt64 {
      ((after?.minorUnits ?? 0) - before.minorUnits).magnitude
    }
  }

  /// How many differences are shown.
  private static let shown = 10

  private let count: Int
  /// Whether the hour has more rides than were compared.
  private let hasMore: Bool
  private(set) var same = 0
  private(set) var more = 0
  private(set) var less = 0
  private(set) var notOffered = 0
  /// Those without a price by the catalogue in force, such as a meter's ride without a drop-off.
  private(set) var unpriced = 0
  /// Of the rides that both catalogues price.
  private(set) var sums: [(before: Money, after: Money)] = []
  /// The greatest first.
  private(set) var differences: [Difference] = []

  init(of rides: [Ride], hasMore: Bool = false, from old: Catalogue, to new: Catalogue) {
    (count, self.hasMore) = (rides.count, hasMore)
    let (old, new) = (Quoter(catalogue: old), Quoter(catalogue: new))
    for ride in rides { add(ride, old, new) }
    differences = Array(differences.sorted { $0.size > $1.size }.prefix(Self.shown))
  }

  private mutating func add(_ ride: Ride, _ old: Quoter, _ new: Quoter) {
    guard let before = try? ride.price(by: old) else {
      unpriced += 1
      return
    }
    let (after, refusal) = Self.price(of: ride, by: new, in: before.currency)
    if let after { add(before, after) } else { notOffered += 1 }
    guard before != after else { return }
    differences.append(
      Difference(
        ride: ride.status.rideIdentifier, option: ride.status.rideOption.name, before: before,
        after: after, refusal: refusal))
  }

  private mutating func add(_ before: Money, _ after: Money) {
    switch (before.minorUnits, after.minorUnits) {
    case let (old, new) where old < new: more += 1
    case let (old, new) where old > new: less += 1
    default: same += 1
    }
    let place = sums.firstIndex { $0.before.currency == before.currency } ?? sums.count
    if place == sums.count {
      sums.append((before, after))
    } else if let old = try? sums[place].before.adding(before),
      let new = try? sums[place].after.adding(after)
    {
      sums[place] = (old, new)
    }
  }

  /// The price, or why there is none in the same currency.
  private static func price(
    of ride: Ride, by quoter: Quoter, in currency: Currency
  ) -> (Money?, String?) {
    do throws(Refusal) {
      let price = try ride.price(by: quoter)
      return price.currency == currency ? (price, nil) : (nil, "sold in \(price.currency.code)")
    } catch {
      return (nil, "\(error.reason.rawValue): \(error.message)")
    }
  }

  /// Writes the members.
  func write(into writer: inout JSONWriter) {
    let counts: [(StaticString, Int)] = [
      ("rides", count), ("same", same), ("more", more), ("less", less),
      ("notOffered", notOffered), ("unpriced", unpriced),
    ]
    for (name, count) in counts { writer.member(name, count) }
    writer.member("hasMore", hasMore)
    writer.key("sums")
    writer.objects(sums) {
      $1.member("before", $0.before)
      $1.member("after", $0.after)
    }
    writer.key("differences")
    writer.objects(differences) { difference, writer in
      writer.texts([
        ("rideIdentifier", difference.ride.rawValue), ("option", difference.option),
        ("refusal", difference.refusal),
      ])
      writer.member("before", difference.before)
      writer.member("after", difference.after)
    }
  }
}

extension Ride {
  /// What its trip as it is booked now costs by a catalogue, at the time of its booking.
  fileprivate func price(by quoter: Quoter) throws(Refusal) -> Money {
    let trip = Trip(
      pickup: status.pickupLocation, dropOff: status.dropOffLocation, stops: status.waypoints,
      scheduledPickup: status.scheduledPickupTime?.start, partySize: partySize)
    return try quoter.price(
      of: OptionSelection(
        name: nil, optionIdentifier: product, partySize: partySize,
        extras: status.extras.map { ExtraCount(identifier: $0.identifier, count: $0.count) }),
      for: trip, at: createdAt)
  }
}
