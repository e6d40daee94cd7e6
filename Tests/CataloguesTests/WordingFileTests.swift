import Catalogues
import Rides
import Testing

@Suite("What riders are told, in a catalogue") struct WordingFileTests {
  private static let piece = #""defaultLocale": "en_US","#

  private static func file(_ wording: String) -> String { piece + #" "wording": \#(wording),"# }

  private static let texts = #"{ "en_US": "Not yet", "es_US": "Todavía no" }"#

  @Test("L14: Words of refusals and causes are read, and so are those of a restricted zone")
  func L14_read() throws {
    let text = try CatalogueFileTests.text()
      .replacing(
        Self.piece,
        with: Self.file(
          #"{ "errors": { "tooFarAhead": \#(Self.texts) }, "#
            + #""causes": { "misuse": \#(Self.texts) } }"#)
      ).replacing(
        #""zones": ["ohare-airfield"],"#,
        with: #""zones": ["ohare-airfield"], "titles": \#(Self.texts),"#)
    let catalogue = try CatalogueFile.decode(Array(text.utf8), name: "test")
    let words = ["en_US": "Not yet", "es_US": "Todavía no"]
    #expect(catalogue.wording == Wording(errors: [.tooFarAhead: words], causes: [.misuse: words]))
    #expect(catalogue.serviceAreas[0].rules.restrictedZones[0].titles == words)
    let usual = try CatalogueFile.decode(Array(CatalogueFileTests.text().utf8), name: "test")
    #expect(usual.wording == Wording())
  }

  @Test(
    "L14: A word of no list, and a text that lacks, are mistakes",
    arguments: [
      (#"{ "errors": { "tooLate": {} } }"#, ["wording.errors.tooLate"]),
      (#"{ "causes": { "whim": {} } }"#, ["wording.causes.whim"]),
      (#"{ "causes": { "misuse": { "en_US": "No" } } }"#, ["wording.causes.misuse.es_US"]),
      (#"{ "errors": { "expired": "No" } }"#, ["wording.errors.expired"]),
      (#"{ "zones": {} }"#, ["wording.zones"]),
    ])
  func L14_mistakes(wording: String, paths: [String]) throws {
    #expect(try CatalogueFileTests.mistakes(Self.piece, Self.file(wording)) == paths)
  }
}
