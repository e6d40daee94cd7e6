import Rides
import Testing

@Suite("Identifiers")
struct IdentifierTests {
  @Test("Names that only look alike are two names")
  func canonicallyEqual() {
    let composed = RiderIdentifier("Ren\u{e9}")
    let decomposed = RiderIdentifier("Rene\u{301}")
    #expect(composed.rawValue == decomposed.rawValue)
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
    #expect((composed < decomposed) != (decomposed < composed))
  }

  @Test("Names are ordered by their bytes, as databases order them")
  func order() {
    let names = ["b", "a", "Z", "\u{e9}", "aa"].map { VehicleIdentifier($0) }
    #expect(names.sorted().map(\.rawValue) == ["Z", "a", "aa", "b", "\u{e9}"])
  }

  @Test("A name is equal to itself and is found again")
  func equal() {
    let rides: [RideIdentifier: Int] = [RideIdentifier("r-1"): 1]
    #expect(rides[RideIdentifier("r-1")] == 1)
    #expect(RideIdentifier("r-1").description == "r-1")
  }
}
