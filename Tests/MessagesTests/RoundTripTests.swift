import JSON
import Messages
import Rides
import Testing

@Suite("Round trips")
struct RoundTripTests {
  @Test("A status reads back as written", arguments: [Samples.received, Samples.completed])
  func statuses(status: RideStatus) throws {
    #expect(try RideStatusCoding.decode(RideStatusCoding.encode(status)) == status)
  }

  @Test("Any ride reads back as written", arguments: 0..<20)
  func rides(seed: Int) throws {
    var random = RandomRides(seed: UInt64(seed))
    for _ in 0..<50 {
      let ride = random.ride()
      let bytes = RideDocument.encode(ride)
      #expect(try RideDocument.decode(bytes) == ride, "seed \(seed)")
    }
  }

  @Test("Random rides differ in each value of a ride, so that none is stored untested")
  func random() {
    var random = RandomRides(seed: 1)
    let rides = (0..<40).map { _ in Array(Mirror(reflecting: random.ride()).children) }
    for (index, value) in rides[0].enumerated() {
      let drawn = Set(rides.map { "\($0[index].value)" })
      #expect(drawn.count > 1, "\(value.label ?? "")")
    }
  }

  @Test("The text of a status in a document is the published one", arguments: 0..<20)
  func statusTexts(seed: Int) throws {
    var random = RandomRides(seed: UInt64(seed))
    for _ in 0..<50 {
      var ride = random.ride()
      ride.status.isVehicleAsked = false
      // A ride that is not confirmed has no vehicle but one that is asked.
      if ride.status.phase == .received { ride.status.vehicle = nil }
      let document = RideDocument.encode(ride)
      let text = try #require(RideStatusText.text(in: document))
      #expect(text == RideStatusCoding.encode(ride.status), "seed \(seed)")
      #expect(try RideStatusCoding.encode(RideDocument.decode(document).status) == text)
      guard let vehicle = random.ride().status.vehicle else { continue }
      let moved = RideStatusText.text(in: document, at: nil, driving: vehicle, on: Self.leg) {
        later($0)
      }
      let hasPlace = ride.status.vehicle != nil
      ride.status.vehicle = vehicle
      ride.status.moveEstimates(area: Self.leg.area, later)
      #expect(moved == (hasPlace ? RideStatusCoding.encode(ride.status) : nil), "seed \(seed)")
    }
  }

  /// What a query knows of a ride besides the text.
  private static let leg = RideLeg(
    phase: .confirmed, area: "chicago", pickup: Samples.ride.status.pickupLocation.coordinate,
    dropOff: nil, isScheduled: false, made: RideEstimates(pickup: nil, dropOff: nil))

  /// Later by what the leg says, so that both ways have to find the same leg.
  private func later(_ leg: RideLeg) -> RideEstimates {
    let minutes = Int(leg.dropOff?.latitude ?? 0) * 60 + (leg.isScheduled ? 7 : 1)
    return RideEstimates(
      pickup: leg.made.pickup?.advanced(bySeconds: minutes),
      dropOff: leg.made.dropOff?.advanced(bySeconds: minutes))
  }

  @Test("A document of another form is refused, with the form expected and found")
  func otherForms() throws {
    let text = String(decoding: RideDocument.encode(Samples.ride), as: UTF8.self)
    for (form, found) in [("", "none"), ("\"form\":1,", "1"), ("\"form\":3,", "3")] {
      let other = Array(text.replacing("\"form\":2,", with: form).utf8)
      #expect(RideStatusText.text(in: other) == nil)
      let fault = #expect(throws: JSONFault.self) { try RideDocument.decode(other) }
      #expect(fault == JSONFault(.outOfRange, path: "form", "expected 2, got \(found)"))
    }
  }

  @Test("A truncated document is not published unchanged")
  func truncated() throws {
    let document = RideDocument.encode(Samples.ride)
    let vehicle = try #require(Samples.ride.status.vehicle)
    for length in 0..<(document.count / 2) {
      let cut = Array(document.prefix(length))
      let text = RideStatusText.text(in: cut, at: nil, driving: vehicle, on: Self.leg, later)
      #expect(text.map { $0.count < length } ?? true)
    }
  }

  @Test("Any booking reads back as written, with the same bytes", arguments: 0..<20)
  func bookings(seed: Int) throws {
    var random = RandomRides(seed: UInt64(seed))
    for _ in 0..<50 {
      let intent = Intent.requestRide(RandomObjects.requestRide(&random))
      let bytes = IntentCoding.encode(intent)
      let decoded = try IntentCoding.decode(.requestRide, from: bytes)
      #expect(decoded == intent, "seed \(seed)")
      #expect(IntentCoding.encode(decoded) == bytes, "seed \(seed)")
    }
  }

  @Test("A request to resolve reads back as written")
  func resolve() throws {
    let intent = Intent.resolve(Samples.resolve)
    #expect(
      try IntentCoding.decode(.requestRideResolve, from: IntentCoding.encode(intent)) == intent)
    let bare = Intent.resolve(ResolveIntent(riderIdentifier: RiderIdentifier("r")))
    #expect(try IntentCoding.decode(.requestRideResolve, from: IntentCoding.encode(bare)) == bare)
  }

  @Test(
    "A stored ride that is damaged says where",
    arguments: [
      ("status", "status"), ("slot", "slot"), ("rideOption", "status.rideOption"),
      ("currencyCode", "status.rideOption.priceRange.currencyCode"),
      ("minimum", "status.rideOption.availablePartySizeOptions[0].partySize.minimum"),
    ])
  func damage(name: String, path: String) throws {
    let document = String(decoding: RideDocument.encode(rideWithoutMoney()), as: UTF8.self)
    let damaged = document.replacing("\"\(name)\":", with: "\"x\":")
    let fault = #expect(throws: JSONFault.self) {
      try RideDocument.decode(Array(damaged.utf8))
    }
    #expect(fault?.kind == .missing)
    #expect(fault?.path == path)
  }

  /// A ride whose option alone has prices.
  private func rideWithoutMoney() -> Ride {
    var ride = Samples.ride
    ride.status.completionStatus = nil
    ride.status.rideOption = Samples.option("SUV", key: "suv")
    return ride
  }
}
