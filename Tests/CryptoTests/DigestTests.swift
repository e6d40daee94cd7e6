import Crypto
import Testing

private func hexadecimal(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

@Suite struct DigestTests {
  @Test(
    "The known answers of FIPS 180-4",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func digest(_ message: String, _ expected: String) {
    #expect(hexadecimal(SHA256.digest(Array(message.utf8))) == expected)
  }
}

/// A test case of RFC 4231, section 4.
struct HMACCase: Sendable, CustomTestStringConvertible {
  let number: Int
  let secret: [UInt8]
  let message: [UInt8]
  let code: String

  var testDescription: String { "case \(number)" }

  static let all = [
    HMACCase(
      number: 1, secret: Array(repeating: 0x0B, count: 20), message: Array("Hi There".utf8),
      code: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    HMACCase(
      number: 2, secret: Array("Jefe".utf8), message: Array("what do ya want for nothing?".utf8),
      code: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    HMACCase(
      number: 3, secret: Array(repeating: 0xAA, count: 20),
      message: Array(repeating: 0xDD, count: 50),
      code: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    HMACCase(
      number: 6, secret: Array(repeating: 0xAA, count: 131),
      message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      code: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
  ]
}

@Suite struct MessageAuthenticationKeyTests {
  @Test("The known answers of RFC 4231", arguments: HMACCase.all)
  func code(_ example: HMACCase) {
    let key = MessageAuthenticationKey(identifier: "k", secret: example.secret)
    let code = key.authenticationCode(for: example.message)
    #expect(hexadecimal(code) == example.code)
    #expect(key.isValid(code, for: example.message))
  }

  @Test("A code is refused when any bit, its length, the message or the key differs")
  func refuses() {
    let key = MessageAuthenticationKey(identifier: "k", secret: Array("Jefe".utf8))
    let other = MessageAuthenticationKey(identifier: "k", secret: Array("Jeff".utf8))
    let message = Array("a quote".utf8)
    let code = key.authenticationCode(for: message)
    for bit in 0..<256 {
      var wrong = code
      wrong[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(!key.isValid(wrong, for: message))
    }
    #expect(!key.isValid([], for: message))
    #expect(!key.isValid(Array(code.dropLast()), for: message))
    #expect(!key.isValid(code + [0], for: message))
    #expect(!key.isValid(code, for: message + [0]))
    #expect(!other.isValid(code, for: message))
  }

  @Test("Neither a description nor a dump shows the secret")
  func secretStaysSecret() {
    let key = MessageAuthenticationKey(identifier: "k1", secret: Array("correct horse".utf8))
    var dumped = ""
    dump([key], to: &dumped)
    for text in ["\(key)", String(reflecting: key), String(describing: [key]), dumped] {
      #expect(text.contains("k1"))
      #expect(!text.contains("99, 111"))
      #expect(!text.contains("correct"))
      #expect(!text.contains("UInt8"))
    }
  }
}
