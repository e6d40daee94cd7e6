import Testing

@testable import Rides

@Suite("The roster of vehicles") struct VehicleRollTests {
  private let now = Fixture.now
  private let mark = VehicleRoster.Mark(source: 1, position: 1)

  private func entry(
    _ name: String, products: [String] = ["suv"], isFree: Bool = true
  ) -> Supply.Entry {
    Supply.Entry(
      vehicle: VehicleIdentifier(name), location: Fixture.point(41.88, -87.63),
      products: products.map { ProductKey($0) }, capacity: 6, isFree: isFree)
  }

  private func roster(_ names: [String], replacing old: VehicleRoster = VehicleRoster())
    -> VehicleRoster
  {
    var whole = old.startOver()
    for name in names { whole.add(entry(name), reportedAt: now) }
    return whole.finish(reportedAfter: now.advanced(bySeconds: -600), mark: mark)
  }

  private func address(_ products: [ProductKey]) -> UnsafeRawPointer? {
    products.withUnsafeBytes { $0.baseAddress }
  }

  @Test("Vehicles that sell the same share the list, in one reading and from one to the next")
  func shared() {
    let first = roster(["a", "b", "c"])
    var second = roster(["a", "b", "c", "d"], replacing: first)
    second.apply(
      [.onDuty(entry("e"), reportedAt: now)], reportedAfter: now.advanced(bySeconds: -600),
      mark: mark)
    let lists = Set((first.entries + second.entries).map { address($0.products) })
    #expect(lists.count == 1)
  }

  @Test("The version shows whether anything is new")
  func version() {
    let first = roster(["a", "b"])
    #expect(roster(["a", "b"], replacing: first).version == first.version)
    #expect(roster(["a"], replacing: first).version != first.version)
    var next = first
    let bound = now.advanced(bySeconds: -599)
    next.apply([.onDuty(entry("a"), reportedAt: now)], reportedAfter: bound, mark: mark)
    #expect(next.version == first.version)
    next.apply([.away(VehicleIdentifier("z"))], reportedAfter: bound, mark: mark)
    #expect(next.version == first.version)
    next.apply(
      [.onDuty(entry("b", isFree: false), reportedAt: now)], reportedAfter: bound, mark: mark)
    #expect(next.version != first.version)
    #expect(next.entries == [entry("a"), entry("b", isFree: false)])
  }

  @Test("Changes arrive in any order, and vehicles off duty are removed")
  func order() {
    var roster = roster(["b", "d", "f"])
    roster.apply(
      [
        .onDuty(entry("g"), reportedAt: now), .away(VehicleIdentifier("d")),
        .onDuty(entry("a"), reportedAt: now), .onDuty(entry("c"), reportedAt: now),
        .onDuty(entry("e"), reportedAt: now.advanced(bySeconds: -900)),
        .onDuty(entry("f"), reportedAt: now.advanced(bySeconds: -900)),
      ], reportedAfter: now.advanced(bySeconds: -600), mark: mark)
    #expect(roster.entries.map(\.vehicle.rawValue) == ["a", "b", "c", "g"])
  }

  @Test("All is read at first, each minute, on another connection, and when the clock is set back")
  func marks() {
    let bound = now.advanced(bySeconds: -600)
    #expect(VehicleRoster().mark(for: bound, of: 1) == nil)
    let read = roster(["a"])
    #expect(read.mark(for: bound, of: 1) == mark)
    #expect(read.mark(for: bound.advanced(bySeconds: 59), of: 1) == mark)
    #expect(read.mark(for: bound.advanced(bySeconds: 60), of: 1) == nil)
    #expect(read.mark(for: bound.advanced(bySeconds: -1), of: 1) == nil)
    #expect(read.mark(for: bound, of: 2) == nil)
    var later = read
    later.apply([], reportedAfter: bound.advanced(bySeconds: 30), mark: mark)
    #expect(later.mark(for: bound.advanced(bySeconds: 29), of: 1) == nil)
    #expect(later.mark(for: bound.advanced(bySeconds: 60), of: 1) == nil)
  }

  @Test("A supply like another has its vehicles and the new time, and finds the busy ones")
  func sameSupply() {
    let entries = [entry("a", isFree: false), entry("b", products: ["taxi"])]
    let first = Supply(takenAt: now, entries: entries)
    let second = Supply(takenAt: now.advanced(bySeconds: 1), like: first)
    #expect(second.takenAt == now.advanced(bySeconds: 1))
    #expect(second.entries == entries)
    for _ in 1...2 {
      let found = second.survey(
        ProductKey("suv"), around: UnitVector(Fixture.point(41.88, -87.63)), enough: 1)
      #expect(found.isAnyOnDuty)
      #expect(found.nearestFree == nil)
    }
    #expect(second.vehiclesOnDuty(of: ProductKey("suv")) == 1)
  }
}
