import Messages
import Rides
import Testing

@Suite("The ids of responses")
struct ResponseIdentifierTests {
  private func response(
    _ request: String?, _ type: MessageType, _ body: String
  ) -> Publication? {
    .response(
      to: MessageContext(
        type: type.rawValue, messageIdentifier: request, correlationID: "c", replyTo: "replies"),
      body: Array(body.utf8))
  }

  @Test("A request without an id has a response without one")
  func none() { #expect(response(nil, .listRideOptions, "{}")?.properties.messageID == nil) }

  @Test("The same answer to the same request has the same id each time")
  func same() {
    let ids = (1...2).map { _ in response("m", .requestRide, "{}")?.properties.messageID }
    #expect(ids[0] == ids[1])
    #expect(ids[0]?.wholeMatch(of: /m\/[a-z2-7]{15}/) != nil)
  }

  @Test("A confirmation and its booking, a refusal and a later success have ids of their own")
  func different() {
    let responses = [
      response("m", .requestRideConfirm, "{}"), response("m", .requestRide, "{}"),
      response("m", .requestRide, #"{"code":"failure"}"#), response("n", .requestRide, "{}"),
    ]
    #expect(Set(responses.map { $0?.properties.messageID }).count == responses.count)
  }

  @Test("An id has at most 255 bytes, and longer requests that differ only at their end differ")
  func long() throws {
    let requests = ["a", "b"].map { String(repeating: "é", count: 127) + $0 }
    let ids = try requests.map { request in
      try #require(response(request, .requestRide, "{}")?.properties.messageID)
    }
    #expect(ids.allSatisfy { $0.utf8.count <= 255 })
    #expect(ids[0] != ids[1])
  }

  @Test("An id has one content, for any request and answer")
  func oneContent() throws {
    var contents: [String: [UInt8]] = [:]
    for type in MessageType.allCases {
      for request in ["m", "m/", "m/x", String(repeating: "m", count: 255)] {
        for length in [0, 1, 15, 16, 17, 128, 129, 240, 241, 1_024, 5_000] {
          for last in ["a", "b"] {
            let body = String(repeating: "x", count: length) + last
            let answer = try #require(response(request, type, body))
            let id = try #require(answer.properties.messageID)
            #expect(contents.updateValue(answer.body, forKey: id) == nil)
          }
        }
      }
    }
  }
}
