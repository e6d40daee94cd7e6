import MemoryStore
import Messages
import RideHandlers
import RideStore
import Rides

/// Riders who share their rides, and others who follow them.
extension World {
  /// The tokens of the fleet, without a key: two letters for each byte.
  static let tokens = tokens(without: 0)

  /// The same, but some last bytes are missing.
  static func tokens(without missing: Int) -> QuoteTokens {
    QuoteTokens(
      seal: { bytes, text in
        for byte in bytes.dropLast(missing) { text += [97 + byte >> 4, 97 + byte & 15] }
      },
      open: { text in
        let digits = text.map { $0 &- 97 }
        guard digits.count % 2 == 0, digits.allSatisfy({ $0 < 16 }) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
      })
  }

  /// Has a rider share a ride, or another follow one.
  mutating func sendShare() {
    let rides = storedRides()
    guard !rides.isEmpty else { return sendVehicle() }
    let ride = numbers.pick(rides)
    if ride.phase.isFinal { producers.lateShares.insert(newCorrelation) }
    if numbers.chance(0.4) {
      let rider = numbers.chance(0.8) ? ride.riderIdentifier : numbers.pick(Producers.riders)
      let intent = ShareRideIntent(riderIdentifier: rider, rideIdentifier: ride.rideIdentifier)
      return send(.shareRide(intent), .shareRide, id: newID)
    }
    let token = ShareTokens(Self.tokens).token(of: ride.rideIdentifier) ?? ""
    let intent = GetSharedStatusIntent(shareToken: numbers.chance(0.9) ? token : token + "?")
    send(.getSharedStatus(intent), .getSharedStatus, id: newID)
  }

  /// Who has a token follows its ride until the end, and sees nothing else.
  mutating func checkShare(_ response: Publication, to letter: Producers.Letter) {
    let (id, owner): (RideIdentifier?, RiderIdentifier?)
    switch letter.intent {
    case .shareRide(let intent): (id, owner) = (intent.rideIdentifier, intent.riderIdentifier)
    case .getSharedStatus(let intent):
      (id, owner) = (ShareTokens(Self.tokens).ride(of: intent.shareToken), nil)
    default: return
    }
    let (body, name) = (response.body, "the response to \(letter.correlation)")
    let ride = id.flatMap { id in storedRides().first { $0.rideIdentifier == id } }
    let isAllowed = ride != nil && (owner == nil || owner == ride?.riderIdentifier)
    if body.text(after: #""code":""#) == "success" {
      if !isAllowed { object("\(name) shares what may not be shared") }
      if producers.lateShares.contains(letter.correlation) {
        object("\(name) shares an ended ride")
      }
      if let ride { checkShown(body, of: ride, name) }
    } else if isAllowed, let ride, !ride.phase.isFinal, !response.isPassing {
      object("\(name) refuses to share a ride under way")
    }
  }

  private mutating func checkShown(_ body: [UInt8], of ride: RideRecord, _ name: String) {
    if let token = body.text(after: #""shareToken":""#) {
      if ShareTokens(Self.tokens).ride(of: token) != ride.rideIdentifier {
        object("\(name) has the token of another ride")
      }
      return
    }
    let text = String(decoding: body, as: UTF8.self)
    for hidden in Self.hidden where text.contains(hidden) { object("\(name) shows \(hidden)") }
    let shown = body.text(after: #""phase":""#)
    let history = (try? committed.history(of: ride.rideIdentifier)) ?? []
    if !history.contains(where: { $0.phase.rawValue == shown && !$0.phase.isFinal }) {
      object("\(name) shows a phase that the ride does not have")
    }
  }

  /// What tells of a rider, of money, of a phone or of a start code.
  private static let hidden = [
    "rider", "Rider", "Jane", "by the door", "Lee", "phone", "Phone", "+1312", "price", "Price",
    "amount", "USD", "payment", "startCode",
  ]
}
