import Testing

@testable import Replay

@Suite("Rides in a masked recording") struct RideNamesTests {
  private static let ride = RideNames.identifier(rider: "ann", messageID: "m1")
  private static let masked = RideNames.identifier(rider: "x", messageID: "y")
  private static let other = String(repeating: "a", count: 26)

  private static var names: RideNames {
    var names = RideNames()
    names.book(rider: "ann", messageID: "m1", asRider: "x", asMessage: "y")
    return names
  }

  @Test("A ride has the identifier that follows from its masked booking")
  func booked() {
    #expect(Self.names[Self.ride] == Self.masked)
    #expect(Self.names[Self.other] == nil)
    #expect(Self.ride != Self.masked && Self.ride.utf8.count == 26)
    #expect(Self.ride != RideNames.identifier(rider: "ann", messageID: "m2"))
    #expect(Self.ride != RideNames.identifier(rider: "annm", messageID: "1"))
  }

  @Test(
    "A ride within a text is renamed, and the rest of the text stays",
    arguments: [
      (ride, masked), ("/livery/rides/\(ride)", "/livery/rides/\(masked)"),
      ("\(ride)/12", "\(masked)/12"), ("\(ride):fare:capture:1", "\(masked):fare:capture:1"),
      ("\(ride) \(ride)", "\(masked) \(masked)"), ("é\(ride)é", "é\(masked)é"),
      ("/\(other)/", "/?/"), ("", ""), ("none", "none"), ("a\(ride)", "a\(ride)"),
      ("\(ride.dropLast())", "\(ride.dropLast())"),
    ])
  func rename(_ text: String, _ expected: String) {
    #expect(Self.names.rename(text) { _ in "?" } == expected)
  }

  @Test("A repeated booking changes nothing")
  func again() {
    var names = Self.names
    names.book(rider: "ann", messageID: "m1", asRider: "x", asMessage: "y")
    #expect(names[Self.ride] == Self.masked)
  }
}
