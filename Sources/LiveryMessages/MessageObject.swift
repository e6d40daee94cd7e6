internal import JSON

/// An object whose members one function reads and writes alike.
protocol MessageObject: MemberValue, Hashable {
  /// What is filled while it is read.
  static var blank: Self { get }
  /// Names each member to the visitor.
  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure)
}

/// Reads the members of an object into its properties, or writes them.
///
/// An absent value is left out, and so is an empty array unless it is optional.
protocol MemberVisitor {
  associatedtype Failure: Error

  mutating func callAsFunction<Value: MemberValue>(
    _ name: String, _ value: inout Value) throws(Failure)
  mutating func callAsFunction<Value: MemberValue>(
    _ name: String, _ value: inout Value?) throws(Failure)
  mutating func callAsFunction<Value: MemberValue>(
    _ name: String, _ values: inout [Value]) throws(Failure)
  mutating func callAsFunction<Value: MemberValue>(
    _ name: String, _ values: inout [Value]?) throws(Failure)
  /// Texts by name.
  mutating func callAsFunction(
    _ name: String, _ texts: inout [String: String]) throws(Failure)
  /// What is false where it is absent.
  mutating func callAsFunction(flag name: String, _ value: inout Bool) throws(Failure)
  /// An amount beside the code of its currency.
  mutating func callAsFunction(amount name: String, _ value: inout Money) throws(Failure)
  mutating func callAsFunction(amount name: String, _ value: inout Money?) throws(Failure)
  /// The one text that a member has.
  mutating func callAsFunction(_ name: String, only text: String) throws(Failure)
}

extension MessageObject {
  static func read(_ fields: JSONFields, at index: JSONIndex) throws(JSONFault) -> Self {
    try Self(members: try fields.object(at: index))
  }

  func write(_ json: inout JSONWriter) {
    json.beginObject()
    var copy = self
    copy.visit(&json)
    json.endObject()
  }

  init(members fields: JSONFields) throws(JSONFault) {
    self = Self.blank
    var reader = fields
    try visit(&reader)
  }

  /// Reads the body of a message.
  public init(body: [UInt8]) throws(DecodingFailure) {
    do throws(JSONFault) {
      try self.init(members: JSONFields(parsing: body, limits: .stored))
    } catch {
      throw DecodingFailure(error)
    }
  }

  /// The body of a message: JSON in UTF-8.
  public func body() -> [UInt8] {
    var json = JSONWriter(capacity: 1_024)
    write(&json)
    return json.finish()
  }
}

/// The content of an answer.
protocol AnswerObject: MessageObject, AnswerContent {}

extension AnswerObject {
  /// Reads the body of an answer, of which this is the content if the request was carried out.
  public static func reply(_ body: [UInt8]) throws(DecodingFailure) -> Reply<Self> {
    do throws(JSONFault) {
      let fields = try JSONFields(parsing: body, limits: .stored)
      return fields.has("error")
        ? .failure(try RequestFailure(members: fields)) : .content(try Self(members: fields))
    } catch {
      throw DecodingFailure(error)
    }
  }
}

/// The body of an event.
protocol EventObject: MessageObject, RideEvent {}

extension EventObject {
  /// Reads the body of a message with one of the types of the event.
  public init(type: String, body: [UInt8]) throws(DecodingFailure) {
    guard Self.types.contains(type) else {
      throw DecodingFailure(
        .otherType, "expected \(Self.types.joined(separator: ", ")), got \(type)")
    }
    try self.init(body: body)
  }
}

extension DecodingFailure {
  init(_ fault: JSONFault) {
    self.init(Kind(rawValue: fault.kind.rawValue) ?? .malformed, path: fault.path, fault.message)
  }
}

extension JSONFields: MemberVisitor {
  mutating func callAsFunction<Value: MemberValue>(
    _ name: String, _ value: inout Value
  ) throws(JSONFault) {
    guard let found: Value = try read(name) else { throw missing(name) }
    value = found
  }

