import Foundation
import JSON
import Testing

@Suite("The examples of the contract, sent to a fleet of Chicago")
struct ContractExampleTests {
  private static let document = Result {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../deploy/contract/asyncapi.json").standardized
    return try JSONValue(
      parsing: Array(Data(contentsOf: file)), limits: JSONLimits(bytes: 16 << 20, depth: 64))
  }

  /// The example of a request, as it is published.
  static func letter(_ type: String) throws -> Letter {
    let message = try document.get()["components"]?["messages"]?[type]
    let body = try #require(message?["examples"]?.array?.first?["payload"])
    return Letter(String(decoding: body.text, as: UTF8.self), type: type)
  }

  private static let lists = [
    "list-ride-options.resolve", "list-ride-options.confirm", "list-ride-options.handle",
  ]

  @Test("Lists are answered, without a refusal", arguments: lists)
  func list(_ type: String) throws {
    let world = try World()
    _ = try world.dispatch(.onDuty("v-1", "suv", capacity: 6))
    let answer = try #require(try world.list(Self.letter(type))[0].response)
    #expect(answer["error"] == nil, "\(answer)")
  }

  @Test("A booking is confirmed, made, and can be canceled under its own identifier")
  func book() throws {
    let world = try World()
    _ = try world.dispatch(.onDuty("v-1", "suv", capacity: 6))
    for type in ["request-ride.resolve", "request-ride.confirm", "request-ride.handle"] {
      let answer = try #require(try world.book(Self.letter(type))[0].response)
      #expect(answer["error"] == nil, "\(answer)")
      #expect(answer["rideStatus"] != nil || type == "request-ride.resolve")
    }
    let ride = try #require(
      try world.book(Self.letter("request-ride.handle"))[0].response?["rideStatus"])
    let name = try #require(ride["rideIdentifier"]?.string)
    let cancellation = try Self.letter("cancel-ride.handle").with {
      $0.body = $0.body.replacing("example-ride\"", with: "\(name)\"")
    }
    let answer = try #require(try world.book(cancellation)[0].response)
    #expect(answer["rideStatus"]?["completionStatus"]?["outcome"]?.string == "canceledByUser")
  }
}
