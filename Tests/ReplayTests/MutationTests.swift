import Replay
import Rides
import Testing

/// A change of what a replay produced, and what the report says of it.
struct Mutation: Sendable, CustomTestStringConvertible {
  let name: String
  let found: [String]
  var verdicts: [Verdict: Int] = [.different: 1]
  let apply: @Sendable (inout [ReplayOutput]) -> Void

  var testDescription: String { name }

  /// A text that is replaced in the outputs of a kind, or in one of them.
  static func text(
    _ name: String, _ kind: ReplayOutput.Kind, _ key: String, _ change: (String, String),
    found: [String]
  ) -> Mutation {
    let (text, other) = change
    return Mutation(name: name, found: found) { outputs in
      for index in outputs.indices where outputs[index].kind == kind && outputs[index].key == key {
        outputs[index] = outputs[index].replacing(text, with: other)
      }
    }
  }
}

@Suite struct MutationTests {
  private static let a = Outputs().rides[0]
  private static let b = Outputs().rides[1]

  @Test("A replay that produces the same is equal, in any order of the outputs", arguments: 0..<5)
  func same(_ order: Int) {
    let outputs = Outputs().all
    var comparison = Comparison()
    for index in outputs.indices {
      comparison.expect(outputs[(index + order) % outputs.count])
      comparison.meet(outputs[(index * 5) % outputs.count])
    }
    #expect(comparison.pendingCount == 0)
    let report = comparison.finish()
    #expect(report.isEqual)
    #expect(report.total[.equal] == outputs.count)
    #expect(report.uses.isEmpty)
  }

  @Test("Each change of what a replay produces is found", arguments: mutations)
  func mutation(_ mutation: Mutation) {
    let expected = Outputs().all
    var actual = expected
    mutation.apply(&actual)
    #expect(actual != expected)
    let report = Comparison.report(expected, actual)
    #expect(report.summary == mutation.found)
    #expect(!report.isEqual)
    for verdict in [Verdict.different, .missing, .unexpected] {
      #expect(report.total[verdict] == mutation.verdicts[verdict] ?? 0, "\(verdict)")
    }
    #expect(report.samples.count == mutation.verdicts.values.reduce(0, +))
  }

  static let mutations = outputs + values

  private static let outputs = [
    Mutation(
      name: "an event is dropped", found: ["1 missing event"], verdicts: [.missing: 1]
    ) { $0.removeAll { $0.key == "\(a)/2" } },
    Mutation(
      name: "an event is added", found: ["1 extra event"], verdicts: [.unexpected: 1]
    ) { outputs in
      var event = Outputs().event(0, 2)
      event.key = "\(a)/3"
      event.text = "{}"
      outputs.append(event)
    },
    Mutation(
      name: "an event is published twice", found: ["1 extra event"], verdicts: [.unexpected: 1]
    ) { outputs in
      var event = Outputs().event(0, 2)
      event.text = "{}"
      outputs.append(event)
    },
    Mutation(
      name: "a response is of another type",
      found: ["1 other (type) request-ride.handle.response -> x"]
    ) { outputs in
      for index in outputs.indices where outputs[index].key == "2" { outputs[index].label = "x" }
    },
    Mutation(
      name: "two rides are exchanged in their responses",
      found: [
        "2 identifier rideStatus.additionalActionActivities[].userInfo.rideIdentifier Share"
          + " \(b) -> \(a)",
        "1 identifier rideStatus.rideIdentifier \(b) -> \(a)",
      ], verdicts: [.different: 2]
    ) { outputs in
      for (index, ride) in [("2", (a, b)), ("3", (b, a))] {
        guard let place = outputs.firstIndex(where: { $0.key == index }) else { continue }
        outputs[place] = outputs[place].replacing(ride.0, with: ride.1)
      }
    },
    Mutation(
      name: "a dead letter has another body",
      found: [
        #"1 other (body) {"riderIdentifier":7 -> {"riderIdentifier":8"#
      ]
    ) { $0[$0.count - 1] = $0[$0.count - 1].replacing("7", with: "8") },
  ]

  private static let values: [Mutation] = [
    .text(
      "a cent", .response, "1", ("41.75", "41.76"),
      found: ["1 price rideOptions[].priceRange.minimumPrice SUV 41.75 -> 41.76"]),
    .text(
      "a cent of a payment", .payment, "\(a):fare:authorise:1", ("49.75", "49.76"),
      found: ["1 money amount 49.75 -> 49.76"]),
    .text(
      "a cent of the books", .books, a, ("49.75", "49.74"),
      found: ["1 money account.charges[].requested fare 1 49.75 -> 49.74"]),
    .text(
      "a second", .event, "\(a)/2",
      (
        Outputs().start.advanced(bySeconds: 122).rfc3339,
        Outputs().start.advanced(bySeconds: 123).rfc3339
      ),
      found: ["1 time data.updatedAt +2 s -> +3 s", "1 time time +2 s -> +3 s"]),
    .text(
      "a phase", .event, "\(a)/2", ("confirmed", "approachingPickup"),
      found: ["1 phase data.phase confirmed -> approachingPickup"]),
    .text(
      "a member is dropped", .response, "2", (#""latitude":41.5,"#, ""),
      found: ["1 missing rideStatus.vehicle.location.latitude 41.5 ->"]),
    .text(
      "a member is added", .response, "2", (#""latitude":41.5"#, #""latitude":41.5,"course":1"#),
      found: ["1 extra rideStatus.vehicle.location.course 1"]),
    .text(
      "a wording", .response, "1", ("Tolls are extra", "Tolls included"),
      found: ["1 wording rideOptions[].disclaimerMessage Sedan Tolls are extra -> Tolls included"]),
    .text(
      "a name", .response, "1", ("Sedan", "Saloon"),
      found: ["1 wording rideOptions[].name Sedan Sedan -> Saloon"]),
    .text(
      "an option is dropped", .response, "1",
      (#""optionIdentifier":"suv""#, #""optionIdentifier":"van""#),
      found: ["1 extra rideOptions[] SUV {", "1 missing rideOptions[] SUV {"]),
    .text(
      "a place on the way", .event, "\(a)/1", (#""latitude":3"#, #""latitude":3.1"#),
      found: ["1 other data.waypoints[].latitude 3 -> 3.1"]),
    .text(
      "a vehicle of another ride", .event, "\(a)/1", ("veh-3", "veh-4"),
      found: ["1 identifier data.vehicle.vehicleIdentifier veh-3 -> veh-4"]),
    .text(
      "the source of an event", .event, "\(a)/1", ("rides/\(a)", "rides/\(b)"),
      found: ["1 identifier source /livery/rides/\(a) -> /livery/rides/\(b)"]),
    .text(
      "the sequence in an identifier", .event, "\(a)/1", (#""id":"\#(a)/1""#, #""id":"\#(a)/2""#),
      found: ["1 identifier id \(a)/1 -> \(a)/2"]),
    Mutation(
      name: "an array is reordered", found: ["1 other rideOptions[] SUV, Sedan -> Sedan, SUV"]
    ) {
      outputs in
      let text = outputs[0].text
      guard let first = text.firstRange(of: #"{"name":"SUV""#),
        let second = text.firstRange(of: #",{"name":"Sedan""#)
      else { return }
      let suv = text[first.lowerBound..<second.lowerBound]
      let sedan = text[text.index(after: second.lowerBound)...].dropLast(2)
      outputs[0].text = "\(text[..<first.lowerBound])\(sedan),\(suv)]}"
    },
  ]
}
