import Fleet
import Messages
import RideStore
import Rides
import Testing

@testable import Tool

@Suite("`livery refund`, `settle`, `cancel`, `waive`, `adjust`, `end` and `reassign`")
struct OrderCommandsTests {
  private let store: ToolStore

  init() throws {
    store = try ToolStore()
    try store.write { store throws(StoreError) in
      try store.insert([.sample("r", rider: "rider-42", at: 0)])
    }
  }

  @Test(
    "The message is shown as `livery send` takes it, with an id of what it orders",
    arguments: [
      (
        ["refund", "r", "--amount", "5USD", "--reason", "detour"],
        #"{"type":"ride.refund","message_id":"livery-refund-r-5.00USD-1","body":"#
          + #"{"rideIdentifier":"r","amount":{"amount":"5.00","currencyCode":"USD"},"#
          + #""reason":"detour"}}"#
      ),
      (
        ["refund", "r", "--amount", "500 JPY", "--reason", "a \"b\"", "--order", "2"],
        #"{"type":"ride.refund","message_id":"livery-refund-r-500JPY-2","body":"#
          + #"{"rideIdentifier":"r","amount":{"amount":"500","currencyCode":"JPY"},"#
          + #""reason":"a \"b\""}}"#
      ),
      (
        ["settle", "r", "--reason", "cash"],
        #"{"type":"ride.settle","message_id":"livery-settle-r-1","body":"#
          + #"{"rideIdentifier":"r","reason":"cash"}}"#
      ),
      (
        ["refund", "r", "--amount", "5USD", "--author", "d-7", "--reason", "detour"],
        #"{"type":"ride.refund","message_id":"livery-refund-r-5.00USD-1","body":"#
          + #"{"rideIdentifier":"r","amount":{"amount":"5.00","currencyCode":"USD"},"#
          + #""reason":"detour","author":"d-7"}}"#
      ),
      (
        ["settle", "r", "--author", "d-7", "--reason", "cash"],
        #"{"type":"ride.settle","message_id":"livery-settle-r-1","body":"#
          + #"{"rideIdentifier":"r","reason":"cash","author":"d-7"}}"#
      ),
      (
        ["settle", "r", "--reason", "no reset", "--fare", "45.00USD"],
        #"{"type":"ride.settle","message_id":"livery-settle-r-45.00USD-1","body":"#
          + #"{"rideIdentifier":"r","reason":"no reset","#
          + #""fare":{"amount":"45.00","currencyCode":"USD"}}}"#
      ),
      (
        ["waive", "r", "--author", "d-7", "--reason", "flood"],
        #"{"type":"ride.waive","message_id":"livery-waive-r-1","body":"#
          + #"{"author":"d-7","reason":"flood","rideIdentifier":"r"}}"#
      ),
      (
        ["adjust", "r", "--author", "d-7", "--reason", "detour", "--fare", "31.5USD"],
        #"{"type":"ride.adjust","message_id":"livery-adjust-r-31.50USD-1","body":"#
          + #"{"author":"d-7","fare":{"amount":"31.50","currencyCode":"USD"},"#
          + #""reason":"detour","rideIdentifier":"r"}}"#
      ),
      (
        ["end", "r", "--author", "d-7", "--reason", "phone", "--fare", "31.5USD"],
        #"{"type":"ride.end","message_id":"livery-end-r-31.50USD-1","body":"#
          + #"{"author":"d-7","fare":{"amount":"31.50","currencyCode":"USD"},"#
          + #""reason":"phone","rideIdentifier":"r"}}"#
      ),
      (
        ["reassign", "r", "--author", "d-7", "--reason", "still"],
        #"{"type":"ride.reassign","message_id":"livery-reassign-r-1","body":"#
          + #"{"author":"d-7","reason":"still","rideIdentifier":"r"}}"#
      ),
      (
        ["cancel", "r", "--reason", "flood"],
        #"{"type":"cancel-ride.handle","message_id":"livery-cancel-r-1","body":"#
          + #"{"riderIdentifier":"rider-42","rideIdentifier":"r","reason":"flood"}}"#
      ),
      (
        [
          "cancel", "s", "--reason", "flood", "--rider", "rider-7", "--cause", "serviceDisrupted",
        ],
        #"{"type":"cancel-ride.handle","message_id":"livery-cancel-s-1","body":"#
          + #"{"riderIdentifier":"rider-7","rideIdentifier":"s","reason":"flood","#
          + #""cause":"serviceDisrupted"}}"#
      ),
    ])
  func dryRun(_ arguments: [String], _ message: String) throws {
    let result = store.run(arguments + ["--dry-run"])
    #expect(result.code == .success, "\(result.error)")
    #expect(result.output == message + "\n")
    let sent = try MessageFile.parse(Array(result.output.utf8), run: "run", role: .operators)
    #expect(sent.allSatisfy { $0.mistake == nil })
  }

  @Test(
    "What no worker would take is not sent",
    arguments: [
      (["refund", "r", "--amount", "5USD"], "expected --reason TEXT"),
      (["refund", "r", "--reason", "x"], "expected --amount MONEY"),
      (["refund", "r", "--reason", "x", "--amount", "5"], "such as 5.00USD, got '5'"),
      (["refund", "r", "--reason", "x", "--amount", "5.001USD"], "such as 5.00USD, got"),
      (["refund", "r", "--reason", "x", "--amount", "0USD"], "expected more than nothing"),
      (["settle", "r", "--reason", "x", "--fare", "-1USD"], "expected"),
      (["settle", "r", "--reason", String(repeating: "x", count: 300)], "reason"),
      (["settle", "", "--reason", "x"], "rideIdentifier"), (["cancel"], "expected RIDE"),
      (["waive", "r", "--reason", "x"], "expected --author NAME"),
      (["adjust", "r", "--author", "d", "--reason", "x"], "expected --fare MONEY"),
      (["cancel", "r", "--reason", "x", "--cause", "whim"], "plansChanged, bookedByMistake"),
    ])
  func refused(_ arguments: [String], _ mistake: String) {
    let result = store.run(arguments)
    #expect(result.code == .usage)
    #expect(result.error.contains(mistake), "\(result.error)")
    #expect(result.output == "")
  }

  @Test("A ride whose rider is not known is not canceled")
  func unknownRide() {
    let result = store.run("cancel", "s", "--reason", "x", "--dry-run")
    #expect(result.code == .failure)
    #expect(result.error == "livery: there is no ride s\n")
  }
}
