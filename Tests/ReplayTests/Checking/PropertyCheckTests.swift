import Messages
import Replay
import Rides
import Testing

@Suite("Invariants of any replay") struct PropertyCheckTests {
  @Test("A property holds or is broken", arguments: sequences + repeats + riders)
  func property(_ example: PropertyCase) {
    let checks = example.checks
    #expect(checks.breaches.map { "\($0.property): \($0.detail)" } == example.broken)
    #expect(checks.count == example.broken.count)
  }

  @Test("A breach names the message at which it was seen, and at most 100 are kept")
  func breaches() {
    var checks = PropertyChecks()
    for number in 1...150 {
      let step = PropertyCase.Step.answered(
        number, "get-ride-status.handle", Self.shown("bob")
      ) { $0.message?.properties.messageID = nil }
      checks.check(step.message, step.outputs)
    }
    #expect(checks.count == 150)
    #expect(checks.breaches.map(\.cause) == Array(1...100))
  }

  @Test(
    "The ledger of a ride balances when the lines of each transaction add up to zero",
    arguments: [
      ([Int64(0), 0], []), ([], []), ([1, 0], ["transaction 1 of r is off by 1 USD"]),
      (
        [-5, 7],
        ["transaction 1 of r is off by -5 USD", "transaction 2 of r is off by 7 USD"]
      ),
    ] as [([Int64], [String])])
  func books(_ sums: [Int64], _ details: [String]) {
    var checks = PropertyChecks()
    checks.checkBooks(
      of: RideIdentifier("r"),
      sums.enumerated().map { (transaction: $0 + 1, currency: "USD", minorUnits: $1) })
    #expect(checks.breaches.map(\.detail) == details)
    #expect(checks.breaches.allSatisfy { $0.property == "the books of a ride balance" })
    #expect(checks.breaches.allSatisfy { $0.cause == nil })
  }

  private static let gap = "the changes of a ride have no gap: "

  private static let sequences: [PropertyCase] = [
    PropertyCase(name: "the changes are 1, 2, 3", steps: [.events("a/1", "a/2"), .events("a/3")]),
    PropertyCase(name: "two rides", steps: [.events("a/1", "b/1", "a/2", "b/2")]),
    PropertyCase(
      name: "a change that comes again", steps: [.events("a/1", "a/2", "a/1", "a/2", "a/3")]),
    PropertyCase(
      name: "a gap", steps: [.events("a/1", "a/3")],
      broken: ["\(gap)expected change 2 of a, got 3"]),
    PropertyCase(
      name: "no first change", steps: [.events("a/2")],
      broken: ["\(gap)expected change 1 of a, got 2"]),
    PropertyCase(
      name: "no number", steps: [.events("a", "a/x")],
      broken: ["a", "a/x"].map { "events have a number: the event \($0) has none" }),
    PropertyCase(
      name: "a number that comes again with another body",
      steps: [
        .events("a/1"), .event("a/1", body: #"{"phase":"pickup"}"#),
      ],
      broken: ["a change of a ride is published alike each time: change 1 of a has another body"]),
  ]

  private static let again = "a repeated message has the answer of the first: "
  private static let handle = "request-ride.handle"
  private static let success = #"{"code":"success","error":{"reason":"x","number":1}}"#

  private static let repeats: [PropertyCase] = [
    PropertyCase(
      name: "the same answer",
      steps: [.answered(1, handle, success), .answered(2, handle, success)]),
    PropertyCase(
      name: "an answer that hides members",
      steps: [
        .answered(1, handle, success),
        .answered(2, handle, #"{"error":{"reason":"x"},"code":"success"}"#),
      ]),
    PropertyCase(
      name: "another answer",
      steps: [.answered(1, handle, success), .answered(2, handle, #"{"code":"failure"}"#)],
      broken: ["\(again)\(handle) m1 was answered otherwise"]),
    PropertyCase(
      name: "an answer with a member more",
      steps: [
        .answered(1, handle, #"{"code":"success"}"#), .answered(2, handle, success),
      ],
      broken: ["\(again)\(handle) m1 was answered otherwise"]),
    PropertyCase(
      name: "an answer that is no JSON any more",
      steps: [.answered(1, handle, success), .answered(2, handle, "{")],
      broken: ["\(again)\(handle) m1 was answered otherwise"]),
    PropertyCase(
      name: "another identifier",
      steps: [
        .answered(1, handle, success),
        .answered(2, handle, #"{"code":"failure"}"#) { $0.message?.properties.messageID = "m2" },
      ]),
    PropertyCase(
      name: "no identifier",
      steps: [
        .answered(1, handle, success) { $0.message?.properties.messageID = nil },
        .answered(2, handle, #"{"code":"failure"}"#) { $0.message?.properties.messageID = nil },
      ]),
    PropertyCase(
      name: "another body of the same identifier",
      steps: [
        .answered(1, handle, success),
        .answered(2, handle, #"{"code":"failure"}"#) {
          $0.message?.body = Array(#"{"riderIdentifier":"bob"}"#.utf8)
        },
      ]),
    PropertyCase(
      name: "a message that only asks",
      steps: [
        .answered(1, "get-ride-status.handle", success),
        .answered(2, "get-ride-status.handle", #"{"code":"failure"}"#),
      ]),
    PropertyCase(
      name: "an answer that asks to send again is not the first",
      steps: [
        .answered(1, handle, #"{"code":"failure","error":{"retry":"sameIdentifier"}}"#),
        .answered(2, handle, success), .answered(3, handle, #"{"code":"failure"}"#),
      ],
      broken: ["\(again)\(handle) m1 was answered otherwise"]),
    PropertyCase(
      name: "a further answer to a message",
      steps: [
        .answered(1, handle, success),
        .answered(2, handle, #"{"code":"failure"}"#) { $0.outputs[0].key = "2/2" },
      ]),
  ]

  private static func shown(_ rider: String) -> String {
    #"{"code":"success","rideStatus":{"riderIdentifier":"\#(rider)"}}"#
  }

  private static let status = "get-ride-status.handle"

  private static let riders: [PropertyCase] = [
    PropertyCase(name: "their own ride", steps: [.answered(1, status, shown("ann"))]),
    PropertyCase(
      name: "the ride of another rider", steps: [.answered(1, status, shown("bob"))],
      broken: [
        "a rider is shown only rides of their own: ann was shown a ride of bob"
      ]),
    PropertyCase(
      name: "an operator may see any ride",
      steps: [.answered(1, status, shown("bob")) { $0.message?.exchange = Role.operators.exchange }]
    ),
    PropertyCase(name: "no ride", steps: [.answered(1, status, #"{"code":"success"}"#)]),
    PropertyCase(
      name: "a message that names no rider",
      steps: [.answered(1, status, shown("bob")) { $0.message?.body = Array("{}".utf8) }]),
  ]
}
