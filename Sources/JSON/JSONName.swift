/// The name of a member.
struct JSONName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }

  init(stringValue: String) { self.init(stringValue) }

  init?(intValue: Int) { return nil }
}
