import JSON
package import Rides

/// The status in a ride's document as JSON text, which is sent without decoding it.
package enum RideStatusText {
  /// The status of a document in the form of this build, byte for byte as written by
  /// `RideStatusCoding.write`; nil for any other form, which must be decoded and encoded again.
  ///
  /// The text includes an offered vehicle: the caller must make sure that there is none.
  ///
  /// - Parameters:
  ///   - place: The range of the status, if known.
  ///   - vehicle: What replaces the document's vehicle; for a document without a vehicle the
  ///     result is nil.
  package static func text(
    in document: [UInt8], at place: Range<Int>? = nil, replacing vehicle: Vehicle? = nil
  ) -> [UInt8]? {
    guard document.starts(with: RideDocument.statusStart) else { return nil }
    return document.withUnsafeBufferPointer { bytes -> [UInt8]? in
      let scan = Scan(bytes: bytes)
      let start = RideDocument.statusStart.count
      let known = place.flatMap { $0.lowerBound == start && !$0.isEmpty ? $0.upperBound : nil }
      // The status of such a document is stored elsewhere, and was not found there.
      guard let end = known ?? scan.end(ofValueAt: start), end > start else { return nil }
      guard let vehicle else { return Array(bytes[start..<end]) }
      guard let place = scan.value(of: "vehicle", inObjectAt: start) else { return nil }
      var writer = JSONWriter(capacity: 512)
      VehicleCoding.write(vehicle, into: &writer)
      return Array(bytes[start..<place.lowerBound]) + writer.finish()
        + Array(bytes[place.upperBound..<end])
    }
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

    private func isKey(_ key: StaticString, at start: Int, _ end: Int) -> Bool {
      key.withUTF8Buffer { key in
        bytes[(start + 1)..<(end - 1)].elementsEqual(key)
      }
    }
  }
}
