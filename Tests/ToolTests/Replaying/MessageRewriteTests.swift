import JSON
import Messages
import Replay
import Testing

@testable import Tool

@Suite("A recorded message for a further run") struct MessageRewriteTests {
  @Test("With new identifiers every quote is accepted, or refused for the reason that it was")
  func quotes() throws {
    let city = try CityRecording.accepted.get()
    let parts = try city.fleets().first
    var rewrite = MessageRewrite(tag: "2", accepted: parts.quotes, sealed: parts.quotes)
    let replay = try LocalReplay(parts, at: try #require(city.requests.first).at)
    var outputs: [String: ReplayOutput] = [:]
    for request in city.requests {
      for output in try replay.replay(rewrite.rewrite(request, shift: 0)).outputs
      where output.kind == .response {
        outputs[output.key] = output
      }
    }
    let quoted = city.outputs.filter { output in
      output.kind == .response && output.label == "request-ride.handle.response"
    }
    #expect(quoted.count > 100)
    for output in quoted {
      let (ours, other) = (output.json, outputs[output.key]?.json)
      #expect(ours?["code"] == other?["code"], "\(output.key)")
      #expect(ours?["error"]?["reason"] == other?["error"]?["reason"], "\(output.key)")
    }
    let reasons = Set(quoted.compactMap { $0.json?["error"]?["reason"]?.string })
    #expect(reasons.isSuperset(of: ["invalidQuote", "quoteOfAnotherRider", "quoteUsed"]))
  }
}
