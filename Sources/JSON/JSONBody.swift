import FoundationEssentials

/// Reads a `Decodable` type from JSON, for what is read seldom, such as configuration; messages are
/// read by `JSONFields`, which is faster and says more.
package enum JSONBody {
  /// Reads one value.
  ///
  /// The text is checked as strictly as by `JSONValue(parsing:limits:)` before anything is decoded.
  package static func decode<T: Decodable>(
    _ type: T.Type, from bytes: [UInt8], limits: JSONLimits = .message
  ) throws(JSONFault) -> T {
    _ = try JSONValue(parsing: bytes, limits: limits)
    do {
      return try JSONDecoder().decode(type, from: Data(bytes))
    } catch let fault as JSONFault {
      throw fault
    } catch let error as DecodingError {
      throw JSONFault(error)
    } catch {
      throw JSONFault(.malformed, "\(error)")
    }
  }
}

extension JSONFault {
  /// What a decoder said, in our words.
  ///
  /// A type may also throw a `JSONFault` of its own, made with `at:`.
  init(_ error: DecodingError) {
    switch error {
    case .typeMismatch(_, let context):
      self.init(.wrongType, at: context.codingPath, context.debugDescription)
    case .valueNotFound(_, let context):
      self.init(.missing, at: context.codingPath, context.debugDescription)
    case .keyNotFound(let key, let context):
      self.init(.missing, at: context.codingPath + [key], "expected a value, got none")
    case .dataCorrupted(let context):
      // The text is well-formed: a value is not what its type allows.
      self.init(.outOfRange, at: context.codingPath, context.debugDescription)
    @unknown default:
      self.init(.malformed, "\(error)")
    }
  }

  /// A fault at a decoder's coding path.
  package init(_ kind: Kind, at codingPath: [any CodingKey], _ message: String) {
    var path = ""
    for key in codingPath {
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    self.init(kind, path: path, message)
  }
}
