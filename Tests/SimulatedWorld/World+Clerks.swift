import Fleet
import MemoryStore
import Messages
import RideHandlers
import RideStore
import Rides

extension World {
  mutating func act(_ clerk: Clerks.Clerk) {
    switch clerk {
    case .producer:
      writeLetter()
      let pause = numbers.chance(0.03) ? numbers.integer(1...60) * 1_000_000 : 0
      clerks.schedule(clerk, at: time + Int64(numbers.integer(0...30_000) + pause))
    case .ticker:
      tick(numbers.integer(0...tickers.all.count - 1))
      clerks.schedule(clerk, at: time + Int64(numbers.integer(300...7_000)) * 1_000)
    case .maintenance:
      takeSnapshot()
      clerks.schedule(clerk, at: time + Int64(numbers.integer(100...3_000)) * 1_000)
    case .payments:
      answerPayment()
      clerks.schedule(clerk, at: time + Int64(numbers.integer(1...300)) * 1_000)
    case .nemesis:
      harm()
      clerks.schedule(clerk, at: time + Int64(numbers.integer(1...200)) * 1_000)
    case .usher:
      usher()
      clerks.schedule(clerk, at: time + 200_000)
    }
  }

  private func takeSnapshot() {
    let taken = try? committed.supply(at: now)
    supply.post(taken ?? Supply(takenAt: now, entries: []))
  }

  /// Has the payment system answer a command, or ask for it to be sent again.
  private mutating func answerPayment() {
    guard !broker.payments.isEmpty else { return }
    let place = numbers.integer(0...broker.payments.count - 1)
    let command = broker.payments.remove(at: place)
    if let answer = record.answer(to: command, &numbers) { accept(answer) }
    // A payment system may answer twice, and a command may reach it twice.
    if season == .storm, numbers.chance(0.1) { broker.payments.append(command) }
  }
}
