import Rides
import Testing

@Suite("A charge") struct ChargeTests {
  /// What happens to a charge of 10.00 one after the other, where it then stands, and what the last
  /// happening asks of the payment system.
  static let table: [(happenings: String, state: Charge.State, asks: String)] = [
    ("", .none, ""),
    ("hold", .authorizing, "authorise:1=1000"),
    ("hold hold", .authorizing, ""),
    ("hold approved", .authorized, ""),
    ("hold approved approved", .authorized, ""),
    ("hold declined", .declined, ""),
    ("hold declined due", .declined, ""),
    ("hold declined capture", .declined, ""),
    ("hold unknown", .authorizing, ""),
    ("hold unknown due", .authorizing, "authorise:1=1000"),
    ("hold due", .authorizing, "authorise:1=1000"),
    ("hold failed", .authorizing, ""),
    ("hold failed due", .authorizing, "authorise:2=1000"),
    ("hold failed due failed due failed", .declined, ""),
    ("hold needsAction", .needsAction, ""),
    ("hold needsAction due", .needsAction, ""),
    ("hold needsAction approved", .authorized, ""),
    ("hold needsAction declined", .declined, ""),
    ("hold needsAction release approved", .voiding, "void:1"),
    ("hold release", .authorizing, ""),
    ("hold release approved", .voiding, "void:1"),
    ("hold release declined", .declined, ""),
    ("hold capture", .authorizing, ""),
    ("hold capture approved", .capturing, "capture:1=700"),
    ("release", .none, ""),
    ("release hold", .none, ""),
    ("capture", .authorizing, "authorise:1=700"),
    ("capture approved", .capturing, "capture:1=700"),
    ("hold approved release", .voiding, "void:1"),
    ("hold approved release approved", .voided, ""),
    ("hold approved release capture", .voiding, ""),
    ("hold approved release failed due", .voiding, "void:2"),
    ("hold approved release failed due failed due failed", .expired, ""),
    ("hold approved captureNothing", .voiding, "void:1"),
    ("hold approved capture", .capturing, "capture:1=700"),
    ("hold approved capture capture", .capturing, ""),
    ("hold approved captureMore", .capturing, "capture:1=1000"),
    ("hold approved capture due", .capturing, "capture:1=700"),
    ("hold approved capture unknown due", .capturing, "capture:1=700"),
    ("hold approved capture approved", .captured, ""),
    ("hold approved capture approved declined", .captured, ""),
    ("hold approved capture declined", .captureFailed, ""),
    ("hold approved capture declined due", .capturing, "capture:2=700"),
    ("hold approved capture declined approved", .captured, ""),
    ("hold approved capture failed due failed due failed", .captureFailed, "void:1"),
    ("hold approved capture failed due failed due failed approved", .captureFailed, ""),
    ("hold approved capture failed due failed due failed capture:1", .captured, ""),
    ("hold approved capture failed due capture:1", .captured, ""),
    ("hold approved capture failed due capture:1 due", .captured, "capture:2=700"),
    ("hold approved capture failed due capture:1 declined due", .captured, ""),
    ("hold approved capture failed due capture:1 unknown due", .captured, "capture:2=700"),
    ("hold approved capture failed due capture:1 approved", .refunding, "refund:1=700"),
    ("hold approved capture failed due capture:1 approved approved", .partiallyRefunded, ""),
    ("hold failed due approved authorise:1", .authorized, "void:1"),
    ("hold failed due authorise:1", .authorized, ""),
    ("hold failed due authorise:1 approved", .authorized, "void:1"),
    ("hold declined release authorise:1", .voiding, "void:1"),
    ("hold approved capture approved refund failed due refund:1", .partiallyRefunded, ""),
    ("hold approved week capture", .authorizing, "authorise:2=700 void:1"),
    ("hold approved week capture authorise:2", .capturing, "capture:1=700"),
    ("hold approved week release", .voiding, "void:1"),
    ("hold approved capture approved refund", .refunding, "refund:1=300"),
    ("hold approved capture approved refund refund", .refunding, "refund:2=300"),
    ("hold approved capture approved refund approved", .partiallyRefunded, ""),
    ("hold approved capture approved refund declined", .captured, ""),
    ("hold approved capture approved refund failed due", .refunding, "refund:2=300"),
    ("hold approved capture approved refund approved refund", .refunding, "refund:2=300"),
    ("hold approved capture approved refund approved refundAll", .partiallyRefunded, ""),
    ("hold approved capture approved refundAll approved", .refunded, ""),
    ("hold approved capture approved refundAll approved refund", .refunded, ""),
    ("hold approved capture approved release", .captured, ""),
    ("refund", .none, ""),
  ]

  @Test("It is at the place and has the requirements of the table", arguments: table)
  func moves(happenings: String, state: Charge.State, asks: String) throws {
    var life = ChargeLife()
    var commands: [PaymentCommand] = []
    for word in happenings.split(separator: " ") {
      commands = try life.happen(String(word))
    }
    #expect(life.charge.state == state)
    let asked = commands.map { command in
      let key = command.key.dropFirst("r1:fare:".count)
      return key + (command.amount.map { "=\($0.minorUnits)" } ?? "")
    }
    #expect(asked.joined(separator: " ") == asks)
    #expect(commands.allSatisfy { $0.key.hasPrefix("r1:fare:\($0.operation.rawValue):") })
    #expect(commands.allSatisfy { ($0.amount == nil) == ($0.operation == .void) })
  }

