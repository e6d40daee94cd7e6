import JSON
import Messages
import RideHandlers
import Rides
import Testing

@Suite("A name, an identifier and a quote of different options") struct ContradictionTests {
  let world: World

  init() throws { world = try World() }

  @Test(
    "A name and an identifier of different options are refused at every stage",
    arguments: ["Compact", "COMPACT", "Compacto"])
  func nameAndIdentifier(_ name: String) throws {
    let letter = Letter.booking(name, more: #","optionIdentifier":"sedan""#)
    for outcome in try world.book(letter.confirming, letter) {
      #expect(outcome.reason == "unknownOption")
      #expect(outcome.path == "optionIdentifier")
      #expect(
        outcome.response?["error"]?["message"]?.string
          == "expected the identifier of \"\(name)\", which is compact, came sedan")
    }
    #expect(world.contents.rides.isEmpty)
    let resolution = try world.book(
      .resolve(
        Judgement.trip + #","rideOptionName":"\#(name)","optionIdentifier":"sedan""#
      ).id("m-9"))[0].response?["resolutions"]?["rideOptionName"]
    #expect(resolution?["result"]?.string == "unsupported")
    #expect(resolution?["reason"]?.string == "unknownOption")
  }

  @Test(
    "A name of the same option, or of none, does not contradict its identifier",
    arguments: ["Sedan", "sedan", "Sedán", "my usual one"])
  func agreeing(_ name: String) throws {
    let outcome = try world.book(.booking(name, more: #","optionIdentifier":"sedan""#))[0]
    #expect(outcome.reason == nil)
  }

  @Test("A quote contradicts a name and an identifier of another option", arguments: [true, false])
  func quote(_ hasName: Bool) throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    let options = try #require(try world.list(.list())[0].response?["rideOptions"]?.array)
    let sedan = try #require(options.first { $0["optionIdentifier"]?.string == "sedan" })
    let token = try #require(sedan["quoteIdentifier"]?.string)
    let more =
      #","optionIdentifier":"\#(hasName ? "sedan" : "compact")","quoteIdentifier":"\#(token)""#
    let outcome = try world.book(.booking(hasName ? "Compact" : nil, more: more))[0]
    #expect(outcome.reason == (hasName ? "unknownOption" : "invalidQuote"))
    #expect(outcome.path == (hasName ? "optionIdentifier" : "quoteIdentifier"))
    let resolution = try world.book(
      .resolve(
        Judgement.trip + more + (hasName ? #","rideOptionName":"Compact""# : "")
      ).id("m-9"))[0].response?["resolutions"]?["rideOptionName"]
    #expect(resolution?["result"]?.string == "unsupported")
  }
}
