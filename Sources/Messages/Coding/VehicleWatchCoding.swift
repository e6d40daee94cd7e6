import JSON
import Rides

/// The stored form of what a ride knows of its vehicle, and of those that have dropped out.
enum VehicleWatchCoding {
  static func write(_ watch: VehicleWatch, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("lookAt", watch.lookAt)
    writer.member("nearestMetres", watch.nearestMetres)
    writer.member("nearerAt", watch.nearerAt)
    if watch.isStalled { writer.member("isStalled", true) }
    writer.member("silentSince", watch.silentSince)
    writer.member("atDropOff", watch.atDropOff) { fix, writer in
      writer.beginObject()
      CoordinateCoding.write(fix.location, into: &writer)
      writer.member("at", fix.at)
      writer.endObject()
    }
    writer.member("toldAt", watch.toldAt)
    writer.endObject()
  }

  static func read(_ fields: JSONFields) throws(JSONFault) -> VehicleWatch {
    var watch = VehicleWatch(
      lookAt: try fields.instant("lookAt"), nearestMetres: try fields.number("nearestMetres"),
      nearerAt: try fields.requiredInstant("nearerAt"))
    watch.isStalled = try fields.bool("isStalled") ?? false
    watch.silentSince = try fields.instant("silentSince")
    watch.atDropOff = try fields.object("atDropOff").map(fix)
    watch.toldAt = try fields.instant("toldAt")
    return watch
  }

  private static func fix(_ fields: JSONFields) throws(JSONFault) -> Fix {
    Fix(location: try CoordinateCoding.read(fields), at: try fields.requiredInstant("at"))
  }

  static func write(_ dropOut: DropOut, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("vehicleIdentifier", dropOut.vehicle.rawValue)
    writer.member("at", dropOut.at)
    writer.endObject()
  }

  static func readDropOut(_ fields: JSONFields) throws(JSONFault) -> DropOut {
    DropOut(
      vehicle: VehicleIdentifier(try fields.requiredStoredText("vehicleIdentifier")),
      at: try fields.requiredInstant("at"))
  }
}
