import Fleet
import JSON
import Messages
import RideStore
import Rides

extension Command {
  static let refund = Command(
    name: "refund",
    summary: "refunds a part of the cost of a ride",
    notes: [
      "After `inProgress` the payment system has yet to answer; `livery ride ID` shows the result."
    ] + OrderCommand.notes,
    operand: OrderCommand.operand,
    options: [
      OptionRow("--amount", "MONEY", .text, "such as 5.00USD, at most what was charged"),
      AuthorOption.row,
    ] + OrderCommand.options,
    example: "livery refund t3k5q2yvhm7a --amount 5.00USD --reason detour",
    settings: [.amqpURL],
    endings: OrderCommand.endings
  ) { (arguments, context) throws(ToolError) in
    guard let amount = try arguments.money("--amount") else {
      throw ToolError(.usage, "expected --amount MONEY, such as 5.00USD, got nothing")
    }
    let (ride, reason) = try arguments.order()
    let refund = RideRefund(
      rideIdentifier: ride, amount: amount, reason: reason, author: arguments.text("--author"))
    return try OrderCommand.run(.rideRefund(refund), named: "refund", arguments, in: context)
  }

  static let settle = Command(
    name: "settle",
    summary: "records that what a ride costs was paid in another way, or waives it",
    notes: [
      "With --fare it names the cost of a ride whose meter is held for review, which is charged."
    ] + OrderCommand.notes,
    operand: OrderCommand.operand,
    options: [OptionRow("--fare", "MONEY", .text, "such as 45.00USD"), AuthorOption.row]
      + OrderCommand.options,
    example: "livery settle t3k5q2yvhm7a --reason 'paid in cash at the office'",
    settings: [.amqpURL],
    endings: OrderCommand.endings
  ) { (arguments, context) throws(ToolError) in
    let (ride, reason) = try arguments.order()
    let settlement = RideSettlement(
      rideIdentifier: ride, reason: reason, fare: try arguments.money("--fare"),
      author: arguments.text("--author"))
    return try OrderCommand.run(
      .rideSettlement(settlement), named: "settle", arguments, in: context)
  }

  static let cancel = Command(
    name: "cancel",
    summary: "cancels a ride for the service, free of charge",
    notes: [
      "The message names the ride's rider, who is looked up in the store unless --rider says it."
    ] + OrderCommand.notes,
    operand: OrderCommand.operand,
    options: [
      OptionRow("--rider", "ID", .text, "the rider of the ride"),
      OptionRow("--cause", "WORD", .text, "why, of the closed list, such as serviceDisrupted"),
    ] + OrderCommand.options,
    example: "livery cancel t3k5q2yvhm7a --reason 'the street is flooded'",
    settings: [.amqpURL, .store],
    endings: OrderCommand.endings + [
      Ending(.data, "the store has another schema"), .storeAway, .storeDenied,
    ]
  ) { (arguments, context) throws(ToolError) in
    let (ride, reason) = try arguments.order()
    let named = arguments.text("--rider").map { RiderIdentifier($0) }
    let rider = if let named { named } else { try rider(of: ride, in: try context.openStore()) }
    // That the service cancels follows from the role of the sender.
    let cancellation = CancelRideIntent(
      riderIdentifier: rider, rideIdentifier: ride, reason: reason,
      cause: try arguments.cause())
    return try OrderCommand.run(.cancelRide(cancellation), named: "cancel", arguments, in: context)
  }

  private static func rider(
    of ride: RideIdentifier, in store: any RideStore
  ) throws(ToolError) -> RiderIdentifier {
    let found = try ToolError.mapped(
      store: try store.transaction(.read) { () throws(StoreError) in try store.rides([ride]) })
    guard let record = found[ride] else {
      throw ToolError(.failure, "there is no ride \(ride)")
    }
    return record.riderIdentifier
  }
}

/// What the commands that order something have in common.
enum OrderCommand {
  static let operand = Command.Operand(name: "RIDE", summary: "the ride's identifier")

