import AMQP
import Envelope
import JSON

/// Publishes with the AMQP of `LiveryClient`: messages as JSON lines of standard input; prints each
/// response that comes by direct reply-to.
@main enum Main {
  static func main() throws {
    // When a channel ends, a quorum queue can drop messages of it that are not yet confirmed.
    var kept: [Kept] = []
    while let line = readLine() {
      let message = Message(
        try JSONValue(parsing: Array(line.utf8), limits: JSONLimits(bytes: 1 << 20, depth: 128)))
      var connection = try AMQPConnection(
        to: try AMQPEndpoint(url: message.url), name: "publish messages",
        timeouts: AMQPTimeouts(heartbeat: .zero))
      try message.publish(on: &connection)
      for response in try message.responses(from: &connection) { print(response) }
      if message.isConfirmed { connection.close() } else { kept.append(Kept(connection)) }
    }
  }
}

/// A connection that stays open to the end.
private final class Kept {
  let connection: AMQPConnection

  init(_ connection: consuming AMQPConnection) { self.connection = connection }
}

/// One line: what is published, how often, and who waits for the answers.
private struct Message {
  private static let answerLimit = Duration.seconds(150)

  let url: String
  let isConfirmed: Bool
  private let times: Int
  /// `direct`, or `left` where nobody waits.
  private let reply: String
  private let publication: Publication

  init(_ line: JSONValue) {
    func text(_ name: String) -> String { line[name]?.string ?? "" }
    url = text("url")
    isConfirmed = text("mode") == "confirms"
    times = Int(line["times"]?.integer ?? 1)
    reply = text("reply")
    publication = Publication(
      exchange: text("exchange"), routingKey: text("key"), mandatory: false,
      properties: PropertiesReader.read(line["properties"], headers: line["headers"]),
      body: Array(text("body").utf8))
  }

  func publish(on connection: inout AMQPConnection) throws(AMQPError) {
    if reply == "direct" || reply == "left" {
      let address = publication.properties.replyTo ?? ""
      try connection.consume(queue: address, consumerTag: "answers", noAck: true)
    }
    if isConfirmed { try connection.selectConfirms() }
    for _ in 0..<times {
      try connection.publish(publication)
      if isConfirmed { try awaitConfirm(on: &connection) }
    }
  }

  private func awaitConfirm(on connection: inout AMQPConnection) throws(AMQPError) {
    while let event = try connection.next(within: Self.answerLimit) {
      if case .confirmed = event { return }
      if case .refused = event { break }
    }
    fatalError("expected that the broker takes \(publication.properties.correlationID ?? "")")
  }

  /// The responses as JSON, once all have come.
  func responses(from connection: inout AMQPConnection) throws(AMQPError) -> [String] {
    var responses: [String] = []
    while reply == "direct", responses.count < times,
      let event = try connection.next(within: Self.answerLimit)
    {
      guard case .delivery(let delivery, _) = event else { continue }
      let properties = delivery.properties
      let members = [
        ("correlation_id", properties.correlationID), ("message_id", properties.messageID),
        ("type", properties.type), ("content_type", properties.contentType),
        ("body", String(decoding: delivery.body, as: UTF8.self)),
      ]
      let values = members.map { ($0, $1.map(JSONValue.string) ?? .null) }
      let response = JSONValue.object(Dictionary(uniqueKeysWithValues: values))
      responses.append(String(decoding: response.text, as: UTF8.self))
    }
    return responses
  }
}
