import Messages
import RandomFixture
import Rides

/// The single values of random rides and bookings.
extension RandomRides {
  mutating func price() -> Money { dollars(Int64(max(0, number(-500...9_999)))) }

  mutating func positivePrice() -> Money { dollars(Int64(number(1...9_999))) }

  mutating func link() -> String { pick(["https://x.test/a.png", "http://y.test/?q=é"]) }

  mutating func partySizeRange() -> PartySizeRange {
    let minimum = number(1...4)
    // The maximum is never below the minimum.
    return PartySizeRange(minimum: minimum, maximum: maybe { $0.number(minimum...9) })!
  }

  mutating func course() -> Double { Double.random(in: 0..<360, using: &random) }

  mutating func metres() -> Double { Double.random(in: 0..<5_000, using: &random) }

  mutating func texts() -> [String: String] {
    chance() ? [:] : [text(): anyText(), "b": anyText()]
  }

  mutating func priceRange() -> PriceRange {
    let (first, second) = (dollars(Int64(number(0...9999))), dollars(Int64(number(0...9999))))
    switch number(0...3) {
    case 0: return PriceRange(price: first)
    case 1: return PriceRange(minimumPrice: first)
    case 2: return PriceRange(maximumPrice: first)
    // Both are in dollars.
    default: return PriceRange(first, second)!
    }
  }

  mutating func amount() -> Money {
    money(Int64(number(-99_999...99_999)), pick(["USD", "JPY", "KWD", "EUR"]))
  }

  mutating func coordinate() -> Coordinate {
    point(
      Double.random(in: -90...90, using: &random), Double.random(in: -180...180, using: &random))
  }

  mutating func pickupWindow() -> PickupWindow {
    let start = moment()
    return PickupWindow(
      start: start, end: start.advanced(bySeconds: number(1...9999)), timeZone: maybe { $0.text() })
  }

  mutating func requestedPickup() -> RequestedPickup {
    RequestedPickup(
      start: pickupTime(), end: maybe { $0.pickupTime() }, recurs: chance())
  }

  private mutating func pickupTime() -> PickupTime {
    let local = LocalDateTime(
      year: number(0...9999), month: number(1...12), day: number(1...28), hour: number(0...23),
      minute: number(0...59), second: number(0...59))
    // All of these dates and times exist.
    return chance() ? .instant(moment()) : .local(local!)
  }

  mutating func moment() -> Instant {
    Instant(microseconds: Int64(number(0...4_000_000_000)) * 1_000_000 + Int64(number(0...2)) * 250)
  }

  mutating func identifier() -> String { pick(["a", "ride-9", "é🚕", "x.y*#% z", "\"\\/"]) }

  mutating func text() -> String {
    pick(["", "Art Institute", "O'Hare", "\"quoted\" \\ back", "Zoë 🚕\u{2028}"])
  }

  mutating func lines() -> String { pick([text(), "a\nb\r\n\tc"]) }

  /// What an operator may have written in a catalogue.
  mutating func anyText() -> String {
    pick([lines(), "a\nb\u{0}\u{1f}"])
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  mutating func chance() -> Bool { Bool.random(using: &random) }

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[number(0...values.count - 1)]
  }

  mutating func maybe<Value>(_ make: (inout RandomRides) -> Value) -> Value? {
    chance() ? make(&self) : nil
  }

  mutating func many<Value>(
    _ most: Int, _ make: (inout RandomRides) -> Value
  ) -> [Value] {
    (0..<number(0...most)).map { _ in make(&self) }
  }
}
