import Fleet
import Messages
import Rides

extension Command {
  static let waive = Command(
    name: "waive",
    summary: "waives the fee of a canceled or missed ride",
    notes: ["What was paid of it is given back; --author and --reason are kept with the ride."]
      + OrderCommand.notes,
    operand: OrderCommand.operand,
    options: [AuthorOption.row] + OrderCommand.options,
    example: "livery waive t3k5q2yvhm7a --author dispatcher-7 --reason 'the street was flooded'",
    settings: [.amqpURL],
    endings: OrderCommand.endings
  ) { (arguments, context) throws(ToolError) in
    let (ride, reason) = try arguments.order()
    let waiver = RideWaiver(
      rideIdentifier: ride, author: try AuthorOption.name(in: arguments), reason: reason)
    return try OrderCommand.run(.rideWaiver(waiver), named: "waive", arguments, in: context)
  }

  static let adjust = Command(
    name: "adjust",
    summary: "bills another fare, or another fee, than the one that was billed",
    notes: [
      "The charges of places, extras and tolls come on top of a fare. What was paid too much is",
      "given back, and what is missing is taken, at most what the rider has agreed to.",
    ] + OrderCommand.notes,
    operand: OrderCommand.operand,
    options: [OptionRow("--fare", "MONEY", .text, "such as 31.50USD"), AuthorOption.row]
      + OrderCommand.options,
    example: "livery adjust t3k5q2yvhm7a --fare 31.50USD --author dispatcher-7 --reason detour",
    settings: [.amqpURL],
    endings: OrderCommand.endings
  ) { (arguments, context) throws(ToolError) in
    guard let fare = try arguments.money("--fare") else {
      throw ToolError(.usage, "expected --fare MONEY, such as 31.50USD, got nothing")
    }
    let (ride, reason) = try arguments.order()
    let adjustment = RideAdjustment(
      rideIdentifier: ride, author: try AuthorOption.name(in: arguments), reason: reason, fare: fare
    )
    return try OrderCommand.run(
      .rideAdjustment(adjustment), named: "adjust", arguments, in: context)
  }

  static let end = Command(
    name: "end",
    summary: "ends a ride whose driver does not report it",
    notes: [
      "Without --fare the agreed price is billed. A price that the positions contradict is held,",
      "and so is any metered fare. Only a ride in the phase pickup or ongoing ends so.",
    ] + OrderCommand.notes,
    operand: OrderCommand.operand,
    options: [OptionRow("--fare", "MONEY", .text, "such as 31.50USD"), AuthorOption.row]
      + OrderCommand.options,
    example: "livery end t3k5q2yvhm7a --author dispatcher-7 --reason 'the phone is broken'",
    settings: [.amqpURL],
    endings: OrderCommand.endings
  ) { (arguments, context) throws(ToolError) in
    let (ride, reason) = try arguments.order()
    let end = RideEnd(
      rideIdentifier: ride, author: try AuthorOption.name(in: arguments), reason: reason,
      fare: try arguments.money("--fare"))
    return try OrderCommand.run(.rideEnd(end), named: "end", arguments, in: context)
  }

  static let reassign = Command(
    name: "reassign",
    summary: "takes a ride from its vehicle and searches for another, or plans one for it",
    notes: [
      "The vehicle gets no second offer of the ride, and has not dropped out.",
      "A planned vehicle gets the ride when its search begins, if it is free then.",
    ] + OrderCommand.notes,
    operand: OrderCommand.operand,
    options: [
      AuthorOption.row, OptionRow("--vehicle", "ID", .text, "the vehicle that is to get the ride"),
    ] + OrderCommand.options,
    example: "livery reassign t3k5q2yvhm7a --author dispatcher-7 --reason 'it stands still'",
    settings: [.amqpURL],
    endings: OrderCommand.endings
  ) { (arguments, context) throws(ToolError) in
    let (ride, reason) = try arguments.order()
    let reassignment = RideReassignment(
      rideIdentifier: ride, author: try AuthorOption.name(in: arguments), reason: reason,
      plannedVehicleIdentifier: arguments.text("--vehicle").map { VehicleIdentifier($0) })
    return try OrderCommand.run(
      .rideReassignment(reassignment), named: "reassign", arguments, in: context)
  }
}

/// The option for who of the operator's staff decides.
enum AuthorOption {
  static let row = OptionRow("--author", "NAME", .text, "who decides; kept with the ride")

  static func name(in arguments: Arguments) throws(ToolError) -> String {
    guard let author = arguments.text("--author") else {
      throw ToolError(.usage, "expected --author NAME, who decides, got nothing")
    }
    return author
  }
}
