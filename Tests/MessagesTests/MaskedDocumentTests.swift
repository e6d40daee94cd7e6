import JSON
import Messages
import Replay
import Rides
import Testing

@Suite("Stored rides and vehicles that are masked") struct MaskedDocumentTests {
  private static func masked(_ kind: StateKind, _ body: [UInt8]) -> [UInt8] {
    let catalogue = Catalogue(locales: ["en_US"], defaultLocale: "en_US", serviceAreas: [])
    var mask = MessageMask(catalogue, requote: { _, _, _ in nil }, reshare: { _, _ in nil })
    return mask.mask(
      RecordedMessage(
        number: 1, at: Samples.now, exchange: RecordedMessage.stateExchange,
        routingKey: kind.rawValue, properties: MessageProperties(), body: body)
    ).body
  }

  /// The numbers and moments of a document by their path, without places.
  private static func kept(_ value: JSONValue, _ path: String = "") -> [String: JSONValue] {
    switch value {
    case .integer, .number: return path.hasSuffix("itude") ? [:] : [path: value]
    case .string(let text): return Instant(rfc3339: text) == nil ? [:] : [path: value]
    case .array(let values):
      return values.enumerated().reduce(into: [:]) { all, element in
        all.merge(kept(element.element, "\(path).\(element.offset)")) { one, _ in one }
      }
    case .object(let members):
      return members.reduce(into: [:]) { all, member in
        all.merge(kept(member.value, "\(path).\(member.key)")) { one, _ in one }
      }
    case .null, .bool: return [:]
    }
  }

  private static func expectKept(_ masked: [UInt8], of body: [UInt8]) throws {
    let (before, after) = (
      kept(try JSONValue(parsing: body)), kept(try JSONValue(parsing: masked))
    )
    let lost = before.filter { after[$0.key] != $0.value }
    #expect(lost.isEmpty, "\(lost.keys.sorted().prefix(5))")
  }

  @Test("A ride can be read, and has its moments and numbers", arguments: 0..<20)
  func rides(seed: Int) throws {
    var random = RandomRides(seed: UInt64(seed))
    for _ in 0..<20 {
      let ride = random.ride()
      let body = RideDocument.encode(ride)
      let masked = Self.masked(.ride, body)
      let read = try RideDocument.decode(masked)
      #expect(read.agreedFare?.onTop == ride.agreedFare?.onTop)
      #expect(read.agreedFare?.meter?.minimumCover == ride.agreedFare?.meter?.minimumCover)
      try Self.expectKept(masked, of: body)
    }
  }

  @Test("What a vehicle is measured by is kept: its way, its stay at a pickup and its conduct")
  func vehicles() throws {
    var random = RandomRides(seed: 1)
    var stay = PickupStay(
      ride: RideIdentifier("r"), pickup: random.coordinate(), metres: 100, seconds: 60,
      from: Samples.now, awaySince: Samples.now, leftAt: Samples.now)
    stay.backAt = Samples.now
    var way = random.way(of: RideIdentifier("r"))
    way.sections[0].worth = DrivenWay.Worth(perMetre: 0.1, perSecond: 0.2, limit: 900)
    var conduct = VehicleConduct()
    for flaw in Fix.Flaw.allCases { conduct.ignore(flaw, at: Samples.now) }
    (conduct.countsFrom, conduct.countedBefore) = (Samples.now, -7)
    for (name, text) in [
      ("driven", DrivenWayCoding.encode(way)),
      ("driven", PickupStayCoding.encode(stay)), ("conduct", VehicleConductCoding.encode(conduct)),
    ] {
      let body = Array(#"{"\#(name)":\#(text)}"#.utf8)
      try Self.expectKept(Self.masked(.vehicle, body), of: body)
    }
  }
}
