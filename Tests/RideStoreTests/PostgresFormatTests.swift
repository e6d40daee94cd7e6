import RideStore
import Rides
import Testing

@testable import PostgresStore

@Suite("The formats of PostgreSQL")
struct PostgresFormatTests {
  @Test("An array reads back from its bytes", arguments: [[], [""], ["a", "", "\"{,}\\ é"]])
  func array(texts: [String]) {
    var array = PostgresArray(of: 25)
    for text in texts { array.append(text) }
    let found = array.finish().withUnsafeBytes { bytes in
      PostgresArray.elements(of: bytes) { String(decoding: $0, as: UTF8.self) }
    }
    #expect(found == texts)
  }

  @Test("No bytes of an array trap")
  func hostileArrays() {
    var whole = PostgresArray(of: 25)
    for text in ["one", "two", "three"] { whole.append(text) }
    let bytes = whole.finish()
    var damaged: [[UInt8]] = (0..<bytes.count).map { Array(bytes.prefix($0)) }
    for index in bytes.indices {
      for value in [0, 1, 0x7f, 0x80, 0xff] as [UInt8] {
        var other = bytes
        other[index] = value
        damaged.append(other)
      }
    }
    for array in damaged {
      let found = array.withUnsafeBytes { PostgresArray.elements(of: $0) { $0.count } }
      #expect(found.map { $0.count <= 3 } ?? true)
    }
  }

  @Test("An instant reads back, and one out of range is none")
  func instants() {
    for microseconds in [0, -1, 946_684_800_000_000, 1_800_000_000_123_456, .max] as [Int64] {
      let instant = Instant(microseconds: microseconds)
      #expect(instant.postgres.flatMap { Instant(postgres: $0) } == instant)
      #expect(instant.postgresBound == instant.postgres)
    }
    for stored in [Int64.min, .max, .max - 1, -211_813_488_000_000_001] {
      #expect(Instant(postgres: stored) == nil)
    }
    let early = Instant(microseconds: .min)
    #expect(early.postgres == nil)
    #expect(early.postgresBound == .min)
  }

  @Test(
    "A failure has the code that says whether to try again",
    arguments: [
      ("23505", "conflict"), ("LV001", "conflict"), ("40P01", "conflict"), ("40001", "conflict"),
      ("21000", "conflict"), ("08006", "unavailable"), ("57P01", "unavailable"),
      ("57P03", "unavailable"), ("57014", "unavailable"), ("53300", "unavailable"),
      ("53100", "unavailable"), ("53200", "unavailable"), ("55P03", "unavailable"),
      ("25P03", "unavailable"), ("25006", "unavailable"), ("58030", "unavailable"),
      ("", "unavailable"), ("42P01", "wrongSchema"), ("42703", "wrongSchema"),
      ("42883", "wrongSchema"), ("23514", "failed"), ("22021", "failed"), ("42501", "denied"),
      ("XX001", "failed"), ("42601", "failed"),
    ])
  func codes(state: String, code: String) {
    let failure = PostgresFailure(
      state: state, message: "m", constraint: "", endsConnection: false)
    #expect(failure.error(in: "o").code.rawValue == code)
  }
}
