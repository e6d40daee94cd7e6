/// Four digits that a rider tells the driver at the pickup, so that both are in the right vehicle.
///
/// A description of it shows no digit, so that none comes into a log.
package struct StartCode: Hashable, Sendable, CustomStringConvertible {
  package let digits: String

  package var description: String { "a start code" }

  /// Nil unless the text is four digits of ASCII.
  package init?(_ text: String) {
    let isCode = text.utf8.count == 4 && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    guard isCode else { return nil }
    digits = text
  }

  /// The last four digits of a number.
  package init(_ number: Int) {
    let text = String(number.magnitude % 10_000)
    digits = String(repeating: "0", count: 4 - text.utf8.count) + text
  }

  /// A code that nobody can predict.
  package static func drawn() -> StartCode {
    var random = SystemRandomNumberGenerator()
    return StartCode(Int.random(in: 0..<10_000, using: &random))
  }
}

extension RideStatus {
  /// The status for others than its rider.
  package var withoutStartCode: RideStatus {
    guard startCode != nil else { return self }
    var status = self
    status.startCode = nil
    return status
  }
}
