extension JSONValue {
  /// Reads a JSON text by RFC 8259, strictly: UTF-8 without a byte order mark, no lone surrogates,
  /// nothing after the value.
  ///
  /// Throws `tooLarge`, `tooDeep`, `malformed` (with the offset of the byte), and `outOfRange` for
  /// a number beyond a `Double`.
  package init(parsing bytes: [UInt8], limits: JSONLimits = .message) throws(JSONFault) {
    guard bytes.count <= limits.bytes else {
      throw JSONFault(.tooLarge, "expected at most \(limits.bytes) bytes, got \(bytes.count)")
    }
    guard bytes.isValidUTF8 else {
      throw JSONFault(.malformed, "expected UTF-8, got bytes that are not")
    }
    var parser = JSONParser(bytes: bytes, depthLimit: limits.depth)
    self = try parser.document()
  }
}

extension [UInt8] {
  /// Whether the bytes are well-formed UTF-8 by the Unicode Standard, table 3-7.
  var isValidUTF8: Bool {
    let isASCII = withUnsafeBytes { raw in
      var bits: UInt64 = 0
      var offset = 0
      while offset + 8 <= raw.count {
        bits |= raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        offset += 8
      }
      while offset < raw.count {
        bits |= UInt64(raw[offset])
        offset += 1
      }
      return bits & 0x8080_8080_8080_8080 == 0
    }
    return isASCII || String(validating: self, as: UTF8.self) != nil
  }
}
