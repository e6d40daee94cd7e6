import RandomFixture
import Rides
import Testing

@Suite("The lease of an observer") struct UpdatesLeaseTests {
  private static let sentAt = Fixture.now

  private static func after(_ seconds: Double) -> Instant {
    Instant(microseconds: sentAt.microseconds + Int64(seconds * 1_000_000))
  }

  private static func status(
    _ phase: RidePhase, _ sequence: Int, owing: Bool = false
  ) -> RideStatus {
    RideStatus(
      rideIdentifier: RideIdentifier("r1"), riderIdentifier: RiderIdentifier("rider-42"),
      sequence: sequence, phase: phase, updatedAt: sentAt,
      completionStatus: phase.isFinal
        ? CompletionStatus(
          outcome: .completed,
          payment: .init(state: owing ? .outstanding : .settled, amount: Fixture.cents(905))) : nil,
      pickupLocation: Fixture.downtown,
      rideOption: RideOption(
        name: "SUV", optionIdentifier: ProductKey("suv"), estimatedPickupDate: sentAt,
        priceRange: nil))
  }

  private typealias Row = (
    sent: UpdatesLease.Sent, after: Double, status: RideStatus?, step: UpdatesLease.Step
  )

  private static let ongoing = status(.ongoing, 5)
  private static let over = status(.completed, 6)
  private static let owing = status(.completed, 6, owing: true)

  private static let table: [Row] = [
    // The same status: again when 15 s have passed.
    (.status(5), 0, ongoing, .wait(until: after(15))),
    (.status(5), 14.999, ongoing, .wait(until: after(15))),
    (.status(5), 15, ongoing, .sendStatus(next: after(30))),
    (.status(5), 15.5, ongoing, .sendStatus(next: after(30.5))),
    (.status(5), 400, ongoing, .sendStatus(next: after(415))),
    // A clock that lags behind that of the last sender.
    (.status(5), -3, ongoing, .wait(until: after(15))),
    (.status(4), -3, ongoing, .wait(until: after(1))),
    // A change: at once, but a second after the last.
    (.status(4), 0, ongoing, .wait(until: after(1))),
    (.status(4), 0.999, ongoing, .wait(until: after(1))),
    (.status(4), 1, ongoing, .sendStatus(next: after(16))),
    (.status(2), 1.25, ongoing, .sendStatus(next: after(16.25))),
    // The end of the ride is sent as any change is, and a second later the updates end.
    (.status(5), 0.5, over, .wait(until: after(1))),
    (.status(5), 2, over, .sendStatus(next: after(3))),
    (.status(6), 0.5, over, .wait(until: after(1))),
    (.status(6), 1, over, .sendEnd(next: after(121))),
    // While something is owed, the end is sent again and again.
    (.status(5), 2, owing, .sendStatus(next: after(17))),
    (.status(6), 1, owing, .wait(until: after(15))),
    (.status(6), 15, owing, .sendStatus(next: after(30))),
    // After the end nothing more is sent, whatever happens to the ride.
    (.end, 1, over, .wait(until: after(120))),
    (.end, 119.999, status(.completed, 7), .wait(until: after(120))),
    (.end, 120, over, .close),
    (.end, 120, nil, .close),
    // A ride that is no more is the end.
    (.status(5), 0, nil, .wait(until: after(1))),
    (.status(5), 1, nil, .sendEnd(next: after(121))),
  ]

  @Test("A10: Each moment has its step, to the millisecond", arguments: table.indices)
  func A10_steps(_ index: Int) {
    let row = Self.table[index]
    let lease = UpdatesLease(sent: row.sent, sentAt: Self.sentAt, startedAt: Self.sentAt)
    #expect(lease.step(row.status, at: Self.after(row.after)) == row.step)
  }

  private typealias ReportRow = (after: Double, newest: Double, step: UpdatesLease.Step)

  @Test(
    "S4: A report after the last status is shown after the interval, none after the heartbeat",
    arguments: [
      (1, 0.5, .wait(until: after(4))), (4, 0.5, .sendStatus(next: after(8))),
      // Without a report it is looked for again after the interval.
      (4, 0, .wait(until: after(8))), (4, -3, .wait(until: after(8))),
      (8, 5, .sendStatus(next: after(12))), (12, 0, .wait(until: after(15))),
      (15, 0, .sendStatus(next: after(19))),
    ] as [ReportRow])
  func S4_interval(_ row: (after: Double, newest: Double, step: UpdatesLease.Step)) {
    let lease = UpdatesLease(sent: .status(5), sentAt: Self.sentAt, startedAt: Self.sentAt)
    let reports = UpdatesLease.Reports(newest: Self.after(row.newest), interval: 4)
    #expect(lease.step(Self.ongoing, reports, at: Self.after(row.after)) == row.step)
    #expect(lease.step(Self.over, reports, at: Self.after(1)) == .sendStatus(next: Self.after(2)))
    let ended = UpdatesLease(sent: .end, sentAt: Self.sentAt, startedAt: Self.after(-86_400))
    #expect(ended.step(Self.ongoing, reports, at: Self.sentAt) == .wait(until: Self.after(120)))
  }

