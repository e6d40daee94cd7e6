import Catalogues
import Fleet
import Foundation
import MemoryStore
import Messages
import Replay
import RideHandlers
import RideStore
import Rides
import Testing

@testable import Tool

@Suite("A recording that begins in mid-shift") struct StateReplayTests {
  /// A city whose last part is a recording of its own, with the state at its beginning.
  private struct Shift {
    let header: RecordingHeader
    let state: RecordedState
    let requests: [RecordedMessage]
    /// What the whole city's fleet published for those requests.
    let outputs: [ReplayOutput]

    /// Cuts the city after so many requests; `mask` is applied to all that is recorded.
    init(_ city: CityRecording, after count: Int, masked: Bool) throws {
      let database = MemoryDatabase(forOne: true)
      var parts = try city.fleets().first
      parts.openStore = { () throws(StoreError) in MemoryStore(database) }
      let replay = try LocalReplay(parts, at: try #require(city.requests.first).at)
      for request in city.requests.prefix(count) { _ = try replay.replay(request) }
      let now = try #require(city.requests.prefix(count).last).at
      let fleet = try FleetState(MemoryStore(database), at: now) { [] }
      var mask = try masked ? Self.mask() : nil
      var state = RecordedState()
      for line in fleet.lines { state.add(mask?.mask(line) ?? line) }
      #expect(state.unreadable == 0)
      var (fleetState, requests, outputs): (FleetState, [RecordedMessage], [ReplayOutput]) =
        (fleet, [], [])
      for request in city.requests.dropFirst(count) {
        if let line = fleetState.line(for: request.delivery) { state.add(mask?.mask(line) ?? line) }
        for line in Self.earlier(request, in: database, before: now) {
          state.add(mask?.mask(line) ?? line)
        }
        requests.append(mask?.mask(request) ?? request)
        let step = try replay.replay(request)
        for output in step.before + step.outputs {
          guard output.isOfRecording, fleet.isOfRecording(output) else { continue }
          let line = RecordedOutput.message(output)
          guard let output = RecordedOutput.output(mask?.mask(line) ?? line) else { continue }
          outputs.append(output)
        }
      }
      header = {
        var header = city.header
        header.isMasked = masked
        return header
      }()
      self.state = state
      self.requests = requests
      self.outputs = outputs
    }

    private static func mask() throws -> MessageMask {
      let quotes = MaskedQuotes(
        try Written().context(environment: CityRecording.environment).configuration().quoteKeys)
      return MessageMask(
        try CatalogueFile.load(path: CityRecording.catalogue), requote: quotes.requote,
        reshare: quotes.reshare)
    }

    /// What was stored of a request before.
    private static func earlier(
      _ request: RecordedMessage, in database: MemoryDatabase, before now: Instant
    ) -> [RecordedMessage] {
      func stored(_ key: OutcomeKey?) -> StoredOutcome? {
        let outcome = key.flatMap { try? MemoryStore(database).outcomes([$0])[$0] }
        return outcome.flatMap { $0.storedAt <= now ? $0 : nil }
      }
      let outcome = stored(request.delivery.write?.outcomeKey)
      let quote = stored(RecordedState.quoteKey(of: request.delivery))
      return (outcome.map { RecordedState.lines($0, repeatedBy: request.number) } ?? [])
        + (quote.map { _ in [RecordedState.line(usedQuoteOf: request.number, at: now)] } ?? [])
    }
  }

  @Test(
    "The rest of a city replays as in the whole, masked or not",
    arguments: [200, 600, 1_000], [false, true])
  func rest(count: Int, masked: Bool) throws {
    let city = try CityRecording.accepted.get()
    let shift = try Shift(city, after: count, masked: masked)
    #expect(shift.state.vehicles.count > 10 && shift.state.rides.count > 5)
    let replay = try LocalReplay(
      city.fleets(of: shift.header).first, at: try #require(shift.requests.first).at,
      from: shift.state)
    var actual: [ReplayOutput] = []
    for request in shift.requests {
      let step = try replay.replay(request)
      actual += (step.before + step.outputs).filter(\.isOfRecording)
    }
    #expect(replay.checks.count == 0, "\(replay.checks.breaches)")
    var rules = ComparisonRules()
    if masked { rules.ignored = try Self.ignored.map { try PathPattern($0) } }
    var comparison = Comparison(rules: rules)
    for output in shift.outputs { comparison.expect(output) }
    for output in actual { comparison.meet(output) }
    let report = comparison.finish()
    let isEqual = report.isEqual
    #expect(isEqual, "\(TextReport(report, width: 400).lines.prefix(60).joined(separator: "\n"))")
    #expect(report.total.total > 300)
  }

  /// Near the border of a zone a vehicle moves another way than a trip; and sentences quote what is
  /// masked.
  private static let ignored = [
    "**.estimatedPickupDate", "**.estimatedPickupEndDate", "**.estimatedDropOffDate",
    "error.message",
  ]

  @Test("Without the state the report says what is missing, and is not equal")
  func missing() throws {
    let city = try CityRecording.accepted.get()
    let later = city.requests.dropFirst(600)
    let list = later.firstIndex { $0.routingKey == "list-ride-options.handle" }
    let shift = try Shift(city, after: try #require(list), masked: false)
    let replay = try LocalReplay(city.fleets().first, at: try #require(shift.requests.first).at)
    var earlier = EarlierState()
    for output in shift.outputs { earlier.recorded(output) }
    for request in shift.requests {
      earlier.replayed(request, try replay.replay(request).outputs)
    }
    let missing = earlier.missing(knowing: replay.rides)
    #expect(missing.reports > 10 && missing.rides > 1, "\(missing)")
    var comparison = Comparison()
    var report = comparison.finish()
    #expect(report.isEqual)
    report.missing = missing
    #expect(!report.isEqual)
    #expect(TextReport(report).lines[0].hasPrefix("The replay lacks earlier state: "))
    #expect(missing.words.contains("of vehicles became dead letters"))
    #expect(missing.offers > 0 && missing.words.contains("answered without any vehicle"))
    let offers = shift.requests.filter { $0.routingKey == "list-ride-options.handle" }
    for hasState in [true, false] {
      var earlier = EarlierState(hasState: hasState)
      for offer in offers { earlier.replayed(offer, []) }
      #expect(earlier.missing(knowing: []).isEmpty == hasState)
    }
  }
}

extension RecordedMessage {
  fileprivate var delivery: Delivery {
    Delivery(
      deliveryTag: 0, redelivered: false, exchange: exchange, routingKey: routingKey,
      properties: properties, body: body)
  }
}

extension ReplayOutput {
  /// Whether it is of a kind that a recording of a broker has, and that a mask keeps: no answer to
  /// a query, no second answer, and no reason of a dead letter, which is a header there.
  fileprivate var isOfRecording: Bool {
    switch kind {
    case .response:
      let type = MessageType(rawValue: String(label.dropLast(".response".count)))
      return !key.contains("/") && type.map { $0.needsMessageIdentifier && !$0.onlyAsks } ?? false
    case .deadLetter: return false
    case .event, .payment, .books: return true
    }
  }
}

extension FleetState {
  /// Whether an output belongs to the recording: no repeat of an event from before it.
  fileprivate func isOfRecording(_ output: ReplayOutput) -> Bool {
    output.kind != .event
      || !containsEvent(
        Delivery(
          deliveryTag: 0, redelivered: false, exchange: Exchange.events, routingKey: "",
          properties: MessageProperties(messageID: output.key), body: []))
  }
}
