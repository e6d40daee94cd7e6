import Rides
import Testing

@Suite("Option names") struct OptionNameTests {
  @Test(
    "L3: Names that look the same to a reader are equal",
    arguments: [
      ("SUV", "suv"), ("  Grand   Taxi ", "grand taxi"), ("Sedán", "SEDAN"),
      ("Caf\u{E9}", "Cafe\u{301}"), ("Straße", "STRASSE"), ("ΛΌΓΟΣ", "λόγος"),
      ("İstanbul", "istanbul"), ("a\u{A0}b", "a b"), ("a\tb\n", "A B"), ("ﾀｸｼｰ", "ﾀｸｼｰ"),
    ])
  func L3_same(first: String, second: String) {
    #expect(OptionName.folded(first) == OptionName.folded(second))
  }

  @Test(
    "L3: Names that a reader distinguishes differ",
    arguments: [("SUV", "SUV 2"), ("कि", "कु"), ("か", "が"), ("Taxi", "Tax i"), ("XL", "X")])
  func L3_different(first: String, second: String) {
    #expect(OptionName.folded(first) != OptionName.folded(second))
  }

  @Test("A name of blanks and marks alone is empty")
  func empty() {
    #expect(OptionName.folded(" \n\u{301}\u{3000}") == "")
  }

  /// A mark after it is folded away, so that both have one key.
  @Test("A name of ASCII has the key that it has among other letters")
  func ascii() {
    let every = String(String.UnicodeScalarView((0...0x7F).map { Unicode.Scalar($0) }))
    for name in ["", "SUV", " Big\t\r\n Taxi 2 ", "  ", "a  ", "@[`{ Zz", every] {
      #expect(OptionName.folded(name) == OptionName.folded(name + "\u{301}"))
    }
    #expect(OptionName.folded(" Big\t Taxi ") == "big taxi")
  }
}
