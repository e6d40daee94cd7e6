import Replay
import Testing

@Suite struct DecimalNumberTests {
  @Test("A decimal number keeps its digits", arguments: ["0", "41.75", "-4", "-0.05", "5.00"])
  func text(_ text: String) {
    #expect(DecimalNumber(text)?.description == text)
  }

  @Test(
    "What is no plain decimal number is refused",
    arguments: [
      "", "-", ".5", "5.", "1e3", "+1", " 1", "1.2.3", "--1", "1234567890123456789", "é",
    ])
  func refused(_ text: String) {
    #expect(DecimalNumber(text) == nil)
  }

  @Test("Numbers with any digits are compared exactly")
  func order() throws {
    let cent = try #require(DecimalNumber("0.01"))
    let sameCent = try #require(DecimalNumber("0.0100"))
    let less = try #require(DecimalNumber("0.00999999999999999"))
    #expect(cent == sameCent)
    #expect(cent.hashValue == sameCent.hashValue)
    #expect(less < cent)
    #expect(!(cent < sameCent))
  }
}