  mutating func callAsFunction<Value: MemberValue>(
    _ name: String, _ value: inout Value?
  ) throws(JSONFault) {
    value = try read(name)
  }

  mutating func callAsFunction<Value: MemberValue>(
    _ name: String, _ values: inout [Value]
  ) throws(JSONFault) {
    values = try all(name) ?? []
  }

  mutating func callAsFunction<Value: MemberValue>(
    _ name: String, _ values: inout [Value]?
  ) throws(JSONFault) {
    values = try all(name)
  }

  mutating func callAsFunction(_ name: String, _ texts: inout [String: String]) throws(JSONFault) {
    guard let object = try object(name) else { return }
    for name in object.names { texts[name] = try object.string(name, atMost: .max) }
  }

  mutating func callAsFunction(flag name: String, _ value: inout Bool) throws(JSONFault) {
    value = try read(name) ?? false
  }

  mutating func callAsFunction(amount name: String, _ value: inout Money) throws(JSONFault) {
    guard let found = try money(name) else { throw missing(name) }
    value = found
  }

  mutating func callAsFunction(amount name: String, _ value: inout Money?) throws(JSONFault) {
    value = try money(name)
  }

  mutating func callAsFunction(_ name: String, only text: String) throws(JSONFault) {
    let found: String? = try read(name)
    guard try require(name, found) == text else {
      throw JSONFault(.outOfRange, path: path(to: name), "expected \(text), got another text")
    }
  }

  // Functions of this module, so that they are compiled for the type of the value.

  private mutating func read<Value: MemberValue>(_ name: String) throws(JSONFault) -> Value? {
    guard let index = next(name) else { return nil }
    return try Value.read(self, at: index)
  }

  private mutating func all<Value: MemberValue>(_ name: String) throws(JSONFault) -> [Value]? {
    guard let index = next(name) else { return nil }
    var (count, element) = try array(at: index)
    var values: [Value] = []
    values.reserveCapacity(count)
    while values.count < count {
      values.append(try Value.read(self, at: element))
      element = self.index(after: element)
    }
    return values
  }

  /// The amount of that name, in the currency of the object.
  private mutating func money(_ name: String) throws(JSONFault) -> Money? {
    guard let amount: DecimalNumber = try read(name) else { return nil }
    guard let code: String = try read("currencyCode") else { throw missing("currencyCode") }
    return Money(amount, currencyCode: code)
  }
}

extension JSONWriter: MemberVisitor {
  mutating func callAsFunction<Value: MemberValue>(_ name: String, _ value: inout Value) {
    key(dynamic: name)
    value.write(&self)
  }

  mutating func callAsFunction<Value: MemberValue>(_ name: String, _ value: inout Value?) {
    guard let value else { return }
    key(dynamic: name)
    value.write(&self)
  }

  mutating func callAsFunction<Value: MemberValue>(_ name: String, _ values: inout [Value]) {
    if !values.isEmpty { list(name, values) }
  }

  mutating func callAsFunction<Value: MemberValue>(_ name: String, _ values: inout [Value]?) {
    if let values { list(name, values) }
  }

  mutating func callAsFunction(_ name: String, _ texts: inout [String: String]) {
    guard !texts.isEmpty else { return }
    key(dynamic: name)
    beginObject()
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
      key(dynamic: name)
      string(text)
    }
    endObject()
  }

  mutating func callAsFunction(flag name: String, _ value: inout Bool) {
    if value { self(name, &value) }
  }

  mutating func callAsFunction(amount name: String, _ value: inout Money) {
    self(name, &value.amount)
    self("currencyCode", &value.currencyCode)
  }

  mutating func callAsFunction(amount name: String, _ value: inout Money?) {
    if var money = value { self(amount: name, &money) }
  }

  mutating func callAsFunction(_ name: String, only text: String) {
    key(dynamic: name)
    string(text)
  }

  private mutating func list<Value: MemberValue>(_ name: String, _ values: [Value]) {
    key(dynamic: name)
    beginArray()
    for value in values { value.write(&self) }
    endArray()
  }
}
