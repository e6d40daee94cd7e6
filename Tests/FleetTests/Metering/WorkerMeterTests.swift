import Catalogues
import Foundation
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@testable import Fleet

@Suite("What a worker counts") struct WorkerMeterTests {
  private static let noon = Instant(seconds: 1_795_000_000)
  private let meter = WorkerMeter(
    WorkerDefinition(name: "list-options-worker", family: .listOptions, summary: "") { _, _ in
      preconditionFailure("no handler is made here")
    }, instance: "instance-1", lanes: 2, others: [])

  /// A catalogue of so many products.
  private static func products(_ count: Int) throws -> Catalogue {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../deploy/catalogues/chicago.json").standardized.path
    var catalogue = try CatalogueFile.load(path: path)
    let product = try #require(catalogue.serviceAreas.first?.products.first)
    catalogue.serviceAreas[0].products = (0..<count).map { number in
      var copy = product
      copy.key = ProductKey("product-\(number)")
      return copy
    }
    return catalogue
  }

  private func delivery(_ number: Int, timestamp: UInt64? = nil) -> Delivery {
    Delivery(
      deliveryTag: UInt64(number), redelivered: number == 0, exchange: Role.riders.exchange,
      routingKey: MessageType.listRideOptions.rawValue,
      properties: MessageProperties(
        messageID: "message-\(number)", timestamp: timestamp, userID: "rider-\(number)"), body: [])
  }

  private func outcome(_ type: String, _ change: (inout Outcome.Note) -> Void = { _ in }) -> Outcome
  {
    var note = Outcome.Note(of: MessageContext(type: type), code: .success)
    change(&note)
    return Outcome(publications: [], note: note)
  }

  /// The value of a sample by its whole name, such as `a_total{b="c"}`.
  private func value(_ name: String) -> Double? {
    meter.text.split(separator: "\n").first { $0.hasPrefix("\(name) ") }
      .flatMap { Double($0.dropFirst(name.count + 1)) }
  }

  @Test("Handled messages are counted by type and code, errors and dead letters by reason")
  func handled() {
    let type = MessageType.listRideOptions.rawValue
    let error = RequestError(.malformedJSON, "no JSON")
    meter.lanes[0].handled(
      [
        outcome(type), outcome(type) { $0.isRepeat = true },
        outcome(type) { ($0.code, $0.error, $0.isDeadLetter) = (.failure, error, true) },
      ], of: (0..<3).map { delivery($0) }, in: .milliseconds(30), at: Self.noon)
    meter.lanes[1].handled(
      [outcome("list-ride-options.wish") { $0.code = nil }], of: [delivery(9)], in: .zero,
      at: Self.noon)
    #expect(value("livery_requests_total{type=\"\(type)\",code=\"success\"}") == 1)
    #expect(value("livery_requests_total{type=\"\(type)\",code=\"repeat\"}") == 1)
    #expect(value("livery_requests_total{type=\"\(type)\",code=\"failure\"}") == 1)
    #expect(value("livery_requests_total{type=\"other\",code=\"none\"}") == 1)
    #expect(value("livery_requests_repeated_total") == 1)
    #expect(value("livery_request_errors_total{reason=\"malformedJSON\"}") == 1)
    #expect(value("livery_dead_letters_total{reason=\"malformed-json\"}") == 1)
    #expect(value("livery_dead_letters_total{reason=\"delivery-limit\"}") == 0)
    let process =
      "messaging_process_duration_seconds_bucket{messaging_system=\"rabbitmq\","
      + "messaging_operation_name=\"process\",messaging_destination_name=\"livery.list-options\","
      + "type=\"\(type)\",le="
    #expect(value(process + "\"0.025\"}") == 0)
    #expect(value(process + "\"0.05\"}") == 3)
  }

  @Test(
    "The age of a message is from requested-at, else from a timestamp in seconds or milliseconds",
    arguments: [
      (nil, 1_794_999_990 as UInt64?, 10.0 as Double?), (nil, 1_794_999_988_000, 12),
      (4, 1_794_999_990, 4), (nil, nil, nil),
      // A clock that is a year off says nothing of a queue.
      (nil, 1_760_000_000, nil), (40_000_000, nil, nil), (nil, .max, nil),
    ])
  func age(_ requestedBefore: Int?, _ timestamp: UInt64?, _ age: Double?) {
    let type = MessageType.listRideOptions.rawValue
    meter.lanes[0].handled(
      [
        outcome(type) { note in
          note.requestedAt = requestedBefore.map { Self.noon.advanced(bySeconds: -$0) }
        }
      ], of: [delivery(1, timestamp: timestamp)], in: .zero, at: Self.noon)
    #expect(value("livery_request_age_seconds_sum{type=\"\(type)\"}") == age)
  }

