/// A JSON text in which some texts and numbers are replaced; everything else stays byte for byte.
package struct JSONRewriter {
  /// A text or a number, and where it stands.
  package struct Scalar {
    /// The name of the member; that of the array for an element of one.
    package let name: String
    /// The name of the member whose value is the object around it; that of the array for an object
    /// in one, and empty for the root.
    package let parent: String
    /// The object around it.
    package let object: JSONFields
    /// The text; nil for a number.
    package let string: String?
  }

  private let text: JSONText
  private let replacement: (Scalar) -> [UInt8]?
  private var output: [UInt8] = []
  /// How much of the text has been copied or replaced.
  private var done = 0

  /// The text with each value replaced for which `replacement` returns a JSON text.
  ///
  /// Throws what is wrong with a text that is not an object of JSON.
  package static func rewrite(
    _ bytes: [UInt8], limits: JSONLimits, _ replacement: @escaping (Scalar) -> [UInt8]?
  ) throws(JSONFault) -> [UInt8] {
    let text = try JSONText(parsing: bytes, limits: limits)
    let root = try text.object(at: 0)
    var rewriter = JSONRewriter(text: text, replacement: replacement)
    rewriter.output.reserveCapacity(bytes.count + bytes.count / 4)
    rewriter.members(of: 0, root, parent: "")
    rewriter.output += bytes[rewriter.done...]
    return rewriter.output
  }

  private init(text: JSONText, replacement: @escaping (Scalar) -> [UInt8]?) {
    self.text = text
    self.replacement = replacement
  }

  private mutating func members(of object: Int, _ fields: JSONFields, parent: String) {
    var index = object + 1
    while index < text.entries[object].end {
      value(index + 1, named: text.string(at: index), in: fields, parent: parent)
      index = Int(text.entries[index + 1].end)
    }
  }

  private mutating func value(
    _ index: Int, named name: String, in fields: JSONFields, parent: String
  ) {
    switch text.entries[index].kind {
    case .null, .true, .false: return
    case .object: members(of: index, JSONFields(text, at: index), parent: name)
    case .array:
      var element = index + 1
      while element < text.entries[index].end {
        value(element, named: name, in: fields, parent: parent)
        element = Int(text.entries[element].end)
      }
    case .string:
      let bytes = text.entries[index].bytes
      let range = bytes.lowerBound - 1..<bytes.upperBound + 1
      let scalar = Scalar(
        name: name, parent: parent, object: fields, string: text.string(at: index))
      replace(range, by: replacement(scalar))
    case .number:
      replace(
        text.entries[index].bytes,
        by: replacement(Scalar(name: name, parent: parent, object: fields, string: nil)))
    }
  }

  private mutating func replace(_ range: Range<Int>, by replacement: [UInt8]?) {
    guard let replacement else { return }
    output += text.bytes[done..<range.lowerBound]
    output += replacement
    done = range.upperBound
  }
}
