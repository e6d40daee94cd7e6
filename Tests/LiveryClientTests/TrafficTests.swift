import AMQP
import Envelope
import LiveryMessages
import Testing

@testable import LiveryClient

/// Many requests of one client, without a broker.
@Suite struct TrafficTests {
  private let now = ContinuousClock.now

  private func traffic(window: Int) -> Traffic {
    var traffic = Traffic(window: window) { _ in }
    traffic.connected(replyTo: "q")
    return traffic
  }

  private func order(
    _ number: Int, _ identifier: String, follows: Bool = false, about: Int? = nil,
    _ receiver: any Receiver = DiscardingReceiver()
  ) -> Order {
    let intent = SOSIntent(riderIdentifier: "a", rideIdentifier: "b")
    return Order(
      number: number, about: about,
      message: OutgoingRequest(intent, from: .riders, identifier: identifier, within: nil),
      limits: .init(
        answer: .seconds(10), quiet: follows ? .seconds(30) : nil, attempts: 3),
      receiver: receiver)
  }

  /// Writes what is due, and returns its correlation identifiers.
  private func write(_ traffic: inout Traffic) -> [String?] {
    var written: [String?] = []
    while let (number, message) = traffic.nextToWrite(at: now) {
      traffic.wrote(number)
      written.append(message.properties.correlationID)
    }
    return written
  }

  private func answer(_ correlation: String, to type: String = "sos.handle") -> AMQPEvent {
    let properties = MessageProperties(correlationID: correlation, type: "\(type).response")
    return .delivery(
      Delivery(
        deliveryTag: 1, redelivered: false, exchange: "", routingKey: "q", properties: properties,
        body: []),
      consumerTag: "answers")
  }

  @Test("No more requests are under way than the window has room for, in their order")
  func window() {
    var traffic = traffic(window: 2)
    for number in 1...4 { traffic.add(order(number, "r\(number)"), at: now) }
    #expect(write(&traffic) == ["r1", "r2"])
    traffic.handle(answer("r2"), at: now)
    #expect(write(&traffic) == ["r3"])
    traffic.withdraw(1, at: now)
    #expect(write(&traffic) == ["r4"])
    #expect(traffic.count == 2)
  }

  @Test("A request that is withdrawn before it has a place is never sent")
  func withdrawn() {
    var traffic = traffic(window: 1)
    for number in 1...3 { traffic.add(order(number, "r\(number)"), at: now) }
    traffic.withdraw(2, at: now)
    #expect(write(&traffic) == ["r1"])
    traffic.handle(answer("r1"), at: now)
    #expect(write(&traffic) == ["r3"])
  }

  @Test("A request whose time is over before it has a connection is never sent")
  func overdue() {
    var traffic = traffic(window: 1)
    let limits = RequestMachine.Limits(
      answer: .seconds(10), attempts: 3, deadline: .init(.seconds(-1), from: now))
    let overdue = Order(
      number: 1, message: order(1, "r1").message, limits: limits, receiver: DiscardingReceiver())
    traffic.add(overdue, at: now)
    traffic.passTime(to: now)
    #expect(write(&traffic) == [])
    #expect(traffic.count == 0)
  }

  @Test("A request that another thread adds while messages are written is written, too")
  func addedMeanwhile() {
    var traffic = traffic(window: 1)
    traffic.add(order(1, "r1"), at: now + .microseconds(1))
    #expect(write(&traffic) == [])
    traffic.passTime(to: now + .microseconds(1))
    #expect(traffic.nextToWrite(at: now + .microseconds(1))?.number == 1)
  }

  @Test("Who follows a ride takes no place in the window")
  func followers() {
    var traffic = traffic(window: 1)
    for number in 1...3 { traffic.add(order(number, "r\(number)", follows: number < 3), at: now) }
    #expect(write(&traffic) == ["r1", "r2", "r3"])
  }

  @Test("Two requests with one identifier are told apart, and each is answered")
  func twins() {
    var traffic = traffic(window: 2)
    for number in 1...2 { traffic.add(order(number, "r"), at: now) }
    let written = write(&traffic)
    #expect(written.count == 2 && written[0] == "r" && written[1] != "r")
    for correlation in written { traffic.handle(answer(correlation ?? ""), at: now) }
    #expect(traffic.count == 0)
  }

  @Test("A late answer to an earlier request with the same identifier ends no other request")
  func lateAnswer() {
    var traffic = traffic(window: 2)
    traffic.add(order(1, "r"), at: now)
    #expect(write(&traffic) == ["r"])
    traffic.withdraw(1, at: now)
    traffic.add(order(2, "r"), at: now)
    let second = write(&traffic)
    #expect(second.count == 1 && second != ["r"])
    traffic.handle(answer("r"), at: now)
    #expect(traffic.count == 1)
    traffic.disconnected(at: now)
    traffic.connected(replyTo: "q2")
    traffic.add(order(3, "r"), at: now)
    #expect(write(&traffic) == second + ["r"])
  }

