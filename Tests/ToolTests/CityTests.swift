import Fleet
import JSON
import Messages
import Replay
import Rides
import Testing

@testable import SimulatedCity

@Suite("A simulated city") struct CityTests {
  @Test("The same seed gives the same bytes, and another one other bytes")
  func seeds() throws {
    let one = try RecordedCity(300)
    #expect(try RecordedCity(300).bytes == one.bytes)
    #expect(try RecordedCity(300) { $0.seed = 2 }.bytes != one.bytes)
  }

  @Test("Every type occurs that a producer may send", arguments: PaymentSystem.allCases)
  func types(_ payments: PaymentSystem) throws {
    let city = try RecordedCity.usual(payments)
    let sent = Set(city.requests.map(\.routingKey))
    let own: Set = [MessageType.rideDue, .updatesDue]
    for type in MessageType.allCases where !own.contains(type) {
      #expect(sent.contains(type.rawValue), "\(type)")
    }
    #expect(!sent.contains(MessageType.rideDue.rawValue))
  }

  @Test("Vehicles report every event")
  func events() throws {
    let reports = try RecordedCity.usual(.builtIn).requests
      .filter { $0.routingKey == MessageType.rideUpdate.rawValue }
      .compactMap { try JSONValue(parsing: $0.body)["event"]?.string }
    #expect(Set(reports) == Set(RideReport.allCases.map(\.rawValue)))
  }

  @Test("Requests are refused for many reasons", arguments: PaymentSystem.allCases)
  func reasons(_ payments: PaymentSystem) throws {
    let reasons = try RecordedCity.usual(payments).reasons
    #expect(reasons.count >= 40, "\(reasons.sorted())")
    for reason in [
      "quoteUsed", "quoteOfAnotherRider", "listExpired", "priceTooHigh", "outsideServiceArea",
      "tooFar", "previousRideNeedsCompletion", "conflictingMessageIdentifier", "deadlineExceeded",
      "malformedJSON", "unknownSchemaVersion", "missingMessageIdentifier", "cancellationFeeTooHigh",
    ] {
      #expect(reasons.contains(reason), "\(reason)")
    }
  }

  @Test("Rides end in every way, and are paid in every currency of the catalogue")
  func outcomes() throws {
    let statuses = try RecordedCity.usual(.builtIn).messages.filter { $0.kind == .event }
      .compactMap { try JSONValue(parsing: $0.body, limits: .stored)["data"]?["completionStatus"] }
    let outcomes = Set(statuses.compactMap { $0["outcome"]?.string })
    #expect(outcomes == Set(CompletionStatus.Outcome.allCases.map(\.rawValue)))
    let payments = statuses.compactMap { $0["payment"] }
    #expect(Set(payments.compactMap { $0["currencyCode"]?.string }) == ["USD", "CAD"])
    #expect(Set(payments.compactMap { $0["state"]?.string }) == ["settled", "outstanding"])
    #expect(statuses.contains { $0["tip"] != nil } && statuses.contains { $0["refunds"] != nil })
  }

  @Test(
    "No story is given up, and no ride gets the vehicle of another district",
    arguments: [1, 2, 3] as [UInt64], PaymentSystem.allCases)
  func stories(_ seed: UInt64, _ payments: PaymentSystem) throws {
    let city = try RecordedCity(900) {
      $0.seed = seed
      $0.payments = payments
    }
    #expect(city.summary.abandoned == [])
    #expect(city.summary.strays == 0)
    #expect(city.summary.breaches == [])
    #expect(800...1_100 ~= city.summary.requests)
    #expect(city.requests.count == city.summary.requests)
  }

  @Test("One vehicle with two riders is a city, too")
  func least() throws {
    let city = try RecordedCity(200) {
      $0.vehicles = 1
      $0.riders = 2
    }
    #expect(city.summary.abandoned == [])
    #expect(city.summary.ridesEnded > 3)
  }

  @Test("A district sends its messages seconds apart")
  func pace() throws {
    var last: [Substring: Instant] = [:]
    for request in try RecordedCity.usual(.builtIn).requests {
      // "c-" and the name of the district and a number; observers name another message of theirs.
      let name = try #require(request.properties.correlationID?.dropFirst(2))
      let district = name[..<(try #require(name.lastIndex(of: "-")))]
      if let before = last[district] {
        #expect(before.seconds(to: request.at) > 2.9, "\(request.number)")
      }
      last[district] = request.at
    }
    #expect(last.count == 20)
  }

  @Test("What a message has caused follows it, and timers come before the next one")
  func order() throws {
    var (last, at) = (0, Instant(seconds: 0))
    for (place, message) in try RecordedCity.usual(.amqp).messages.enumerated() {
      #expect(message.number == place + 1)
      #expect(message.at >= at)
      at = message.at
      switch message.kind {
      case .request:
        #expect(message.cause == nil)
        last = message.number
      case .response, .event, .payment, .deadLetter:
        #expect(message.cause == nil || message.cause == last, "\(message.number)")
      case .other: #expect(message.exchange == "livery.books")
      case .command, .state: Issue.record("\(message.number) is no message of producer or fleet")
      }
    }
    #expect(try RecordedCity.usual(.amqp).messages.last?.exchange == "livery.books")
  }

  @Test("Districts lie inside the area, six radii apart", arguments: [1, 7, 40, 100])
  func districts(_ count: Int) throws {
    let area = try #require(try RecordedCity.usual(.builtIn).plan.catalogue.serviceAreas.first)
    let places = CityGrid.places(count, in: area)
    #expect(places.count == count)
    for (rank, place) in places.enumerated() {
      #expect(area.boundary.contains(place.center))
      for other in places[..<rank] {
        #expect(GreatCircle.metres(place.center, other.center) > 5.9 * place.radius)
      }
    }
  }
}
