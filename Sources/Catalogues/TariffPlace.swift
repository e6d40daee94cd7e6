import JSON
import Rides

/// Where a mistake in a tariff is in its file, which may spell a rate in another key, and leave out
/// in a period what the tariff has.
struct TariffPlace {
  /// A key that the file has.
  private let path: String
  /// The key of the tariff that a period leaves out.
  private let inherited: String?
  /// The path of the tariff's own key.
  let origin: String

  /// Nil for a path that is none of a tariff, or of a key that is left out of it.
  init?(of path: String, in file: JSONValue) {
    guard let start = path.firstRange(of: "].tariff.") else { return nil }
    let tariff = String(path[..<start.upperBound].dropLast())
    let rest = path[start.upperBound...]
    guard rest.hasPrefix("periods["), let end = rest.firstRange(of: "].") else {
      guard let key = file.value(at: tariff)?.spelling(of: rest) else { return nil }
      (self.path, inherited, origin) = ("\(tariff).\(key)", nil, "\(tariff).\(key)")
      return
    }
    let (period, wanted) = ("\(tariff).\(rest[..<end.lowerBound])]", rest[end.upperBound...])
    if let key = file.value(at: period)?.spelling(of: wanted) {
      (self.path, inherited, origin) = ("\(period).\(key)", nil, "\(period).\(key)")
    } else {
      guard let key = file.value(at: tariff)?.spelling(of: wanted) else { return nil }
      (self.path, inherited, origin) = (period, key, "\(tariff).\(key)")
    }
  }

  /// The mistake with its place.
  func mistake(_ message: String) -> CatalogueMistake {
    let beside = inherited.map { "beside \($0) of the tariff: " } ?? ""
    return CatalogueMistake(path: path, message: beside + message)
  }
}

extension JSONValue {
  /// Whether it has a member that is not null.
  func has(_ key: String) -> Bool { self[key].map { !$0.isNull } ?? false }

  /// The value at a path of names and numbers, such as `serviceAreas[0].products[1]`.
  fileprivate func value(at path: String) -> JSONValue? {
    path.split { ".[".contains($0) }.reduce(self as JSONValue?) { value, part in
      part.hasSuffix("]") ? Int(part.dropLast()).flatMap { value?[$0] } : value?[String(part)]
    }
  }

  /// The keys by which a file may spell one rate, and where in the last of them its price is.
  private static let spellings = [
    (keys: ["perMile", "perKilometre", "distance"], price: "distance[0].amount"),
    (keys: ["perMinute", "time"], price: "time.amount"),
  ]

  /// The path of a key below this object as the object spells it; nil when it leaves it out.
  fileprivate func spelling(of path: Substring) -> String? {
    let key = String(path.prefix { !".[".contains($0) })
    if has(key) { return String(path) }
    guard let spelling = Self.spellings.first(where: { $0.keys.contains(key) }),
      let other = spelling.keys.first(where: has)
    else { return nil }
    return other == spelling.keys.last ? spelling.price : other
  }
}
