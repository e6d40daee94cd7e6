import Foundation
import Messages
import Rides
import Testing

@Suite("The pages of the contract")
struct ContractPagesTests {
  @Test(
    "Every reason of an error has one row, with its advice", arguments: ErrorReason.allCases)
  func reasons(_ reason: ErrorReason) throws {
    let advice = RetryAdvice.advice(for: reason)
    let wait = advice.afterSeconds.map { " after \($0) s" } ?? ""
    let cell = "`\(reason.rawValue)`"
    let rows = try Page("Errors").rows(cell)
    #expect(rows.count == 1)
    #expect(rows.allSatisfy { $0.hasPrefix("| \(cell) | `\(advice.action.rawValue)`\(wait) | ") })
  }

  @Test("Every code of a response has one row", arguments: ResponseCode.allCases)
  func codes(_ code: ResponseCode) throws {
    #expect(try Page("Errors").rows("`\(code.rawValue)`").count == 1)
  }

  @Test("Every exchange of a role has one row", arguments: Role.allCases)
  func roles(_ role: Role) throws {
    #expect(try Page("Contract").rows("`\(role.exchange)`").count == 1)
  }

  @Test(
    "Every type of message has one row, with its roles, its queue and its required members",
    arguments: MessageType.allCases)
  func types(_ type: MessageType) throws {
    let roles = Role.allCases.filter { $0 != .redrive && $0.carries(type) }
    let needs =
      (type.needsMessageIdentifier ? ["`message_id`"] : []) + (type.onlyAsks ? ["`reply_to`"] : [])
    let cells = [
      roles.map { "`\($0.rawValue)`" }.joined(separator: ", "),
      "`\(type.queue.dropFirst(Exchange.reservedPrefix.count))`",
      needs.joined(separator: ", "),
    ]
    let row = (["| `\(type.rawValue)`"] + cells).joined(separator: " | ")
    let rows = try Page("Contract").rows("`\(type.rawValue)`")
    #expect(rows == [(needs.isEmpty ? row : row + " ") + "|"])
  }

  @Test("Every report of a driver is explained in one row", arguments: RideReport.allCases)
  func reports(_ event: RideReport) throws {
    #expect(try Page("Vehicles").rows("`\(event.rawValue)`").count == 1)
  }

  private static let lists: [(String, [String], Bool)] = [
    ("`code` of an answer", words(of: ResponseCode.self), false),
    ("`retry` of an error", words(of: RetryAdvice.Action.self), false),
    ("`phase` of a ride", words(of: RidePhase.self), false),
    ("`outcome` of a completed ride", words(of: CompletionStatus.Outcome.self), false),
    ("`cause` of a cancellation", words(of: CancellationCause.self), false),
    ("`atFault`", words(of: FaultParty.self), false),
    ("`state` of a payment", words(of: CompletionStatus.Payment.State.self), false),
    ("`state` of a refund or a tip", words(of: RideAccount.Order.State.self), false),
    ("`feedback`", words(of: CompletionStatus.Feedback.self), false),
    ("`type` of a payment method", words(of: PaymentMethod.Kind.self), true),
    ("`kind` of a fare line", words(of: FareLineItem.Kind.self), true),
    ("`parameters` of `resolve`", words(of: RequestParameter.self), false),
    ("`event` of `ride.update`", words(of: RideReport.self), false),
    ("`outcome` of `payment.result`", words(of: PaymentResult.Outcome.self), false),
    ("`operation` of a payment command", words(of: PaymentCommand.Operation.self), false),
  ]

  private static func words<Word: RawRepresentable & CaseIterable>(of list: Word.Type) -> [String]
  where Word.RawValue == String {
    list.allCases.map(\.rawValue)
  }

  @Test("Every list of words is complete and in order", arguments: lists)
  func complete(_ member: String, _ words: [String], _ isOpen: Bool) throws {
    let named = words.map { "`\($0)`" }.joined(separator: ", ")
    let row = "| \(member) | \(named) | \(isOpen ? "open" : "closed") |"
    #expect(try Page("Contract").rows(member) == [row[...]])
  }

  @Test("Every page is linked from the first one and from the README, and every link has a file")
  func links() throws {
    let names = try Page.names()
    #expect(names.count >= 9)
    for name in names {
      let page = try Page(name)
      #expect(page.text.hasPrefix("# "), "\(name)")
      for link in page.links { #expect(Page.exists(link), "\(name): \(link)") }
    }
    let first = Set(try Page("Contract").links)
    #expect(first.isSuperset(of: names.filter { $0 != "Contract" }.map { "\($0).md" }))
    let readme = try String(contentsOf: Page.root.appending(path: "README.md"), encoding: .utf8)
    for name in names {
      #expect(readme.contains("](Sources/Messages/Messages.docc/\(name).md)"), "\(name)")
    }
  }
}
