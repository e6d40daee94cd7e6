import Rides
import Testing

@testable import Messages

@Suite("Vehicles that are only asked") struct AskedVehicleTests {
  private func parts(_ text: String) -> [String] {
    let (status, vehicle) = RideStatusCoding.parts(ofChange: Array(text.utf8))
    return [status, vehicle ?? []].map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(
    "A change is split into the published status and the vehicle of the offer",
    arguments: [
      (#"{"a":1,"askedVehicleIdentifier":"veh-7"}"#, #"{"a":1}"#, #""veh-7""#),
      (#"{"a":"","askedVehicleIdentifier":"v\"e\\"}"#, #"{"a":""}"#, #""v\"e\\""#),
      (#"{"a":"b","askedVehicleIdentifier":"\""}"#, #"{"a":"b"}"#, #""\"""#),
    ])
  func asked(text: String, status: String, vehicle: String) {
    #expect(parts(text) == [status, vehicle])
  }

  @Test(
    "A change without such a vehicle is published unchanged",
    arguments: [
      #"{"a":1}"#, #"{"a":"b"}"#, #"{"a":",\"askedVehicleIdentifier\":\"x"}"#, #""}"#, "",
      #"{"a":[{"b":"c"}]}"#,
    ])
  func others(text: String) {
    #expect(parts(text) == [text, ""])
  }
}