  @Test(
    "When a lease is over, nothing but the end is sent",
    arguments: [
      (.status(5), 0, .wait(until: after(1))), (.status(5), 1, .sendEnd(next: after(121))),
      (.nothing, 1, .sendEnd(next: after(121))), (.end, 119, .wait(until: after(120))),
      (.end, 120, .close),
    ] as [(UpdatesLease.Sent, Double, UpdatesLease.Step)])
  func expired(_ sent: UpdatesLease.Sent, _ seconds: Double, _ step: UpdatesLease.Step) {
    let lease = UpdatesLease(
      sent: sent, sentAt: Self.sentAt, startedAt: Self.after(-Double(UpdatesLease.longestSeconds)))
    #expect(lease.step(Self.ongoing, at: Self.after(seconds)) == step)
  }

  @Test("The last status of a lease is followed by its end, not by a heartbeat")
  func lastStatus() {
    let lease = UpdatesLease(sent: .status(5), sentAt: Self.sentAt, startedAt: Self.after(-86_380))
    #expect(lease.step(Self.ongoing, at: Self.after(15)) == .sendStatus(next: Self.after(20)))
  }

  @Test(
    "The final status is sent again after a refusal, earlier ones are not",
    arguments: [
      (ongoing, 0, .goOn), (owing, 0, .goOn), (over, 0, .sendAgain(at: after(5))),
      (over, 30, .sendAgain(at: after(60))), (over, 4_000, .sendAgain(at: after(4_060))),
      (over, -3, .sendAgain(at: after(2))), (ongoing, 86_400, .sendAgain(at: after(86_405))),
      (ongoing, 89_999, .sendAgain(at: after(90_059))), (ongoing, 90_000, .close),
      (nil, 90_000, .close),
    ] as [(RideStatus?, Double, UpdatesLease.RefusalStep)])
  func refused(_ status: RideStatus?, _ seconds: Double, _ step: UpdatesLease.RefusalStep) {
    let lease = UpdatesLease(sent: .end, sentAt: Self.sentAt, startedAt: Self.sentAt)
    #expect(lease.stepAfterRefusal(status, at: Self.after(seconds)) == step)
  }

  @Test("A lease to which nothing was sent is sent the status at once")
  func first() {
    let lease = UpdatesLease(sent: .nothing, sentAt: nil, startedAt: Self.sentAt)
    #expect(lease.step(Self.ongoing, at: Self.sentAt) == .sendStatus(next: Self.after(15)))
    #expect(lease.step(nil, at: Self.sentAt) == .sendEnd(next: Self.after(120)))
  }

  @Test(
    "A10: Asked twice a second, whatever happens, it sends no faster than 1 s and within 20 s",
    arguments: 1...20)
  func A10_bounds(_ seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    var lease = UpdatesLease(sent: .status(1), sentAt: Self.sentAt, startedAt: Self.sentAt)
    var status = Self.status(.received, 1)
    var sent: [(Instant, Int)] = []
    var newest = Self.sentAt
    for half in 1...600 {
      let now = Self.after(Double(half) / 2)
      if random.next() % 8 == 0 { newest = now }
      let reports = seed % 2 == 0 ? nil : UpdatesLease.Reports(newest: newest, interval: 4)
      // Some seconds with many changes, some minutes with none.
      if half % 200 < 60, random.next() % 3 == 0 {
        status = Self.status(.ongoing, status.sequence + 1)
      }
      guard case .sendStatus = lease.step(status, reports, at: now) else { continue }
      lease = UpdatesLease(
        sent: .status(status.sequence), sentAt: now, startedAt: Self.sentAt)
      sent.append((now, status.sequence))
    }
    let times = [Self.sentAt] + sent.map(\.0) + [Self.after(300)]
    let gaps = zip(times, times.dropFirst()).map { $0.seconds(to: $1) }
    #expect(gaps.dropLast().allSatisfy { 1...20 ~= $0 })
    #expect((gaps.last ?? 99) <= 20)
    #expect(sent.map(\.1) == sent.map(\.1).sorted())
    #expect(sent.last?.1 == status.sequence, "the last status is sent")
  }

  @Test(
    "A9: The completed status is sent until what was outstanding is settled, and then the end"
  )
  func A9_outstanding() {
    var lease = UpdatesLease(sent: .status(5), sentAt: Self.sentAt, startedAt: Self.sentAt)
    var told: [String] = []
    for second in 1...170 {
      let now = Self.after(Double(second))
      let status = second < 40 ? Self.owing : Self.status(.completed, 7)
      switch lease.step(status, at: now) {
      case .wait: continue
      case .sendStatus:
        lease = UpdatesLease(
          sent: .status(status.sequence), sentAt: now, startedAt: Self.sentAt)
        told.append("\(second) \(status.sequence)")
      case .sendEnd:
        lease = UpdatesLease(sent: .end, sentAt: now, startedAt: Self.sentAt)
        told.append("\(second) end")
      case .close: told.append("\(second) closed")
      }
      if told.last?.hasSuffix("closed") == true { break }
    }
    #expect(told == ["1 6", "16 6", "31 6", "40 7", "41 end", "161 closed"])
  }
}
