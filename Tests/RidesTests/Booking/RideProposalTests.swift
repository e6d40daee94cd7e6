import Rides
import Testing

@Suite("The ride of a request") struct RideProposalTests {
  private static let identifier = RideIdentifier("r1")

  private static func request(
    _ option: String = "Compact", partySize: Int? = nil, maximum: Money? = nil,
    scheduled: Instant? = nil
  ) -> RideRequest {
    RideRequest(
      RequestRideIntent(
        riderIdentifier: RiderIdentifier("rider"), locale: "es_US",
        pickupLocation: Fixture.downtown, dropOffLocation: Fixture.uptown, rideOptionName: option,
        maximumPrice: maximum, partySize: partySize,
        scheduledPickupTime: scheduled.map { RequestedPickup(start: .instant($0), end: nil) }))
  }

  private static func quoter(_ scheduling: SchedulingPolicy? = nil) throws -> Quoter {
    var area = try Fixture.area()
    area.policies.scheduling = scheduling
    return Quoter(catalogue: try Fixture.catalogue([area]), routing: Fixture.TenMiles())
  }

  private static func proposal(
    _ request: RideRequest, _ scheduling: SchedulingPolicy? = nil
  ) throws -> RideProposal {
    try RideProposal(
      request, quoter: try quoter(scheduling), supply: Fixture.supply(), at: Fixture.now)
  }

  private static func refusal(_ request: RideRequest) throws -> Refusal {
    try #require(#expect(throws: Refusal.self) { try proposal(request) })
  }

  @Test("B8: The ride has the places of its request, and waits from the moment of the booking")
  func forNow() throws {
    let ride = try Self.proposal(Self.request()).ride(
      Self.identifier, slots: RiderSlots(), quoter: Self.quoter(), at: Fixture.now)
    #expect(ride.status.pickupLocation == Fixture.downtown)
    #expect(ride.status.dropOffLocation == Fixture.uptown)
    #expect(ride.locale == "es_US" && ride.slot == 0)
    #expect(ride.isWaiting && ride.searchFrom == Fixture.now)
    #expect(
      try Self.proposal(Self.request()).waitingPlace(Self.identifier, at: Fixture.now)
        == ride.waitingPlace)
  }

  @Test("B1: The search for a ride booked ahead begins before its pickup, in a slot of its own")
  func ahead() throws {
    let start = Fixture.now.advanced(bySeconds: 7_200)
    let scheduling = Fixture.with(SchedulingPolicy()) { $0.dispatchLeadSeconds = 600 }
    let proposal = try Self.proposal(Self.request(scheduled: start), scheduling)
    #expect(proposal.waitingPlace(Self.identifier, at: Fixture.now) == nil)
    let ride = try proposal.ride(
      Self.identifier, slots: RiderSlots(), quoter: Self.quoter(scheduling), at: Fixture.now)
    #expect(!ride.isWaiting && ride.slot == 1_000)
    #expect(ride.searchFrom == start.advanced(bySeconds: -600))
    #expect(ride.status.estimatedPickupDate == start)
  }

  @Test("A price above the rider's limit is refused with the price, and one at the limit is not")
  func limit() throws {
    let ride = try Self.proposal(Self.request()).ride(
      Self.identifier, slots: RiderSlots(), quoter: Self.quoter(), at: Fixture.now)
    let price = try #require(ride.status.rideOption.priceRange?.maximumPrice)
    _ = try Self.proposal(Self.request(maximum: price))
    let less = Fixture.cents(price.minorUnits - 1)
    let refusal = try Self.refusal(Self.request(maximum: less))
    #expect(refusal.reason == .priceTooHigh && refusal.price == price)
    #expect(
      try Self.refusal(Self.request("Taxi", maximum: price)).reason == .notAvailableHere,
      "a meter has no price to compare")
  }

  @Test("F6: A request that was neither resolved nor confirmed is checked all the same")
  func unchecked() throws {
    #expect(try Self.refusal(Self.request("Rickshaw")).reason == .unknownOption)
    #expect(try Self.refusal(Self.request("SUV")).reason == .partySizeRequired)
    #expect(
      try Self.refusal(Self.request(scheduled: Fixture.now.advanced(bySeconds: 7_200))).reason
        == .tooFarAhead)
  }

  @Test("A refused quote refuses the request")
  func quote() throws {
    var request = Self.request()
    request.claims = .failure(Refusal(.quoteUsed, "used", path: "quoteIdentifier"))
    #expect(try Self.refusal(request).reason == .quoteUsed)
  }

  @Test("B2: The name of a ride follows from its rider and the id of its message")
  func name() {
    func name(_ rider: String, _ message: String) -> RideIdentifier {
      RideIdentifier(
        of: RiderIdentifier(rider), messageIdentifier: message, digest: { $0 },
        base32: { String(decoding: $0, as: UTF8.self) })
    }
    #expect(name("a", "m") == name("a", "m"))
    #expect(name("a", "m") != name("a", "n") && name("a", "m") != name("b", "m"))
  }
}
