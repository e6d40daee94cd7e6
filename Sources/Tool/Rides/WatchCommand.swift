import Fleet
import JSON
import Messages
import Replay
import Rides

extension Command {
  static let watch = Command(
    name: "watch",
    summary: "prints the status changes of rides as they happen",
    notes: ["Ends on SIGINT or SIGTERM; with --ride also when that ride is completed."],
    options: [
      OptionRow("--json", "each event as one JSON line, as it was published"),
      OptionRow("--receipts", "the receipts of rides in the place of their changes"),
      OptionRow("--ride", "ID", .text, "only the changes of this ride"),
      OptionRow("--rider", "ID", .text, "only the rides of this rider"),
      OptionRow("--count", "N", .integer(1...1_000_000_000), "end after N events"),
      OptionRow("--timeout", "SECONDS", .number(0.001...86_400), "end after this time"),
    ],
    example: "livery watch --rider rider-42 --count 6",
    settings: [.amqpURL],
    endings: [
      Ending(.success, "stopped as asked"),
      Ending(.failure, "the time was over before the count, or before the end of the ride"),
      .brokerAway, .brokerDenied, .wrongSetting,
    ]
  ) { (arguments, context) throws(ToolError) in
    let ride = arguments.text("--ride").map { RideIdentifier($0) }
    let pattern =
      arguments.has("--receipts") ? EventFeed.receipts(ride) : EventFeed.pattern(ride)
    var feed = try EventFeed(try context.configuration(), role: "watch", pattern: pattern)
    let deadline = arguments.seconds("--timeout").map { ContinuousClock.now + $0 }
    var watch = Watch(arguments)
    while !watch.isOver, !context.stopSignal.isStopped {
      let rest = deadline.map { $0 - .now } ?? .seconds(1)
      if rest <= .zero { break }
      if !feed.hasBufferedInput {
        waitForInput([feed.descriptor, context.stopSignal.descriptor], for: min(rest, .seconds(1)))
      }
      while !watch.isOver, try watch.showNext(of: &feed, context.output) {}
    }
    feed.close()
    return watch.isOver || context.stopSignal.isStopped || !watch.hasGoal ? .success : .failure
  }
}

/// The awaited phase, and whether it has been reached.
struct Watch: Sendable {
  private let rider: String?
  private let ride: RideIdentifier?
  private let isJSON: Bool
  private let isOfReceipts: Bool
  private var remaining: Int?
  private var hasRideEnded = false

  init(_ arguments: Arguments) {
    rider = arguments.text("--rider")
    ride = arguments.text("--ride").map { RideIdentifier($0) }
    isJSON = arguments.has("--json")
    isOfReceipts = arguments.has("--receipts")
    remaining = arguments.integer("--count")
  }

  /// Whether the watch ends without being stopped.
  var hasGoal: Bool { remaining != nil || ride != nil && !isOfReceipts }

  var isOver: Bool { remaining == 0 || hasRideEnded }

  /// Shows the next event; returns whether there was one.
  mutating func showNext(of feed: inout EventFeed, _ output: Output) throws(ToolError) -> Bool {
    if isOfReceipts {
      guard let receipt = try feed.nextReceipt(within: .zero) else { return false }
      show(receipt.delivery, StyledText(receipt.text), receipt.key.ride, receipt.rider, output)
      return true
    }
    guard let change = try feed.next(within: .zero) else { return false }
    let status = change.status
    let text = EventLine.text(of: status, at: change.time)
    let isShown = show(
      change.delivery, text, status.rideIdentifier, status.riderIdentifier.rawValue, output)
    hasRideEnded = isShown && ride != nil && status.phase.isFinal
    return true
  }

  /// Shows an event of the wanted rides; returns whether it is one.
  @discardableResult
  private mutating func show(
    _ delivery: Delivery, _ text: StyledText, _ ride: RideIdentifier, _ rider: String?,
    _ output: Output
  ) -> Bool {
    guard self.rider == nil || self.rider == rider, self.ride == nil || self.ride == ride else {
      return false
    }
    if isJSON { output.line(json: delivery.body) } else { output.line(styled: text) }
    remaining = remaining.map { $0 - 1 }
    return true
  }
}
