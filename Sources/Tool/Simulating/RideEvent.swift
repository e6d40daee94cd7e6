import JSON
import Messages
package import Rides

extension RideStatus {
  /// Reads the body of an event, with the requested vehicle; nil if it cannot be read.
  package init?(inEvent body: [UInt8]) {
    do throws(JSONFault) {
      let event = try JSONFields(parsing: body, limits: .stored)
      let data = try event.require("data", try event.object("data"))
      self = try RideStatusCoding.read(data)
      if let asked = try event.string("askedvehicle", atMost: 128) {
        vehicle = Vehicle(identifier: VehicleIdentifier(asked))
        isVehicleAsked = true
      }
    } catch {
      return nil
    }
  }
}