  @Test("A request about an open one has its correlation, also after its end")
  func about() {
    var traffic = traffic(window: 1)
    traffic.add(order(1, "r", follows: true), at: now)
    traffic.add(order(2, "s"), at: now)
    #expect(write(&traffic) == ["r", "s"])
    traffic.add(order(3, "r", about: 1), at: now)
    traffic.withdraw(1, at: now)
    traffic.handle(answer("s"), at: now)
    #expect(write(&traffic) == ["r"])
  }

  @Test("An answer of another type ends no request, though it has the same correlation")
  func otherType() {
    var traffic = traffic(window: 1)
    traffic.add(order(1, "1"), at: now)
    traffic.handle(answer("1", to: "sos.confirm"), at: now)
    #expect(write(&traffic) == ["1"])
    traffic.handle(answer("1"), at: now)
    #expect(traffic.count == 0)
  }

  @Test("A request is not written once its caller has been told that it is not carried out")
  func canceled() {
    var traffic = traffic(window: 2)
    let following = Following(identifier: "m-1")
    traffic.add(order(1, "1", following), at: now)
    traffic.add(order(2, "2"), at: now)
    #expect(!following.cancel())
    #expect(write(&traffic) == ["2"])
  }

  @Test("What came without a connection is written on the next one, in its order")
  func withoutConnection() {
    var traffic = traffic(window: 3)
    traffic.disconnected(at: now)
    for number in 1...3 { traffic.add(order(number, "\(number)"), at: now) }
    traffic.withdraw(2, at: now)
    #expect(!traffic.hasDue)
    traffic.connected(replyTo: "q2")
    #expect(write(&traffic) == ["1", "3"])
  }

  @Test("What is unanswered is sent again on the next connection, once for each request")
  func reconnected() {
    var traffic = traffic(window: 3)
    for number in 1...3 { traffic.add(order(number, "r\(number)"), at: now) }
    #expect(write(&traffic).count == 3)
    traffic.handle(.confirmed(deliveryTag: 3, multiple: true), at: now)
    traffic.handle(answer("r2"), at: now)
    traffic.disconnected(at: now)
    #expect(!traffic.hasDue)
    traffic.connected(replyTo: "q2")
    #expect(write(&traffic) == ["r1", "r3"])
    #expect(write(&traffic) == [])
  }

  @Test("Deliveries are acknowledged when the next one is asked for, those of one connection alone")
  func acknowledgments() {
    var open = Acknowledgments()
    for tag in 1...3 { open.add(UInt64(tag)) }
    #expect(open.due(asked: 1) == nil)
    #expect(open.due(asked: 3) == 2)
    #expect(open.due(asked: 3) == nil)
    #expect(open.due(asked: 5) == 3)
    var next = Acknowledgments(after: 3)
    next.add(1)
    #expect(next.due(asked: 4) == nil)
    #expect(next.due(asked: 5) == 1)
  }

  @Test("Of the correlations that may still be answered only the newest are known")
  func unanswered() {
    var unanswered = Unanswered()
    for number in 0...Unanswered.capacity { unanswered.insert("\(number)") }
    #expect(!unanswered.contains("0"))
    #expect(unanswered.contains("1") && unanswered.contains("\(Unanswered.capacity)"))
  }

  @Test("An identifier of any length that is in use has another correlation, which AMQP can carry")
  func longIdentifier() throws {
    var traffic = traffic(window: 2)
    let identifier = String(repeating: "r", count: 255)
    for number in 1...2 { traffic.add(order(number, identifier), at: now) }
    let written = write(&traffic).compactMap(\.self)
    try #require(written.count == 2)
    #expect(written[0] == identifier && written[1] != identifier)
    #expect(written[1].utf8.count <= 255)
  }

  @Test("A message that is never confirmed is noticed, however many later ones are")
  func unconfirmed() {
    var traffic = traffic(window: 1)
    for _ in 0..<1 << 20 { traffic.wrote(1) }
    #expect(!traffic.isUnconfirmed)
    traffic.handle(.confirmed(deliveryTag: 2, multiple: false), at: now)
    traffic.wrote(1)
    #expect(traffic.isUnconfirmed)
    traffic.handle(.confirmed(deliveryTag: 1, multiple: false), at: now)
    #expect(!traffic.isUnconfirmed)
  }
}
