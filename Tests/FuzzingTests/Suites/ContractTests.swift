import Foundation
import JSON
import Messages
import RandomFixture
import Rides
import Testing

@Suite("The contract and the decoder")
struct ContractTests {
  @Test("Schemas and decoder take the same of 16,000 bodies that are made from the schemas")
  func fromSchemas() throws {
    var taken: [MessageType: Int] = [:]
    for seed in 0..<UInt64(16_000) {
      let type = MessageType.allCases[Int(seed) % MessageType.allCases.count]
      var bodies = SchemaBodies(seed: seed)
      let body = Array(bodies.body(of: type.requestSchema).utf8)
      if try Self.agree(type, body, seed) { taken[type, default: 0] += 1 }
    }
    let rare = MessageType.allCases.filter { taken[$0, default: 0] < 30 }
    #expect(rare.isEmpty, "\(rare.map { taken[$0, default: 0] })")
  }

  @Test("They take the same of 5,000 bodies that the fuzzer's generator makes")
  func fromBytes() throws {
    let world = try FuzzedWorld.shared.get()
    var count = 0
    for seed in 0..<UInt64(5_000) {
      var random = SeededNumbers(seed: seed)
      var reader = FuzzReader(random.input(atMost: 200))
      let delivery = GeneratedDelivery(&reader, world).delivery
      guard let type = delivery.properties.type.flatMap({ MessageType(rawValue: $0) }) else {
        continue
      }
      if try Self.agree(type, delivery.body, seed) { count += 1 }
    }
    #expect(count > 300)
  }

  @Test("Each regular expression is valid, and matches its example")
  func patterns() {
    for type in MessageType.allCases {
      for schema in Self.texts(of: type.requestSchema) {
        #expect(schema.patterns.allSatisfy { Pattern.named($0).fits(schema.example) }, "\(schema)")
        #expect(schema.patterns.allSatisfy { !Pattern.named($0).fits("\u{0}") }, "\(schema)")
      }
    }
  }

  @Test("Each example of the AsyncAPI document is as its schema says, to the last member")
  func examples() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../deploy/contract/asyncapi.json").standardized
    let document = try JSONValue(
      parsing: Array(Data(contentsOf: file)), limits: JSONLimits(bytes: 16 << 20, depth: 64))
    for (name, schema) in Self.bodies {
      let message = document["components"]?["messages"]?[name]
      let body = try #require(message?["examples"]?.array?.first?["payload"], "\(name)")
      let check = SchemaCheck(body, schema)
      #expect(check.mistakes.isEmpty && check.unknown.isEmpty, "\(name): \(check)")
    }
  }

  /// What each message of the document has as its body, where it went well.
  private static let bodies: [(String, ObjectSchema)] =
    MessageType.allCases.flatMap {
      [($0.rawValue, $0.requestSchema), ("\($0.rawValue).response", $0.responseSchema.without)]
    } + [
      (RideStatusEvent.type, RideStatusEvent.schema),
      (RideReceiptEvent.type, RideReceiptEvent.schema),
      (RideSOSEvent.type, RideSOSEvent.schema),
      (VehicleAssignmentMessage.type, VehicleAssignmentMessage.schema),
    ] + PaymentCommand.Operation.allCases.map { ($0.messageType, $0.schema) }

  /// Whether both take the body; records an issue where they differ for a reason that a schema
  /// could say.
  private static func agree(_ type: MessageType, _ body: [UInt8], _ seed: UInt64) throws -> Bool {
    // A schema speaks of JSON alone, and the decoder reads no more of a body than it needs.
    guard let value = try? JSONValue(parsing: body) else { return false }
    let check = SchemaCheck(value, type.requestSchema)
    let text = String(decoding: body.prefix(2_000), as: UTF8.self)
    let (fault, strictFault) = (fault(type, body, false), fault(type, body, true))
    if let fault {
      let isLoose = check.loose.contains(fault.path)
      #expect(!check.mistakes.isEmpty || isLoose, "\(seed) \(type): \(fault) in \(text)")
    } else {
      #expect(check.mistakes.isEmpty, "\(seed) \(type): \(check.mistakes) in \(text)")
    }
    if strictFault == nil || strictFault?.kind == .unknownMember {
      let isRefused = strictFault != nil
      #expect(isRefused != check.unknown.isEmpty, "\(seed) \(type): \(check.unknown) in \(text)")
    }
    return fault == nil
  }

  private static func fault(
    _ type: MessageType, _ body: [UInt8], _ isStrict: Bool
  ) -> JSONFault? {
    do throws(JSONFault) {
      _ = try IntentCoding.decode(type, from: body, strictly: isStrict)
      return nil
    } catch {
      return error
    }
  }

  private static func texts(of schema: ObjectSchema) -> [TextSchema] {
    schema.members.flatMap { member -> [TextSchema] in
      switch member.schema {
      case .text(let text), .array(.text(let text), _): [text]
      case .object(let object), .array(.object(let object), _): texts(of: object)
      default: []
      }
    }
  }
}
