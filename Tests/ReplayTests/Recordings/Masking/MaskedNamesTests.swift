import Testing

@testable import Replay

@Suite("Names in the place of others") struct MaskedNamesTests {
  private let names = MaskedNames(secret: Array("a secret of a test".utf8))

  @Test("The same text has the same name, and another text has another name")
  func same() {
    let texts = ["rider-1", "rider-2", "Rider-1", "rider-1 ", "é", "e\u{301}"]
    #expect(Set(texts.map { names.name($0) }).count == texts.count)
    #expect(texts.map { names.name($0) } == texts.map { names.name($0) })
  }

  @Test("Under another key a text has another name")
  func otherKey() {
    let other = MaskedNames(secret: Array("another secret".utf8))
    #expect(names.name("rider-1") != other.name("rider-1"))
    #expect(names.ride("aaaa") != other.ride("aaaa"))
    #expect(names.digits("+13125550106") != other.digits("+13125550106"))
  }

  @Test("A name has 20 letters, and as many as a longer text, up to a limit", arguments: 1...300)
  func length(_ count: Int) {
    let text = String(repeating: "n", count: count)
    #expect(names.name(text).utf8.count == max(20, count))
    #expect(names.name(text, longest: 255).utf8.count == max(20, min(255, count)))
    #expect(!names.name(text).contains(text))
  }

  @Test("A name has letters and digits that any member accepts")
  func letters() {
    let name = names.name("Ann O'Neill \u{1F697}")
    #expect(name.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 })
  }

  @Test("No text has no name") func empty() {
    #expect(names.name("") == "")
    #expect(names.digits("") == "")
  }

  @Test(
    "A control character is kept, which the fleet refuses, and the length is kept, too",
    arguments: ["\u{0}", "\u{1}", "\n", "\r\n", "\u{7F}", "\u{85}", "\u{9B}"])
  func control(_ control: String) throws {
    let first = try #require(control.unicodeScalars.first)
    for text in ["a\(control)b", String(repeating: "n", count: 255 - control.utf8.count) + control]
    {
      let name = names.name(text, longest: 255)
      #expect(name.unicodeScalars.contains(first))
      #expect(name.utf8.count == max(20, text.utf8.count))
      #expect(!name.contains(text))
    }
  }

  @Test("Digits are replaced, and all else of a number stays")
  func digits() {
    let number = "+1 (312) 555-0106"
    let masked = names.digits(number)
    #expect(masked != number)
    #expect(masked == names.digits(number))
    #expect(
      masked.map { $0.isNumber ? "0" : $0 } == number.map { $0.isNumber ? "0" : $0 })
    #expect(names.digits("no digit") == "no digit")
  }

  @Test("A ride whose booking is not known has an identifier of the same form")
  func ride() {
    let ride = names.ride("ar4rc2lizsk5nrt3akdlpwzp4m")
    #expect(ride.utf8.count == 26)
    #expect(ride.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x32...0x37 ~= $0 })
    #expect(ride == names.ride("ar4rc2lizsk5nrt3akdlpwzp4m"))
    #expect(ride != names.ride("br4rc2lizsk5nrt3akdlpwzp4m"))
  }
}
