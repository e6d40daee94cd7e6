import Crypto
import Testing

@Suite struct EncodingTests {
  @Test(
    "The vectors of RFC 4648, section 10, without their padding",
    arguments: [
      ("", "", ""), ("f", "Zg", "my"), ("fo", "Zm8", "mzxq"), ("foo", "Zm9v", "mzxw6"),
      ("foob", "Zm9vYg", "mzxw6yq"), ("fooba", "Zm9vYmE", "mzxw6ytb"),
      ("foobar", "Zm9vYmFy", "mzxw6ytboi"),
    ])
  func vectors(_ text: String, _ base64: String, _ base32: String) {
    let bytes = Array(text.utf8)
    #expect(Base64URL.encode(bytes) == base64)
    #expect(Base64URL.decode(base64) == bytes)
    #expect(Base32.encode(bytes) == base32)
  }

  @Test("The last two values have the URL-safe characters")
  func urlSafe() {
    #expect(Base64URL.encode([0xFB, 0xEF, 0xFF]) == "--__")
    #expect(Base64URL.decode("--__") == [0xFB, 0xEF, 0xFF])
  }

  @Test("Every length and every byte reads back")
  func roundTrip() {
    for length in 0...257 {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ length) }
      #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
    }
  }

  @Test(
    "What the encoder would never write is refused",
    arguments: [
      "Zg==", "Zm8=", "Z", "Zm9vY", "Zm+v", "Zm/v", "Zm 9v", "Zm9v\n", "Zh", "Zm9", "Zm9é", "Zm9v=",
    ])
  func strict(_ text: String) {
    #expect(Base64URL.decode(text) == nil)
  }
}
