import AMQP
import BrokerFixture
import Testing

@Suite(
  "Broker: connections that it closes while they write", .blocking,
  .privateBroker(security: .optional), .serialized)
struct CloseTests {
  private let broker: PrivateBroker
  private let endpoint: AMQPEndpoint

  init() throws {
    broker = try PrivateBrokerTrait.broker()
    endpoint = try #require(broker.secureEndpoint)
  }

  @Test("The broker's reason counts where it has arrived, also if a write fails before it is read")
  func unreadClose() throws {
    let endpoints = [endpoint, broker.endpoint]
    let writers = try endpoints.flatMap { [try Writer(to: $0), try Writer(to: $0)] }
    try broker.control("close_all_connections", "maintenance")
    try broker.killNow()
    try broker.startAgain()
    for (index, writer) in writers.enumerated() {
      let error = writer.lossByWriting(isPublishing: index % 2 == 0)
      #expect(error?.code == .connectionForced, "\(error as Any)")
      #expect(error?.isRetriable == true)
    }
  }

  @Test("A connection that is lost without a word of the broker may be made again")
  func wordlessLoss() throws {
    let writer = try Writer(to: endpoint)
    try broker.killNow()
    try broker.startAgain()
    let error = writer.lossByWriting(isPublishing: false)
    #expect(error?.code == .secureSocketError)
    #expect(error?.description.hasSuffix("(a retry may help)") == true, "\(error as Any)")
    try Given.connection(to: endpoint).close()
  }

  /// A connection that is only written to.
  private final class Writer {
    private var connection: AMQPConnection

    init(to endpoint: AMQPEndpoint) throws {
      connection = try Given.connection(to: endpoint)
    }

    /// Writes past librabbitmq or by it until the connection is lost, and returns why.
    func lossByWriting(isPublishing: Bool) -> AMQPError? {
      #expect(throws: AMQPError.self) {
        while true {
          if isPublishing {
            try connection.publish(Given.message(to: "q"))
          } else {
            try connection.negativelyAcknowledge(0, multiple: true, requeue: true)
          }
        }
      }
    }
  }
}
