import JSON
import LiveryMessages
import Messages
import Testing

@Suite("Messages that are read and written again")
struct RoundTripTests {
  @Test("The library has every message that a client sends or gets")
  func complete() throws {
    let fleet = ["ride.due", "ride.updates-due"]
    let expected = try Corpus.examples().keys.filter {
      !fleet.contains($0.replacing(".response", with: ""))
    }
    let known =
      Corpus.requests.flatMap { [$0.type, "\($0.type).response"] }
      + Corpus.events.flatMap { $0.types }
    #expect(Set(expected) == Set(known))
    #expect(known.count == Set(known).count)
  }

  @Test("An example of a request is the same", arguments: Corpus.requests.indices)
  func requests(_ index: Int) throws {
    let type = Corpus.requests[index]
    let example = try #require(try Corpus.examples()[type.type])
    #expect(try Corpus.copy(example.text, as: type) == example)
  }

  @Test(
    "A request of version 1 is the same request to the fleet", arguments: Corpus.requests.indices)
  func firstRequests(_ index: Int) throws {
    let request = Corpus.requests[index]
    let type = try #require(MessageType(rawValue: request.type))
    let lines = try Corpus.bytes("Tests/MessagesTests/Version1/\(request.type).jsonl")
      .split(separator: UInt8(ascii: "\n")).map { Array($0) }
    // No client can ask for a pickup that repeats, which is refused.
    let expected = String(decoding: lines[1], as: UTF8.self)
      .replacing(#","recurrenceRule":true"#, with: "")
    for line in lines {
      let copy = try Corpus.copy(line, as: request)
      let intent = try IntentCoding.decode(type, from: copy.text, strictly: true)
      #expect(String(decoding: IntentCoding.encode(intent), as: UTF8.self) == expected)
    }
  }

  @Test("An example of an answer is the same", arguments: Corpus.requests.indices)
  func answers(_ index: Int) throws {
    let type = Corpus.requests[index]
    let example = try #require(try Corpus.examples()["\(type.type).response"])
    #expect(try Corpus.copy(example.text, asAnswerTo: type) == example)
  }

  @Test("An example of an event is the same", arguments: Corpus.events.indices)
  func events(_ index: Int) throws {
    for type in Corpus.events[index].types {
      let example = try #require(try Corpus.examples()[type])
      #expect(try Corpus.copy(example.text, as: Corpus.events[index]) == example, "\(type)")
    }
  }

  @Test(
    "A recorded answer is the same",
    arguments: [
      ("list-ride-options.response", Reply<OptionList>.self),
      ("request-ride-resolve.response", Reply<ResolvedParameters>.self),
      ("request-ride-confirm.response", Reply<ProspectOrRide>.self),
      ("ride-status-completed.response", Reply<FoundRide>.self),
      ("ride-status-none.response", Reply<FollowedRide>.self),
      ("cancel-ride-confirm.response", Reply<CanceledRide>.self),
      ("failure-with-ride.response", Reply<ShownRide>.self),
      ("failure-passing.response", Reply<ShownRide>.self),
    ] as [(String, any MessageBody.Type)])
  func recorded(name: String, type: any MessageBody.Type) throws {
    let body = try Corpus.golden(name)
    #expect(try Corpus.copy(body, as: type) == JSONValue(parsing: body))
  }
}
