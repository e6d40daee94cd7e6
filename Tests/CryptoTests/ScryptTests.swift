import Crypto
import Testing

@Suite struct ScryptTests {
  @Test(
    "The known answers of RFC 7914, section 12",
    arguments: [
      (
        "", "", [16, 1, 1],
        "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
          + "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"
      ),
      (
        "password", "NaCl", [1_024, 8, 16],
        "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
          + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
      ),
      (
        "pleaseletmein", "SodiumChloride", [16_384, 8, 1],
        "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
          + "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
      ),
    ])
  func answers(_ password: String, _ salt: String, _ values: [Int], _ expected: String) throws {
    let scrypt = try #require(
      Scrypt(cost: values[0], blockSize: values[1], parallelization: values[2]))
    let hash = try #require(
      scrypt.hash(Array(password.utf8), salt: Array(salt.utf8), length: 64))
    #expect(hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
  }

  @Test(
    "Parameters that are wrong, or need too much memory, are refused",
    arguments: [
      [0, 8, 1], [3, 8, 1], [1 << 15, 0, 1], [1 << 15, 8, 0], [1 << 15, 8, 17], [1 << 20, 8, 1],
      [-2, 8, 1], [.max, .max, .max],
    ])
  func parameters(_ values: [Int]) {
    #expect(Scrypt(cost: values[0], blockSize: values[1], parallelization: values[2]) == nil)
  }

  @Test("Random bytes have the length that was asked for, and differ")
  func random() {
    #expect(SecretBytes.random(32).count == 32)
    #expect(SecretBytes.random(32) != SecretBytes.random(32))
  }

  @Test("Bytes are equal when all of them are")
  func comparison() {
    #expect(SecretBytes.areEqual([1, 2], [1, 2]))
    #expect(!SecretBytes.areEqual([1, 2], [1, 3]))
    #expect(!SecretBytes.areEqual([1, 2], [1]))
    #expect(SecretBytes.areEqual([], []))
  }
}
