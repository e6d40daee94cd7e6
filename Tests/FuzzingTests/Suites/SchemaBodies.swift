import Messages
import RandomFixture

/// Makes bodies from a schema: mostly as it says, with a slip here and there.
struct SchemaBodies {
  private var random: SeededNumbers

  init(seed: UInt64) { random = SeededNumbers(seed: seed) }

  mutating func body(of schema: ObjectSchema) -> String {
    var members: [String] = []
    for member in schema.members {
      let isWanted = member.presence == .required ? !isOneOf(40) : isOneOf(2)
      guard isWanted else { continue }
      members.append("\"\(member.name)\":\(isOneOf(40) ? "null" : value(member.schema))")
    }
    if isOneOf(20) { members.append(#""another":[{}]"#) }
    return "{\(members.joined(separator: ","))}"
  }

  private mutating func value(_ schema: BodySchema) -> String {
    if isOneOf(30) {
      return pick(["{}", "[]", "true", "\"\"", "7", "[null]"] + EdgeValues.numbers)
    }
    switch schema {
    case .text(let text): return quoted(self.text(text))
    case .word(let word): return quoted(pick(word.words + (isOneOf(20) ? EdgeValues.words : [])))
    case .integer(let range, let example):
      return pick([
        "\(example)", "\(example).0", "\(range.lowerBound)", "\(range.upperBound)", "1e1",
      ])
    case .number(let range):
      let edges = [range.example, range.minimum, range.maximum, range.limit]
      return pick(edges.compactMap { $0.map { "\($0)" } })
    case .boolean: return pick(["true", "false"])
    case .anything: return pick(["1", "\"x\"", "{\"a\":[]}"])
    case .array(let element, let counts):
      let most = min(counts.upperBound, counts.lowerBound + 3)
      let count = isOneOf(20) ? 17 : Int.random(in: counts.lowerBound...most, using: &random)
      var elements: [String] = []
      for _ in 0..<count { elements.append(value(element)) }
      return "[\(elements.joined(separator: ","))]"
    case .object(let object): return body(of: object)
    case .map(let element): return "{\"a\":\(value(element))}"
    case .either(let objects): return objects.first.map { body(of: $0) } ?? "{}"
    }
  }

  private mutating func text(_ schema: TextSchema) -> String {
    if !isOneOf(6) { return schema.example }
    return pick(EdgeValues.texts + EdgeValues.times + EdgeValues.amounts + EdgeValues.currencies)
  }

  private mutating func isOneOf(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }

  private mutating func pick(_ list: [String]) -> String {
    list[Int.random(in: 0..<list.count, using: &random)]
  }

  private func quoted(_ text: String) -> String { "\"\(text)\"" }
}
