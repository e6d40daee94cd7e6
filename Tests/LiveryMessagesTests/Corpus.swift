import Foundation
import JSON
import LiveryMessages

/// The messages that the project has on file.
enum Corpus {
  static let requests: [any RideRequest.Type] = [
    ListRideOptionsResolve.self, ListRideOptionsConfirm.self, ListRideOptionsIntent.self,
    RequestRideResolve.self, RequestRideConfirm.self, RequestRideIntent.self,
    CancelRideConfirm.self, CancelRideIntent.self, SendRideFeedbackConfirm.self,
    SendRideFeedbackIntent.self, GetRideStatusConfirm.self, GetRideStatusIntent.self,
    StartUpdates.self, StopUpdates.self, VehicleUpdate.self, RideUpdateReport.self,
    RideRefund.self, RideSettlement.self, PaymentResultReport.self, GetRideReceiptIntent.self,
    ListRidesIntent.self, RideWaiver.self, RideAdjustment.self, RideEnd.self,
    RideReassignment.self, ChangeRideConfirm.self, ChangeRideIntent.self, ShareRideIntent.self,
    GetSharedStatusIntent.self, SOSIntent.self, RideSOSReport.self, VehiclePosition.self,
  ]
  static let events: [any (RideEvent & MessageBody).Type] = [
    RideStatusChanged.self, RideReceiptIssued.self, RideSOSCalled.self, VehicleAssignment.self,
    PaymentCommand.self,
  ]

  /// The example of each type in the AsyncAPI document.
  static func examples() throws -> [String: JSONValue] {
    let document = try JSONValue(
      parsing: bytes("deploy/contract/asyncapi.json"),
      limits: JSONLimits(bytes: 4 << 20, depth: 32))
    let messages = document["components"]?["messages"]?.members ?? [:]
    return messages.compactMapValues { $0["examples"]?[0]?["payload"] }
  }

  /// The bytes of a file of the project.
  static func bytes(_ path: String) throws -> [UInt8] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return Array(try Data(contentsOf: root.appending(path: path)))
  }

  /// The bytes of a recorded form.
  static func golden(_ name: String) throws -> [UInt8] {
    try bytes("Tests/MessagesTests/Golden/\(name).json")
  }

  /// What is left of a body that is read and written again.
  static func copy<Body: MessageBody>(_ body: [UInt8], as: Body.Type) throws -> JSONValue {
    let value = try Body(body: body)
    let written = value.body()
    guard try Body(body: written) == value else { throw DecodingFailure(.malformed, "not equal") }
    return try JSONValue(parsing: written, limits: .stored)
  }

  /// The same of the answer to a request.
  static func copy<Request: RideRequest>(
    _ body: [UInt8], asAnswerTo: Request.Type
  ) throws -> JSONValue {
    let answer = try Reply<Request.Answer>(type: "\(Request.type).response", body: body)
    return try copy(body, as: type(of: answer))
  }
}
