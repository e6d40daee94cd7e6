import JSON
package import Rides

/// The stored form of the conduct of a vehicle, in JSON.
package enum VehicleConductCoding {
  /// The conduct as a text.
  package static func encode(_ conduct: VehicleConduct) -> String {
    var writer = JSONWriter(capacity: 128)
    writer.beginObject()
    writer.member("countsFrom", conduct.countsFrom)
    if conduct.countedBefore != 0 { writer.member("countedBefore", conduct.countedBefore) }
    if let sequence = conduct.positionSequence { writer.member("positionSequence", sequence) }
    for flaw in Fix.Flaw.allCases {
      guard let count = conduct.ignored[flaw] else { continue }
      writer.key(dynamic: flaw.rawValue)
      writer.integer(count)
    }
    writer.member("lastIgnoredAt", conduct.lastIgnoredAt)
    if conduct.ignoredInARow > 0 { writer.member("ignoredInARow", conduct.ignoredInARow) }
    writer.member("accuracyMetres", conduct.accuracyMetres)
    writer.endObject()
    return String(decoding: writer.finish(), as: UTF8.self)
  }

  /// Reads the output of `encode`; nil for anything else, as a later build may write it.
  package static func decode(_ text: String) -> VehicleConduct? {
    try? read(JSONFields(parsing: Array(text.utf8), limits: .stored))
  }

  private static func read(_ fields: JSONFields) throws(JSONFault) -> VehicleConduct {
    var conduct = VehicleConduct()
    conduct.countsFrom = try fields.instant("countsFrom")
    conduct.countedBefore = try fields.integer("countedBefore") ?? 0
    conduct.positionSequence = try fields.integer("positionSequence")
    for flaw in Fix.Flaw.allCases { conduct.ignored[flaw] = try fields.count(flaw.rawValue) }
    conduct.lastIgnoredAt = try fields.instant("lastIgnoredAt")
    conduct.ignoredInARow = try fields.count("ignoredInARow") ?? 0
    conduct.accuracyMetres = try fields.number("accuracyMetres")
    return conduct
  }
}
