import Catalogues
import Crypto
import Glibc
import Messages
import RideHandlers
import Rides

/// Files of an operator: catalogues, and the time zones that they name.
enum FileFuzzer {
  private static let chicago = contents(SourcePaths.chicago)
  /// A tariff of an ordinance, with holidays, steps and percentages.
  private static let singapore = contents(SourcePaths.singapore)
  /// Rates that change a minute after the fuzzed world's trips are.
  private static let turning = Array(
    String(decoding: chicago, as: UTF8.self).replacing(
      #""base": ""#,
      with: #""periods": [{ "counts": "ride", "hours": [{ "from": "02:01", "to": "06:00" }], "#
        + #""perMile": "9.00" }], "base": ""#
    ).utf8)
  private static let zones = ["America/Chicago", "Europe/Dublin", "Asia/Gaza", "UTC"].map {
    contents("/usr/share/zoneinfo/\($0)")
  }

  static func run(_ input: [UInt8]) throws(Finding) {
    var reader = FuzzReader(input)
    switch reader.number(below: 6) {
    case 0: try catalogue(reader.remainder())
    case 1: try catalogue(Damage.apply(to: chicago, &reader))
    case 2: try zone(reader.remainder())
    case 3: try zone(Damage.apply(to: reader.pick(zones), &reader))
    case 4: try zone(footer(reader.remainder()))
    default: try catalogue(Damage.apply(to: reader.pick([singapore, turning]), &reader))
    }
  }

  /// A catalogue that is taken must do for lists of rides, and for warnings.
  private static func catalogue(_ bytes: [UInt8]) throws(Finding) {
    guard let catalogue = try? CatalogueFile.decode(bytes, name: "fuzzed") else { return }
    _ = catalogue.warnings(at: FuzzedWorld.noon)
    let dependencies = HandlerDependencies(
      worker: "fuzzed", quoter: Quoter(catalogue: catalogue),
      supply: { Supply(takenAt: FuzzedWorld.noon, entries: []) }, digest: SHA256.digest,
      base32: Base32.encode, quotes: .none)
    for body in trips {
      let delivery = Delivery(
        deliveryTag: 1, redelivered: false, exchange: Role.riders.exchange,
        routingKey: "list-ride-options.handle",
        properties: MessageProperties(replyTo: "amq.gen-r"),
        body: Array(body.utf8))
      let handler = ListOptionsHandler(dependencies: dependencies)
      let outcomes = (try? handler.handle([delivery], at: FuzzedWorld.noon)) ?? []
      try hold(outcomes.first?.answer != nil, "a list was not answered")
    }
  }

  private static let trips = [
    ("41.8786,-87.6251", "41.9742,-87.9073"), ("41.9742,-87.9073", "41.88,-87.63"),
    ("41.8786,-87.6251", "41.8786,-87.6251"), ("0,0", "90,180"),
    ("1.357,103.988", "1.3,103.84"),
  ].map { trip in
    #"{"riderIdentifier":"r","pickupLocation":\#(place(trip.0)),"#
      + #""dropOffLocation":\#(place(trip.1))}"#
  }

  private static func place(_ text: String) -> String {
    let parts = text.split(separator: ",")
    return #"{"latitude":\#(parts[0]),"longitude":\#(parts[1])}"#
  }

  /// A zone that is taken must tell the time at any moment that can be written.
  private static func zone(_ bytes: [UInt8]) throws(Finding) {
    guard let rules = try? TimeZoneRules(name: "fuzzed", tzif: bytes) else { return }
    for text in EdgeValues.times {
      if let instant = Instant(rfc3339: text) {
        let local = rules.local(instant)
        _ = rules.instants(of: local)
      }
      if let local = LocalDateTime(text) {
        for instant in rules.instants(of: local) {
          try hold(rules.local(instant) == local, "\(local) is not what its instant shows")
        }
      }
    }
  }

  /// A file of version 2 without transitions, and a rule for all times.
  private static func footer(_ rule: [UInt8]) -> [UInt8] {
    func header(_ types: UInt8, _ designations: UInt8) -> [UInt8] {
      Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15 + 16)
        + [0, 0, 0, types, 0, 0, 0, designations]
    }
    let type: [UInt8] = [0, 0, 0, 0, 0, 0, 0x55, 0x54, 0x43, 0]
    return header(1, 4) + type + header(1, 4) + type + [0x0A] + rule + [0x0A]
  }

  private static func contents(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&part, 1, part.count, file), count > 0 { bytes += part[..<count] }
    return bytes
  }
}
