import FoundationEssentials
import JSON
import Testing

@Suite("JSON parsing compared with Foundation's decoder")
struct ReferenceTests {
  @Test("Each odd text is read as Foundation reads it, in any place")
  func oddTexts() {
    for part in RandomJSON.strings + RandomJSON.words + RandomJSON.numbers {
      for text in [
        part, " \(part) ", "[\(part)]", "{\"a\":\(part)}", "{\(part):1}", "[\(part)", "\(part)]",
        "{\"a\":\(part),\"b\":2}", "{\"b\":[{\(part):{}}]}",
      ] {
        compare(Array(text.utf8))
      }
    }
  }

  @Test("Texts from seeds, whole and damaged, are read as Foundation reads them")
  func randomTexts() {
    for seed in 1...3_000 as ClosedRange<UInt64> {
      var random = RandomJSON(seed: seed)
      let text = Array(random.value().utf8)
      compare(text)
      compare(random.damaged(text))
    }
  }

  private func compare(_ text: [UInt8]) {
    let ours = Result { () throws(JSONFault) in try JSONValue(parsing: text) }
    // Some longer numbers stop Foundation and the program with it.
    if case .failure(let fault) = ours, fault.message.contains("at most 100 bytes") { return }
    let theirs = try? JSONDecoder().decode(ReferenceValue.self, from: Data(text)).value
    let shown = String(decoding: text, as: UTF8.self)
    switch ours {
    case .success(let value): #expect(value == theirs, "\(shown)")
    case .failure(let fault):
      if theirs == nil { return }
      #expect(Self.strictness.contains { fault.message.contains($0) }, "\(shown): \(fault)")
    }
  }

  /// What Foundation takes and we do not.
  private static let strictness = [
    "expected UTF-8", "a byte order mark", "no control character", "the end of a list",
    "each name once",
  ]
}

/// A tree as Foundation's decoder reads it.
private struct ReferenceValue: Decodable {
  let value: JSONValue

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
  }

  init(from decoder: any Decoder) throws {
    value = try Self.scalar(of: decoder) ?? Self.collection(of: decoder)
  }

  private static func scalar(of decoder: any Decoder) throws -> JSONValue? {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() { return .null }
    if let text = try ifType({ try value.decode(String.self) }) { return .string(text) }
    if let flag = try ifType({ try value.decode(Bool.self) }) { return .bool(flag) }
    guard let number = try ifType({ try value.decode(Double.self) }) else { return nil }
    if number == 0, number.sign == .minus { return .number(number) }
    return (try? value.decode(Int64.self)).map { .integer($0) } ?? .number(number)
  }

  private static func collection(of decoder: any Decoder) throws -> JSONValue {
    if var container = try ifType({ try decoder.unkeyedContainer() }) {
      var elements: [JSONValue] = []
      while !container.isAtEnd { elements.append(try container.decode(ReferenceValue.self).value) }
      return .array(elements)
    }
    let container = try decoder.container(keyedBy: Name.self)
    return .object(
      Dictionary(
        uniqueKeysWithValues: try container.allKeys.map {
          ($0.stringValue, try container.decode(ReferenceValue.self, forKey: $0).value)
        }))
  }

  private static func ifType<Value>(_ read: () throws -> Value) throws -> Value? {
    do {
      return try read()
    } catch is DecodingError {
      return nil
    }
  }
}
