import JSON
import Replay
import Rides
import Testing

extension OutcomeMutation {
  static let all = outputs + exchanges + values

  private static let outputs: [OutcomeMutation] = [
    OutcomeMutation(
      name: "an event is dropped", found: ["missing event"], verdicts: [.missing: 1]
    ) { outputs in
      outputs.remove(
        at: try outputs.place(of: Defect.event) { $0["data"]?["phase"]?.string == "ongoing" })
    },
    OutcomeMutation(
      name: "a payment command comes twice", found: ["extra payment"], verdicts: [.unexpected: 1]
    ) { $0.append($0[try $0.place(of: "payment.capture")]) },
    OutcomeMutation(
      name: "the books of a ride are lost", found: ["missing books"], verdicts: [.missing: 1]
    ) { $0.remove(at: try $0.place(of: "books")) },
    OutcomeMutation(
      name: "a response is of another type", found: ["other response (type)"]
    ) {
      $0[try $0.place(of: "cancel-ride.handle.response")].label = "cancel-ride.confirm.response"
    },
    OutcomeMutation(
      name: "a body is cut off", found: ["other event (body)"]
    ) { $0[try $0.place(of: Defect.event)].body.removeLast() },
  ]

  private static let exchanges: [OutcomeMutation] = [
    OutcomeMutation(
      name: "two rides are swapped", found: ["identifier event data.rideIdentifier"],
      isAmongOthers: true, verdicts: [.different: 2]
    ) { outputs in
      let first = try outputs.place(of: Defect.event)
      let ride = outputs[first].json?["subject"]
      let second = try outputs.place(of: Defect.event) { $0["subject"] != ride }
      (outputs[first].body, outputs[second].body) = (outputs[second].body, outputs[first].body)
    },
    OutcomeMutation(
      name: "a request has the response of another",
      found: ["identifier response rideStatus.rideIdentifier"], isAmongOthers: true,
      verdicts: [.different: 2]
    ) { outputs in
      let label = "request-ride.handle.response"
      let first = try outputs.place(of: label) { $0["rideStatus"] != nil }
      let ride = outputs[first].json?["rideStatus"]?["rideIdentifier"]
      let second = try outputs.place(of: label) {
        $0["rideStatus"] != nil && $0["rideStatus"]?["rideIdentifier"] != ride
      }
      (outputs[first].key, outputs[second].key) = (outputs[second].key, outputs[first].key)
    },
    OutcomeMutation(
      name: "an event has the sequence of another", found: ["missing event", "extra event"],
      verdicts: [.missing: 1, .unexpected: 1]
    ) { $0[try $0.place(of: Defect.event)].key += "0" },
  ]

  private static let list = "list-ride-options.handle.response"

  private static let values: [OutcomeMutation] = [
    .value(
      "a cent of a price", list, ["rideOptions", "0", "priceRange", "minimumPrice"],
      found: "price response rideOptions[].priceRange.minimumPrice"
    ) { .string($0.string?.aCentMore ?? "") },
    .value("a cent of a payment", "payment.capture", ["amount"], found: "money payment amount") {
      .string($0.string?.aCentMore ?? "")
    },
    .value(
      "a cent of what is owed", Defect.event,
      ["data", "completionStatus", "payment", "amount"],
      found: "money event data.completionStatus.payment.amount"
    ) { .string($0.string?.aCentMore ?? "") },
    .value(
      "the books are off by one", "books", ["accounts", "fareRevenue:USD"],
      found: "money books accounts.fareRevenue:USD"
    ) { .integer(($0.integer ?? 0) + 1) },
    .value("a second", Defect.event, ["time"], found: "time event time") { time in
      time.string.flatMap { Instant(rfc3339: $0) }
        .map { .string($0.advanced(bySeconds: 1).rfc3339) }
    },
    .value("a phase", Defect.event, ["data", "phase"], found: "phase event data.phase") { _ in
      .string("ongoing")
    },
    .value(
      "a member is removed", Defect.event, ["data", "estimatedPickupDate"],
      found: "missing event data.estimatedPickupDate"
    ) { _ in nil },
    .value(
      "a member is added", list, ["rideOptions", "0"],
      found: "extra response rideOptions[].debug"
    ) { option in
      .object((option.members ?? [:]).merging(["debug": .bool(true)]) { $1 })
    },
    .value(
      "the order of an array", list, ["paymentMethods"],
      found: "other response paymentMethods[]"
    ) { .array(($0.array ?? []).reversed()) },
    .value(
      "a place", Defect.event, ["data", "pickupLocation", "latitude"],
      found: "other event data.pickupLocation.latitude"
    ) { .number(($0.number ?? 0) + 0.000_001) },
    .value(
      "the reason of a dead letter", "request-ride.handle", ["reason"],
      found: "other deadLetter reason"
    ) { _ in .string("no-reason") },
    .value("a code", "vehicle.update.response", ["code"], found: "other response code") { _ in
      .string("failure")
    },
  ]
}
