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
