/// A text that is stored without a part that is stored elsewhere.
package enum SplitText {
  /// The text with the part put back at its place.
  package static func join(_ rest: [UInt8], _ part: [UInt8], at place: Int) -> [UInt8]? {
    guard (0...rest.count).contains(place) else { return nil }
    var whole: [UInt8] = []
    whole.reserveCapacity(rest.count + part.count)
    whole += rest[..<place]
    whole += part
    whole += rest[place...]
    return whole
  }
}
