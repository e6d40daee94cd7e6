import Foundation
import JSON
import Messages
import Replay
import Rides
import Testing

@testable import Tool

@Suite("A masked recording") struct MaskedReplayTests {
  private static let masked = Result {
    try TemporaryFiles.use { files in
      let (recording, masked) = (files.path(".jsonl"), files.path(".jsonl"))
      let accepted = files.path(".jsonl")
      try CityRecording.accepted.get().bytes.write(to: URL(filePath: recording))
      try CityRecording.run("mask", recording, "--out", masked)
      try CityRecording.run("replay", "--local", "--accept", accepted, masked)
      return (try CityRecording(masked), try CityRecording(accepted))
    }
  }

  @Test("A masked recording replays to the same codes, prices and phases")
  func outcome() throws {
    let city = try CityRecording.accepted.get()
    let masked = try Self.masked.get().1
    #expect(masked.header.isMasked && masked.requests.count == city.requests.count)
    #expect(masked.outputs.count == city.outputs.count)
    for (one, other) in zip(city.outputs, masked.outputs) where one.kind != .books {
      #expect(one.label == other.label)
      if one.kind == .response { #expect(one.key == other.key) }
      let (ours, theirs) = (one.facts, other.facts)
      #expect(ours == theirs, "\(one.key): \(one.body.count)")
      if ours != theirs { break }
    }
    #expect(city.books == masked.books)
  }

  @Test("No name, number, plate, identifier or exact position of the recording is left")
  func personalData() throws {
    let city = try CityRecording.accepted.get()
    let masked = try Self.masked.get().0
    var secrets: Set<String> = []
    for request in city.requests { secrets.formUnion(request.secrets) }
    for output in city.outputs where output.kind == .event {
      secrets.formUnion(output.json?["subject"]?.string.map { [$0] } ?? [])
    }
    #expect(secrets.count > 1_000)
    let left = Array(masked.bytes).occurring(of: secrets)
    #expect(left.isEmpty, "\(left.sorted().prefix(10))")
  }

  @Test("No position of the recording is left, and none that a quote of it holds")
  func positions() throws {
    let city = try CityRecording.accepted.get()
    let masked = try Self.masked.get().0
    let (before, after) = (
      Set(city.requests.flatMap(\.positions)), Set(masked.requests.flatMap(\.positions))
    )
    #expect(before.count > 300 && after.count >= before.count * 9 / 10)
    #expect(before.isDisjoint(with: after), "\(before.intersection(after).prefix(5))")
    let quoted = [city, masked].map { Set($0.requests.flatMap(\.quotedPositions)) }
    #expect(quoted[0].count > 5 && quoted[0].isDisjoint(with: quoted[1]), "\(quoted)")
  }

  @Test("What the test takes for personal is found in the recording itself")
  func personalDataOfTheOriginal() throws {
    let city = try CityRecording.accepted.get()
    let secrets = city.requests.prefix(100).reduce(into: Set()) { $0.formUnion($1.secrets) }
    #expect(secrets.count > 100)
    #expect(Array(city.bytes).occurring(of: secrets) == secrets)
  }
}

extension ReplayOutput {
  private static let factual: Set = [
    "code", "phase", "outcome", "reason", "amount", "price", "minimumPrice", "maximumPrice",
    "currencyCode", "specialPricingMultiplier", "operation", "sequence", "optionIdentifier",
    "title", "estimatedPickupDate", "estimatedDropOffDate",
  ]

  /// The codes, prices, phases and so on of the body, each with its path.
  fileprivate var facts: [String] { json.map { Self.facts($0, "") } ?? [] }

  private static func facts(_ value: JSONValue, _ path: String) -> [String] {
    switch value {
    case .object(let members):
      members.sorted { $0.key < $1.key }.flatMap { facts($0.value, "\(path).\($0.key)") }
    case .array(let elements): elements.flatMap { facts($0, path) }
    default:
      factual.contains(String(path.split(separator: ".").last ?? "")) ? ["\(path) \(value)"] : []
    }
  }
}

extension CityRecording {
  /// The books of all rides, in an order that does not depend on their names.
  fileprivate var books: [String] {
    outputs.filter { $0.kind == .books }.map { String(decoding: $0.body, as: UTF8.self) }.sorted()
  }
}

extension RecordedMessage {
  private static let personal: Set = [
    "riderIdentifier", "vehicleIdentifier", "phoneNumber", "registrationPlate",
    "messageIdentifier", "quoteIdentifier", "shareToken", "comment", "name",
  ]

  /// What a masked message must not hold: identifiers, names, numbers and plates.
  fileprivate var secrets: Set<String> {
    var secrets = Set([properties.messageID, properties.correlationID].compactMap(\.self))
    _ = try? JSONRewriter.rewrite(body, limits: .stored) { scalar in
      if let string = scalar.string {
        if Self.personal.contains(scalar.name) { secrets.insert(string) }
      }
      return nil
    }
    // Shorter texts come about by chance.
    return secrets.filter { $0.utf8.count > 5 }
  }

  /// The positions in the body that can be one.
  fileprivate var positions: [[Double]] {
    var positions: [[Double]] = []
    _ = try? JSONRewriter.rewrite(body, limits: .stored) { scalar in
      if scalar.name == "latitude", let latitude = try? scalar.object.number("latitude"),
        let longitude = try? scalar.object.number("longitude"), abs(latitude) <= 90
      {
        positions.append([latitude, longitude])
      }
      return nil
    }
    return positions
  }

  /// The ends of trips in the quotes of the body.
  fileprivate var quotedPositions: [QuoteClaims.Point] {
    var positions: [QuoteClaims.Point] = []
    _ = try? JSONRewriter.rewrite(body, limits: .stored) { scalar in
      let parts = scalar.string?.split(separator: ".") ?? []
      guard scalar.name == "quoteIdentifier", parts.count == 3 else { return nil }
      var encoded = String(parts[2]).replacing("-", with: "+").replacing("_", with: "/")
      while encoded.utf8.count % 4 != 0 { encoded += "=" }
      // A byte and eight of the rider's digest, the claims, and a tag of 16 bytes.
      let sealed = [UInt8](Data(base64Encoded: encoded) ?? Data())
      let claims = QuoteClaims(encoded: sealed.dropFirst(9).dropLast(16))
      // Where a trip begins and ends; the pole stands for a place that is in no message.
      let pole = QuoteClaims.Point(latitude: 90_000_000, longitude: 0)
      positions += [claims?.pickup, claims?.dropOff].compactMap(\.self).filter { $0 != pole }
      return nil
    }
    return positions
  }
}
