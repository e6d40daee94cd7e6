import HTTP
import MemoryStore
import RideStore
import Rides
import Testing

@testable import Console

@Suite("The one search")
struct SearchTests {
  private let store = MemoryStore(MemoryDatabase())

  init() throws {
    let driver = Driver(name: "Sam Röhr", phoneNumber: "+49 (30) 901820")
    try store.write(
      [.sample("ride-7", rider: "rider-42", .ongoing)],
      [.sample("v-1", plate: "AB 1234", driver: driver), .sample("v-2", plate: "CD 9")])
  }

  @Test(
    "It finds by identifier, plate, driver, passenger and phone",
    arguments: [
      ("ride-7", ["/rides/ride-7"]), (" ride-7 ", ["/rides/ride-7"]),
      ("v-2", ["/vehicles/v-2"]), ("rider-42", ["/riders/rider-42"]), ("ab1234", ["/vehicles/v-1"]),
      ("AB-12", ["/vehicles/v-1"]), ("röhr", ["/vehicles/v-1"]), ("901820", ["/vehicles/v-1"]),
      ("secret guest", ["/rides/ride-7"]), ("+1 (555) 0100", ["/rides/ride-7"]), ("", []),
      ("   ", []), ("z", []), ("%", []), ("_", []), ("' OR ''='", []), ("0", []), ("\u{0}", []),
      (String(repeating: "a", count: 200), []), ("😀", []),
    ])
  func hits(_ text: String, _ links: [String]) throws {
    let hits = try Search(text, for: .agent)?.found(in: store).hits ?? []
    #expect(hits.map(\.href) == links)
  }

  @Test("The passenger of a ride that has ended is found, too, and only by those who may")
  func ended() throws {
    try store.write([.sample("ride-8", at: 60, .completed)])
    let found = try Search("secret guest", for: .agent)?.found(in: store)
    #expect(found?.hits.map(\.href) == ["/rides/ride-7", "/rides/ride-8"])
    #expect(found?.hits.map(\.word) == ["phase.ongoing", "phase.completed"])
    #expect(found?.newest == nil)
    #expect(try Search("secret guest", for: .reader)?.found(in: store).hits == [])
  }

  @Test("A name of special characters is linked so that it is found again")
  func links() throws {
    #expect(Link.ride("a/b?c#d e\"é") == "/rides/a%2Fb%3Fc%23d%20e%22%C3%A9")
  }
}