  @Test("The oldest unacknowledged message has its age until the batch is acknowledged")
  func oldest() throws {
    let now = WallClock.now()
    let seconds = UInt64(now.microseconds / 1_000_000)
    meter.lanes[0].took([delivery(0), delivery(1, timestamp: seconds - 100)], at: now)
    meter.lanes[1].took([delivery(2, timestamp: seconds - 7)], at: now)
    #expect(try #require(value("livery_oldest_request_age_seconds")) >= 99)
    #expect(value("livery_requests_in_hand") == 3)
    #expect(value("livery_requests_redelivered_total") == 1)
    meter.lanes[0].finished(leaving: 0)
    let left = try #require(value("livery_oldest_request_age_seconds"))
    #expect((7..<60).contains(left))
    meter.lanes[1].finished(leaving: 0)
    #expect(value("livery_oldest_request_age_seconds") == 0)
    #expect(value("livery_requests_in_hand") == 0)
  }

  @Test("Time of a batch is divided into decode, handle and store")
  func stages() {
    let stages = meter.lanes[0].stages
    stages.took()
    stages.began(timeInStore: .seconds(5))
    stages.decoded()
    stages.handled(in: .seconds(2), timeInStore: .seconds(5.5))
    let sums = stages.snapshots.map(\.sum)
    // What passes between two lines of a test counts as the store's.
    #expect(abs(sums[2] - 0.5) < 0.1)
    #expect(sums[0] > 0 && sums[0] < 1)
    #expect(abs(sums[0] + sums[1] - 1.5) < 1e-6)
    #expect(sums[3] == 0)
  }

  @Test("Attempts at which the store failed, and the pauses after them, are time in the store")
  func retries() {
    let stages = meter.lanes[0].stages
    stages.took()
    let start = ContinuousClock.now
    while ContinuousClock.now - start < .milliseconds(5) {}
    stages.began(timeInStore: .zero)
    stages.handled(in: .milliseconds(1), timeInStore: .zero)
    #expect(stages.snapshots[2].sum >= 0.005)
    #expect(stages.snapshots[1].sum == 0.001)
  }

  @Test("What was published when the connection was lost is not unconfirmed for ever")
  func unconfirmed() {
    meter.lanes[0].publishing.began(7)
    #expect(value("livery_publications_unconfirmed") == 7)
    meter.lanes[0].finished(leaving: 0)
    #expect(value("livery_publications_unconfirmed") == 0)
  }

  @Test("A thousand riders and 300 products make no more series than a few")
  func cardinality() throws {
    let catalogue = try Self.products(300)
    let recorder = meter.recorder(of: catalogue, lane: 0)
    for product in 0..<300 { recorder.booked(ProductKey("product-\(product)"), .success) }
    for number in 0..<1_000 {
      let type = number % 2 == 0 ? MessageType.listRideOptions.rawValue : "type-\(number)"
      let reason = ErrorReason.allCases[number % ErrorReason.allCases.count]
      let outcomes = [
        outcome(type) {
          $0.error = RequestError(reason, "rider-\(number)")
          $0.code = ResponseCode.allCases[number % ResponseCode.allCases.count]
        }
      ]
      meter.lanes[0].took([delivery(number, timestamp: 1_795_000_000)], at: Self.noon)
      meter.lanes[0].handled(outcomes, of: [delivery(number)], in: .zero, at: Self.noon)
    }
    let lines = meter.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines.count < 700, "\(lines.count)")
    #expect(!lines.contains { $0.contains("rider-") || $0.contains("type-") })
    #expect(value("livery_bookings_total{product=\"product-49\",code=\"success\"}") == 1)
    #expect(value("livery_bookings_total{product=\"other\",code=\"success\"}") == 250)
  }

  @Test("S7: The errors of estimates are counted by what was estimated, too early and too late")
  func S7_errors() throws {
    let meter = WorkerMeter(
      WorkerDefinition(name: "dispatch-worker", family: .dispatch, summary: "") { _, _ in
        preconditionFailure("no handler is made here")
      }, instance: "instance-1", lanes: 2, others: [])
    for (lane, seconds) in [(0, -45.0), (1, 100), (1, 90)] {
      meter.recorder(of: try Self.products(1), lane: lane)
        .missedEstimate(EstimateError(.pickup, seconds: seconds))
    }
    for line in [
      #"_bucket{estimate="pickup",side="early",le="30"} 0"#,
      #"_bucket{estimate="pickup",side="early",le="60"} 1"#,
      #"_sum{estimate="pickup",side="late"} 190"#, #"_count{estimate="dropOff",side="late"} 0"#,
    ] {
      #expect(meter.text.contains("livery_estimate_error_seconds\(line)\n"))
    }
  }

  @Test("No series is repeated: Prometheus would refuse the page")
  func unique() {
    let names = meter.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.prefix { $0 != " " } }
    #expect(Set(names).count == names.count)
  }

  @Test("The counts of a product outlive a new catalogue")
  func reloaded() throws {
    meter.recorder(of: try Self.products(1), lane: 0).booked(ProductKey("product-0"), .success)
    meter.recorder(of: try Self.products(2), lane: 1).booked(ProductKey("product-0"), .success)
    #expect(value("livery_bookings_total{product=\"product-0\",code=\"success\"}") == 2)
  }
}
