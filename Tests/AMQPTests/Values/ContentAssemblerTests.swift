import Messages
import Testing

@testable import AMQP

@Suite("Content assembler")
struct ContentAssemblerTests {
  enum Frame: Sendable {
    case method
    case header(UInt64)
    case tooDeep(UInt64)
    case body([UInt8])
  }

  private static let head = ContentAssembler.Head.delivery(
    consumerTag: "c", deliveryTag: 7, redelivered: true,
    route: .init(exchange: "e", routingKey: "k"))

  private func content(
    of frames: [Frame], limit: UInt64 = 10
  ) throws -> [ContentAssembler.Content] {
    var assembler = ContentAssembler(sizeLimit: limit)
    var contents: [ContentAssembler.Content] = []
    for frame in frames {
      switch frame {
      case .method: try assembler.begin(Self.head)
      case .header(let size):
        let content = try assembler.header(
          bodySize: size, properties: .success(MessageProperties(type: "t")))
        if let content { contents.append(content) }
      case .tooDeep(let size):
        let content = try assembler.header(
          bodySize: size, properties: .failure(.init(reason: "deep")))
        if let content { contents.append(content) }
      case .body(let bytes):
        let content = try bytes.withUnsafeBytes { try assembler.body($0) }
        if let content { contents.append(content) }
      }
    }
    return contents
  }

  private func message(_ body: [UInt8]) -> ContentAssembler.Content {
    .message(Self.head, MessageProperties(type: "t"), body: body)
  }

  @Test("A message is whole when its body has the announced size")
  func whole() throws {
    let frames: [Frame] = [
      .method, .header(3), .body([1]), .body([2, 3]), .method, .header(1), .body([4]),
    ]
    #expect(try content(of: frames) == [message([1, 2, 3]), message([4])])
    #expect(try content(of: [.method, .header(3), .body([1, 2])]).isEmpty)
  }

  @Test("A message without a body is whole with its header")
  func empty() throws {
    #expect(try content(of: [.method, .header(0), .method, .header(0)]).count == 2)
    #expect(try content(of: [.method, .header(0)]) == [message([])])
  }

  @Test(
    "Frames in an impossible order are an error",
    arguments: [
      [.header(1)], [.body([1])], [.method, .method], [.method, .body([1])],
      [.method, .header(1), .header(1)], [.method, .header(2), .method],
      [.method, .header(1), .body([1, 2])], [.method, .header(0), .body([1])],
    ] as [[Frame]])
  func disorder(frames: [Frame]) {
    let error = #expect(throws: AMQPError.self) { try content(of: frames) }
    #expect(error?.code == .unexpectedFrame)
    #expect(error?.isRetriable == true)
  }

  @Test(
    "Of a message over a limit the head is kept, and the next message is read",
    arguments: [
      [.method, .header(11), .body([UInt8](repeating: 0, count: 11))],
      [.method, .tooDeep(2), .body([1]), .body([2])],
      [.method, .tooDeep(0)],
    ] as [[Frame]])
  func unreadable(frames: [Frame]) throws {
    let contents = try content(of: frames + [.method, .header(1), .body([9])])
    guard case .unreadable(Self.head, _) = contents.first else {
      Issue.record("expected an unreadable message, got \(contents)")
      return
    }
    #expect(Array(contents.dropFirst()) == [message([9])])
  }

  @Test("A size that no memory has is not reserved")
  func hugeSize() throws {
    #expect(try content(of: [.method, .header(.max)]).isEmpty)
  }
}
