import FoundationEssentials

extension JSONLimits {
  /// Decodes a text within the limits; `type` throws nothing but a `JSONFault`.
  func decode<Value: Decodable>(
    _ type: Value.Type, from text: [UInt8]
  ) throws(JSONFault) -> Value {
    try check(text)
    do {
      return try JSONDecoder().decode(type, from: Data(text))
    } catch let fault as JSONFault {
      throw fault
    } catch {
      // What the type has not thrown is of the text as a whole, and the library does not say where.
      throw JSONFault(.malformed, "expected JSON by RFC 8259, got a text that is not")
    }
  }
}