  static let notes = [
    "The message_id is made of the command, the ride, the amount and the number of --order: the",
    "same command given twice is one order, and gets the same answer. With another reason it is",
    "refused; a further order of the same amount, or one again after a failure, is --order 2.",
  ]

  static let options = [
    OptionRow("--reason", "TEXT", .text, "why; kept with the ride"),
    OptionRow(
      "--order", "N", .integer(1...1_000), "which of several equal orders it is; default 1"),
    .dryRun,
    OptionRow("--timeout", "SECONDS", .number(0.001...3_600), "how long to wait; 10"),
    OptionRow("--json", "the answer as one JSON line, with its properties and its body"),
  ]

  static let endings: [Command.Ending] = [
    Command.Ending(.success, "it was answered, and not with a failure"),
    Command.Ending(.failure, "it was refused or not answered in time, or there is no such ride"),
    Command.Ending(.usage, "a worker would refuse the message, which is not sent"),
    .brokerAway, .brokerDenied, .wrongSetting,
  ]

  /// Sends the message of a command and waits for its answer; with `--dry-run` shows it.
  static func run(
    _ intent: Intent, named command: String, _ arguments: Arguments, in context: ToolContext
  ) throws(ToolError) -> ExitCode {
    let number = arguments.integer("--order") ?? 1
    let order = try OperatorOrder(
      intent, identifier: identifier(of: intent, named: command, number))
    if arguments.has("--dry-run") {
      context.output.line(json: order.line)
      return .success
    }
    let report = SendReport(output: context.output, isJSON: arguments.has("--json"))
    return try order.send(
      within: arguments.seconds("--timeout") ?? .seconds(10), report,
      by: try context.configuration(), until: context.stopSignal)
  }

  /// As in `livery-refund-t3k5q2yvhm7a-5.00USD-1`.
  private static func identifier(
    of intent: Intent, named command: String, _ number: Int
  ) -> String {
    let amount: Money? =
      switch intent {
      case .rideRefund(let refund): refund.amount
      case .rideSettlement(let settlement): settlement.fare
      case .rideAdjustment(let adjustment): adjustment.fare
      case .rideEnd(let end): end.fare
      default: nil
      }
    let parts = ["livery", command, intent.rideIdentifier?.rawValue, amount?.compact, "\(number)"]
    return parts.compactMap(\.self).joined(separator: "-")
  }
}

extension Arguments {
  /// The ride, and why something is ordered for it.
  func order() throws(ToolError) -> (RideIdentifier, reason: String) {
    guard let reason = text("--reason") else {
      throw ToolError(.usage, "expected --reason TEXT, why it is done, got nothing")
    }
    return (RideIdentifier(operand ?? ""), reason)
  }

  /// The cause of a cancellation, if one is given.
  fileprivate func cause() throws(ToolError) -> CancellationCause? {
    guard let text = text("--cause") else { return nil }
    guard let cause = CancellationCause(rawValue: text) else {
      let words = CancellationCause.allCases.map(\.rawValue).joined(separator: ", ")
      throw ToolError(.usage, "--cause: expected one of \(words), got '\(text)'")
    }
    return cause
  }

  /// The value of an option for an amount such as `5.00USD` or `5.00 USD`.
  func money(_ name: String) throws(ToolError) -> Money? {
    guard let text = text(name) else { return nil }
    guard let amount = Money(compact: text) else {
      throw ToolError(.usage, "\(name): expected an amount such as 5.00USD, got '\(text)'")
    }
    return amount
  }
}

extension Money {
  /// As in `5.00USD`.
  fileprivate var compact: String { decimalString + currency.code }

  /// Reads an amount and the code of its currency, with or without a blank between them.
  fileprivate init?(compact text: String) {
    guard let currency = Currency(String(text.suffix(3))) else { return nil }
    var amount = text.dropLast(3)
    if amount.last == " " { amount.removeLast() }
    guard let money = try? Money(decimal: String(amount), currency: currency) else { return nil }
    self = money
  }
}
