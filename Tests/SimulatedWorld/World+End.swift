import MemoryStore
import Messages
import RideStore
import Rides

/// What must be true once everything has come to rest.
extension World {
  mutating func checkEnd() {
    for letter in producers.letters.values.sorted(by: { $0.correlation < $1.correlation }) {
      checkLetter(letter)
    }
    checkAnswers()
    let rides = storedRides()
    checkOutcomes(of: rides)
    checkNothingDue()
    checkCourses(of: rides)
  }

  /// What must be true of the rides whenever everything is quiet.
  mutating func checkState() {
    let rides = storedRides()
    for ride in rides where !record.spoilt.contains(ride.rideIdentifier) { checkRide(ride) }
    checkVehicles(rides)
    checkSlots(rides)
  }

  private mutating func checkLetter(_ letter: Producers.Letter) {
    let id = letter.correlation
    guard !record.deadLetters.contains(id) else { return }
    guard letter.publication.properties.replyTo != nil else {
      if letter.type?.onlyAsks ?? true { object("\(id) has no address and is no dead letter") }
      return
    }
    let isAnswered = record.responses[id] != nil || record.returns.contains(id)
    if !isAnswered { object("\(id) is lost: no answer and no dead letter") }
  }

  /// An id of an answer stands for one content, and each answer is the one that is kept, or tells
  /// how the order ended of which the kept one says that it is under way.
  private mutating func checkAnswers() {
    var told: [String: [UInt8]] = [:]
    for (correlation, responses) in record.responses.sorted(by: { $0.key < $1.key }) {
      guard let key = producers.letters[correlation]?.key else { continue }
      for response in responses {
        let id = response.properties.messageID ?? ""
        if let other = told[id], other != response.body { object("two contents of answer \(id)") }
        told[id] = response.body
        if !response.isPassing { checkKept(response, key) }
      }
    }
  }

  private mutating func checkKept(_ response: Publication, _ key: OutcomeKey) {
    let kept = try? committed.outcomes([key])[key]
    if kept?.response.text(after: "\"code\":\"") == "inProgress", response.shownStatus == nil {
      return
    }
    if let ride = response.shownStatus?.rideIdentifier, record.spoilt.contains(ride) { return }
    if kept?.response.isAlike(response.body) != true {
      object("\(key.scope) \(key.messageIdentifier) was told what is not kept")
    }
  }

  /// Every change belongs to one outcome, and no outcome names a change that is not there.
  private mutating func checkOutcomes(of rides: [RideRecord]) {
    var named: [StatusChangeKey: Int] = [:]
    for outcome in storedOutcomes().values {
      for change in outcome.changes { named[change, default: 0] += 1 }
    }
    for ride in rides where !record.spoilt.contains(ride.rideIdentifier) {
      for change in (try? committed.history(of: ride.rideIdentifier)) ?? []
      where named.removeValue(forKey: change.key) != 1 {
        object("\(change.key) does not belong to one outcome")
      }
    }
    for key in named.keys.sorted() where !record.spoilt.contains(key.rideIdentifier) {
      object("an outcome names \(key), which is not stored")
    }
    checkPhantoms(rides)
  }

  /// What is kept of all messages.
  func storedOutcomes() -> [OutcomeKey: StoredOutcome] {
    let keys = Set(producers.letters.values.compactMap(\.key)).union(record.commandKeys)
    return (try? committed.outcomes(Array(keys))) ?? [:]
  }

  private mutating func checkPhantoms(_ rides: [RideRecord]) {
    var named: Set<RideIdentifier> = []
    for letter in producers.letters.values {
      guard case .requestRide(let intent) = letter.intent, letter.type == .requestRide,
        let id = letter.publication.properties.messageID
      else { continue }
      named.insert(naming.ride(rider: intent.riderIdentifier, messageIdentifier: id))
    }
    for ride in rides where !named.contains(ride.rideIdentifier) {
      object("nobody has booked \(ride.rideIdentifier)")
    }
    let known = Set(rides.map(\.rideIdentifier))
    for id in record.events.keys.sorted() {
      guard let key = StatusChangeKey(eventID: id), known.contains(key.rideIdentifier) else {
        object("the event \(id) is of no ride")
        continue
      }
    }
  }

  /// Nothing stays due for ever.
  private mutating func checkNothingDue() {
    let due = (try? committed.dueRides(at: now, limit: 1_000)) ?? []
    for ride in due where !record.spoilt.contains(ride.rideIdentifier) {
      object("\(ride.rideIdentifier) is due since \(ride.dueAt) and nothing comes of it")
    }
    for subscription in (try? committed.dueSubscriptions(at: now, limit: 1_000)) ?? []
    where !record.spoilt.contains(subscription.key.rideIdentifier) {
      object("the observer \(subscription.key) is due and not told")
    }
  }
}

extension [UInt8] {
  /// Whether two answers say the same, but for what a repeat after the ride hides.
  fileprivate func isAlike(_ other: [UInt8]) -> Bool { self == other || lasting == other.lasting }

  private var lasting: [UInt8] {
    let hidden = RideStatusText.response(self) { status in
      status.driver?.phoneNumber = nil
      status.cancelingActivity = nil
      status.startCode = nil
      status.completionStatus?.userActivity = nil
    }
    return hidden ?? self
  }
}
