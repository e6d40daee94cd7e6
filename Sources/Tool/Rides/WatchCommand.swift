import Fleet
import JSON
import Messages
import Rides

extension Command {
  static let watch = Command(
    name: "watch",
    summary: "prints the status changes of rides as they happen",
    notes: ["Ends on SIGINT or SIGTERM; with --ride also when that ride is completed."],
    options: [
      OptionRow("--json", "each event as one JSON line, as it was published"),
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
    var feed = try EventFeed(try context.configuration(), role: "watch", ride: ride)
    let deadline = arguments.seconds("--timeout").map { ContinuousClock.now + $0 }
    var watch = Watch(arguments)
    while !watch.isOver, !context.stopSignal.isStopped {
      let rest = deadline.map { $0 - .now } ?? .seconds(1)
      if rest <= .zero { break }
      if !feed.hasBufferedInput {
        waitForInput([feed.descriptor, context.stopSignal.descriptor], for: min(rest, .seconds(1)))
      }
      while !watch.isOver, let change = try feed.next(within: .zero) {
        watch.show(change, context.output)
      }
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
  private var remaining: Int?
  private var hasRideEnded = false

  init(_ arguments: Arguments) {
    rider = arguments.text("--rider")
    ride = arguments.text("--ride").map { RideIdentifier($0) }
    isJSON = arguments.has("--json")
    remaining = arguments.integer("--count")
  }

  /// Whether the watch ends without being stopped.
  var hasGoal: Bool { remaining != nil || ride != nil }

  var isOver: Bool { remaining == 0 || hasRideEnded }

  mutating func show(_ change: EventFeed.Change, _ output: Output) {
    let status = change.status
    guard rider == nil || rider == status.riderIdentifier.rawValue,
      ride == nil || ride == status.rideIdentifier
    else { return }
    if isJSON {
      output.line(json: change.delivery.body)
    } else {
      output.line(styled: EventLine.text(of: status, at: change.time))
    }
    remaining = remaining.map { $0 - 1 }
    hasRideEnded = ride != nil && status.phase.isFinal
  }
}
