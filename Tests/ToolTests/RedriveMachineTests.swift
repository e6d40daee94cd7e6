import Testing

@testable import Tool

@Suite("The order in which dead letters are sent again")
struct RedriveMachineTests {
  /// Sends all that may be sent with those outcomes; returns what was published in each turn.
  private func run(
    _ machine: inout RedriveMachine, allowance: Int = .max,
    outcome: (Int) -> RedriveMachine.Fate
  ) -> (turns: [[Int]], end: RedriveMachine.End?) {
    var turns: [[Int]] = []
    while turns.count < 1_000 {
      switch machine.next(allowance: allowance) {
      case .publish(let letters):
        turns.append(letters)
        for letter in letters { machine.record(letter, outcome(letter)) }
      case .wait: return (turns, nil)
      case .finish(let end): return (turns, end)
      }
    }
    return (turns, nil)
  }

  private func machine(
    _ lineages: [String], ramp: [Int] = [100], failureLimit: Int = 3
  ) -> RedriveMachine {
    RedriveMachine(lineages: lineages, ramp: ramp, failureLimit: failureLimit)
  }

  private static let unrelated = (0..<40).map { "letter \($0)" }

  @Test("Steps grow, and the last size is repeated")
  func ramp() {
    var machine = machine(Self.unrelated, ramp: [1, 2, 5, 10])
    let (turns, end) = run(&machine) { _ in .handled }
    #expect(turns.map(\.count) == [1, 2, 5, 10, 10, 10, 2])
    #expect(turns.flatMap(\.self) == Array(0..<40) && end == .done)
  }

  @Test("A step begins when all outcomes of the one before are known")
  func outcomesFirst() {
    var machine = machine(Self.unrelated, ramp: [2, 5])
    #expect(machine.next(allowance: 9) == .publish([0, 1]))
    #expect(machine.next(allowance: 9) == .wait)
    machine.record(1, .handled)
    #expect(machine.next(allowance: 9) == .wait)
    machine.record(0, .handled)
    #expect(machine.next(allowance: 9) == .publish([2, 3, 4, 5, 6]))
  }

  @Test("A skipped letter ends no run, and holds back its lineage only where it was changed")
  func skipped() {
    var machine = machine(["a", "a", "b", "b"], failureLimit: 1)
    #expect(machine.next(allowance: 9) == .publish([0, 2]))
    machine.record(0, .skipped, holdsBack: false)
    machine.record(2, .skipped)
    #expect(machine.next(allowance: 9) == .publish([1]))
    machine.record(1, .handled)
    #expect(machine.next(allowance: 9) == .finish(.done))
    #expect(machine.fates == [.skipped, .handled, .skipped, .heldBack])
  }

  @Test("The rate delays letters within a step")
  func rate() {
    var machine = machine(Self.unrelated, ramp: [5])
    #expect(machine.next(allowance: 0) == .wait)
    #expect(machine.next(allowance: 2) == .publish([0, 1]))
    #expect(machine.next(allowance: 0) == .wait)
    #expect(machine.next(allowance: 9) == .publish([2, 3, 4]))
    #expect(machine.next(allowance: 9) == .wait)
  }

  @Test("Of one ride one letter is under way, the first first")
  func lineages() {
    var machine = machine(["a", "a", "b", "a"])
    #expect(machine.next(allowance: 9) == .publish([0, 2]))
    #expect(machine.next(allowance: 9) == .wait)
    machine.record(2, .handled)
    #expect(machine.next(allowance: 9) == .wait)
    machine.record(0, .handled)
    #expect(machine.next(allowance: 9) == .publish([1]))
  }

  @Test("A failure holds back the later letters of its ride, and no others")
  func heldBack() {
    var machine = machine(["a", "b", "a", "b", "a"])
    let (turns, end) = run(&machine) { $0 == 0 ? .failed("contested") : .handled }
    #expect(turns.flatMap(\.self) == [0, 1, 3] && end == .done)
    #expect(
      machine.fates == [.failed("contested"), .handled, .heldBack, .handled, .heldBack])
  }

  @Test(
    "A letter without an outcome holds back those of its ride where an outcome was expected",
    arguments: [true, false])
  func unknown(holdsBack: Bool) {
    var machine = machine(["a", "a"])
    #expect(machine.next(allowance: 9) == .publish([0]))
    machine.record(0, .unknown, holdsBack: holdsBack)
    #expect(machine.next(allowance: 9) == (holdsBack ? .finish(.done) : .publish([1])))
  }

  @Test("Failures of one reason end the run; of several reasons they do not")
  func cause() {
    var same = machine(Self.unrelated, ramp: [1])
    let (turns, end) = run(&same) { _ in .failed("wrong-type") }
    #expect(turns.count == 3 && end == .causeIsStillThere("wrong-type"))
    #expect(same.fates.count { $0 == .waiting } == 37)
    var mixed = machine(Self.unrelated, ramp: [1], failureLimit: 21)
    #expect(run(&mixed) { .failed($0.isMultiple(of: 2) ? "a" : "b") }.end == .done)
    var never = machine(Self.unrelated, failureLimit: 0)
    #expect(run(&never) { _ in .failed("wrong-type") }.end == .done)
  }

  @Test("What is under way is waited for before the run ends")
  func stop() {
    var machine = machine(Self.unrelated, ramp: [2])
    #expect(machine.next(allowance: 9) == .publish([0, 1]))
    machine.stop()
    #expect(machine.next(allowance: 9) == .wait)
    machine.record(0, .handled)
    machine.record(1, .failed("x"))
    #expect(machine.next(allowance: 9) == .finish(.stopped))
  }

  @Test("Nothing to send is done at once")
  func nothing() {
    var machine = machine([])
    #expect(machine.next(allowance: 9) == .finish(.done))
  }
}
