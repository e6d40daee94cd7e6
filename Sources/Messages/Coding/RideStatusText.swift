import JSON
package import Rides

/// The status in a ride's document as JSON text, which is sent without decoding it.
package enum RideStatusText {
  /// The status of a document in the form of this build, byte for byte as written by
  /// `RideStatusCoding.write`; nil for any other form, which must be decoded and encoded again.
  ///
  /// The text includes an offered vehicle: the caller must make sure that there is none.
  ///
  /// - Parameter place: The range of the status, if known.
  package static func text(in document: [UInt8], at place: Range<Int>? = nil) -> [UInt8]? {
    guard document.starts(with: RideDocument.statusStart) else { return nil }
    return document.withUnsafeBufferPointer { bytes -> [UInt8]? in
      let scan = Scan(bytes: bytes)
      let start = RideDocument.statusStart.count
      let known = place.flatMap { $0.lowerBound == start && !$0.isEmpty ? $0.upperBound : nil }
      // The status of such a document is stored elsewhere, and was not found there.
      guard let end = known ?? scan.end(ofValueAt: start), end > start else { return nil }
      return Array(bytes[start..<end])
    }
  }

  /// The status of a committed ride with its vehicle where it is now, and with the estimates from
  /// there; nil where `text(in:at:)` is, and for a document without a vehicle.
  ///
  /// `estimate` gets what the text says of the leg, whose phase, area and pickup the caller knows.
  package static func text(
    in document: [UInt8], at place: Range<Int>?, driving vehicle: Vehicle, on leg: RideLeg,
    _ estimate: (RideLeg) -> RideEstimates
  ) -> [UInt8]? {
    guard let status = text(in: document, at: place) else { return nil }
    return status.withUnsafeBufferPointer { bytes -> [UInt8]? in
      let scan = Scan(bytes: bytes)
      let found = scan.values(of: moving, inObjectAt: 0)
      guard let vehiclePlace = found[0] else { return nil }
      var leg = leg
      leg.made = RideEstimates(
        pickup: found[1].flatMap(scan.instant), dropOff: found[2].flatMap(scan.instant))
      leg.isScheduled = found[3] != nil
      leg.dropOff = found[4] == nil ? found[5].flatMap(scan.coordinate) : nil
      let estimates = estimate(leg)
      var edits = [(place: vehiclePlace, text: writing { VehicleCoding.write(vehicle, into: &$0) })]
      for (place, made, moved) in [
        (found[1], leg.made.pickup, estimates.pickup),
        (found[2], leg.made.dropOff, estimates.dropOff),
      ] {
        guard let place, let moved, moved != made else { continue }
        edits.append((place, writing { $0.instant(moved) }))
      }
      return spliced(bytes, edits.sorted { $0.place.lowerBound < $1.place.lowerBound })
    }
  }

  /// The members that the position of a vehicle changes, and on which the estimates depend.
  private static let moving: [StaticString] = [
    "vehicle", "estimatedPickupDate", "estimatedDropOffDate", "scheduledPickupTime", "waypoints",
    "dropOffLocation",
  ]

  private static func writing(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter(capacity: 512)
    write(&writer)
    return writer.finish()
  }

  private static func spliced(
    _ bytes: UnsafeBufferPointer<UInt8>, _ edits: [(place: Range<Int>, text: [UInt8])]
  ) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + 64)
    var copied = 0
    for edit in edits {
      text.append(contentsOf: bytes[copied..<edit.place.lowerBound])
      text.append(contentsOf: edit.text)
      copied = edit.place.upperBound
    }
    text.append(contentsOf: bytes[copied...])
    return text
  }

  /// A response with the ride's status replaced by the result of `change`; all other bytes stay.
  ///
  /// Nil for a response without a ride, and where `change` changes nothing.
  package static func response(
    _ response: [UInt8], changing change: (inout RideStatus) -> Void
  ) -> [UInt8]? {
    let found = response.withUnsafeBufferPointer {
      Scan(bytes: $0).value(of: "rideStatus", inObjectAt: 0)
    }
    guard let found, let before = try? RideStatusCoding.decode(Array(response[found])) else {
      return nil
    }
    var after = before
    change(&after)
    guard after != before else { return nil }
    return Array(response[..<found.lowerBound]) + RideStatusCoding.encode(after)
      + Array(response[found.upperBound...])
  }

  /// A scanner for JSON written by this service, without white space or errors; returns nil for
  /// any other text.
  private struct Scan {
    let bytes: UnsafeBufferPointer<UInt8>

    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")

    /// The place after a value.
    func end(ofValueAt start: Int) -> Int? {
      var depth = 0
      var place = start
      while place < bytes.count {
        switch bytes[place] {
        case Self.quote:
          guard let end = end(ofStringAt: place) else { return nil }
          place = end
          if depth == 0 { return place }
          continue
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          if depth == 0 { return place }
          depth -= 1
          if depth == 0 { return place + 1 }
        case UInt8(ascii: ","):
          if depth == 0 { return place }
        default: break
        }
        place += 1
      }
      return nil
    }

    private func end(ofStringAt start: Int) -> Int? {
      var place = start + 1
      while place < bytes.count {
        if bytes[place] == Self.quote { return place + 1 }
        place += bytes[place] == Self.backslash ? 2 : 1
      }
      return nil
    }

    /// Where the value of a member stands.
    func value(of key: StaticString, inObjectAt start: Int) -> Range<Int>? {
      guard start < bytes.count, bytes[start] == UInt8(ascii: "{") else { return nil }
      var place = start + 1
      while place < bytes.count, bytes[place] == Self.quote {
        guard let keyEnd = end(ofStringAt: place), let valueEnd = end(ofValueAt: keyEnd + 1)
        else { return nil }
        if isKey(key, at: place, keyEnd) { return keyEnd + 1..<valueEnd }
        place = valueEnd + 1
      }
      return nil
    }

    /// Where the values of several members stand, in one pass; nil for those that lack.
    func values(of keys: [StaticString], inObjectAt start: Int) -> [Range<Int>?] {
      var found = [Range<Int>?](repeating: nil, count: keys.count)
      guard start < bytes.count, bytes[start] == UInt8(ascii: "{") else { return found }
      var place = start + 1
      while place < bytes.count, bytes[place] == Self.quote {
        guard let keyEnd = end(ofStringAt: place), let valueEnd = end(ofValueAt: keyEnd + 1)
        else { break }
        if let index = keys.firstIndex(where: { isKey($0, at: place, keyEnd) }) {
          found[index] = keyEnd + 1..<valueEnd
        }
        place = valueEnd + 1
      }
      return found
    }

    /// The moment that is written there.
    func instant(_ place: Range<Int>) -> Instant? {
      guard place.count > 2 else { return nil }
      let text = UnsafeBufferPointer(rebasing: bytes[place.lowerBound + 1..<place.upperBound - 1])
      return Instant(rfc3339: Span(_unsafeElements: text))
    }

    /// The coordinate of the place that is written there.
    func coordinate(_ place: Range<Int>) -> Coordinate? {
      let found = values(of: ["latitude", "longitude"], inObjectAt: place.lowerBound)
      let degrees = found.compactMap {
        $0.flatMap { Double(String(decoding: bytes[$0], as: UTF8.self)) }
      }
      guard degrees.count == 2 else { return nil }
      return Coordinate(latitude: degrees[0], longitude: degrees[1])
    }

    private func isKey(_ key: StaticString, at start: Int, _ end: Int) -> Bool {
      key.withUTF8Buffer { key in
        bytes[(start + 1)..<(end - 1)].elementsEqual(key)
      }
    }
  }
}