  @Test("An answer to another command changes nothing, in any state", arguments: table)
  func otherKey(happenings: String, state: Charge.State, asks: String) throws {
    var life = ChargeLife()
    for word in happenings.split(separator: " ") {
      _ = try life.happen(String(word))
    }
    let before = life.charge
    for key in ["", "r1:fare:capture:9", "r1:fare:authorise:0", "r2:fare:authorise:1", "x"] {
      for outcome in PaymentResult.Outcome.allCases {
        let effect = life.charge.apply(
          PaymentResult(key: key, outcome: outcome), at: Fixture.now, policy: PaymentPolicy())
        #expect(!effect.hasChanged && effect.commands.isEmpty && effect.movement == nil)
        #expect(life.charge == before && life.charge.attempt(key) == nil)
      }
    }
  }

  @Test("The pause doubles with each question, up to an hour")
  func pauses() {
    var life = ChargeLife()
    _ = life.happen(.hold)
    var pauses: [Double] = []
    for _ in 0..<9 {
      pauses.append(life.now.seconds(to: life.charge.nextDue ?? life.now))
      _ = life.happen(.due)
    }
    #expect(pauses == [30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600])
  }

  @Test("The payment system's name of the hold is in the commands after it")
  func reference() {
    var life = ChargeLife()
    for happening in [ChargeLife.Happening.hold, .approved] { _ = life.happen(happening) }
    #expect(life.happen(.capture).map(\.reference) == ["ref-r1:fare:authorise:1"])
    _ = life.happen(.approved)
    #expect(life.happen(.refund).map(\.reference) == ["ref-r1:fare:capture:1"])
  }

  @Test("Charges of a ride have keys of their own")
  func keys() {
    let keys = [(Charge.Purpose.fare, 1), (.fare, 2), (.tip, 1)].map { purpose, number in
      var charge = Charge(
        rideIdentifier: RideIdentifier("r1"), purpose: purpose, number: number,
        method: PaymentMethod(kind: .credit), amount: Fixture.cents(1))
      return charge.authorize(at: Fixture.now, policy: PaymentPolicy()).map(\.key)
    }
    #expect(keys == [["r1:fare:authorise:1"], ["r1:fare2:authorise:1"], ["r1:tip:authorise:1"]])
  }
}

/// A charge of 10.00 and what happens to it.
struct ChargeLife {
  enum Happening: String {
    case hold, capture, captureMore, captureNothing, release, refund, refundAll
    /// The next question is due.
    case due
    /// A hold is no longer trusted.
    case week
    case approved, declined, needsAction, unknown, failed
  }

  private(set) var now = Fixture.now
  var charge = Charge(
    rideIdentifier: RideIdentifier("r1"), purpose: .fare, number: 1,
    method: PaymentMethod(kind: .credit, token: "pm_1"), amount: Fixture.cents(1_000))
  private var lastKey = ""
  private let policy = PaymentPolicy()

  /// A happening, or `capture:1` and the like: that command is approved.
  mutating func happen(_ word: String) throws -> [PaymentCommand] {
    guard word.contains(":") else { return happen(try #require(Happening(rawValue: word))) }
    let key = "r1:fare:\(word)"
    let result = PaymentResult(key: key, outcome: .approved, reference: "ref-\(key)")
    return charge.apply(result, at: now, policy: policy).commands
  }

  mutating func happen(_ happening: Happening) -> [PaymentCommand] {
    let commands = carryOut(happening)
    lastKey = commands.last?.key ?? lastKey
    return commands
  }

  private mutating func carryOut(_ happening: Happening) -> [PaymentCommand] {
    switch happening {
    case .hold: return charge.authorize(at: now, policy: policy)
    case .capture: return charge.capture(Fixture.cents(700), at: now, policy: policy)
    case .captureMore: return charge.capture(Fixture.cents(1_500), at: now, policy: policy)
    case .captureNothing: return charge.capture(Fixture.cents(0), at: now, policy: policy)
    case .release: return charge.release(at: now, policy: policy)
    case .refund:
      return charge.refund(Fixture.cents(300), order: "o", at: now, policy: policy)
    case .refundAll:
      return charge.refund(Fixture.cents(700), order: "o", at: now, policy: policy)
    case .due:
      now = max(now, charge.nextDue ?? now)
      return charge.askAgain(at: now, policy: policy)
    case .week:
      now = now.advanced(bySeconds: Charge.holdSeconds)
      return []
    case .approved, .declined, .needsAction, .unknown, .failed:
      let outcome = PaymentResult.Outcome(rawValue: happening.rawValue) ?? .unknown
      let result = PaymentResult(key: lastKey, outcome: outcome, reference: "ref-\(lastKey)")
      return charge.apply(result, at: now, policy: policy).commands
    }
  }
}
