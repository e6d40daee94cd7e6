import MemoryStore
import Messages
import RideStore
import Rides

/// Riders and drivers who call for help, some of them again and again.
extension World {
  /// Has a rider or a driver call for help in words that others use, too, or in words of their own.
  mutating func sendCall() {
    let note = numbers.chance(0.4) ? "help" : "help \(producers.written)"
    let location = numbers.chance(0.5) ? Place(coordinate: Self.stand) : nil
    let rides = storedRides()
    guard !rides.isEmpty else { return sendVehicle() }
    guard numbers.chance(0.5) else {
      return sendRider(.sos) {
        .sos(
          SOSIntent(riderIdentifier: $0, rideIdentifier: $1, location: location, note: note))
      }
    }
    let ride = numbers.pick(rides)
    let vehicle = numbers.chance(0.1) ? nil : ride.vehicle
    let call = RideSOSReport(
      rideIdentifier: ride.rideIdentifier,
      vehicleIdentifier: vehicle ?? numbers.pick(Producers.vehicles), location: location,
      note: note)
    send(.rideSOS(call), .rideSOS, id: newID, isSilent: numbers.chance(0.5))
  }

  /// A call is published before other events, with the content that its ride has.
  mutating func checkCall(_ event: Publication) {
    let id = event.properties.messageID ?? ""
    if let earlier = record.calls[id], earlier != event.body { object("the call \(id) forks") }
    if event.properties.priority != RideSOSEvent.priority {
      object("the call \(id) has no priority")
    }
    guard let name = EventName(id), name.kind == .sos else {
      return object("a call is named \(id)")
    }
    guard !record.spoilt.contains(name.rideIdentifier) else { return }
    let stored = try? committed.rides([name.rideIdentifier])[name.rideIdentifier]
    let ride = stored.flatMap { try? RideDocument.decode($0.document) }
    guard let call = ride?.helpCalls.first(where: { $0.number == name.number }),
      event.body.text(after: #""note":""#) == call.note,
      event.body.text(after: #""messageIdentifier":""#) == call.messageIdentifier
    else { return object("the call \(id) is not in the history") }
  }

  /// Each call of a ride was published, and has a message of its own.
  mutating func checkCalls(of ride: Ride) {
    let (id, calls) = (ride.status.rideIdentifier, ride.helpCalls)
    if calls.map(\.number) != Array(1..<calls.count + 1) {
      object("\(id) has the calls \(calls.map(\.number))")
    }
    for call in calls {
      if record.calls[EventName(.sos, of: id, number: call.number).text] == nil {
        object("the call \(call.number) of \(id) was never published")
      }
      let alike = calls.filter { $0.says(call) && $0.number != call.number }
      if alike.contains(where: { $0.messageIdentifier == call.messageIdentifier }) {
        object("the call \(call.number) of \(id) is counted twice")
      }
      if alike.contains(where: { abs($0.calledAt.seconds(to: call.calledAt)) < 60 }) {
        object("the call \(call.number) of \(id) was repeated, and counts as two")
      }
    }
  }

  /// What was answered with success is a call of its ride, and what was refused is none.
  mutating func checkHeard(_ rides: [Ride], _ outcomes: [OutcomeKey: StoredOutcome]) {
    let calls = Dictionary(
      uniqueKeysWithValues: rides.map { ($0.status.rideIdentifier, $0.helpCalls) })
    for letter in producers.letters.values {
      guard let (ride, called) = letter.call, let key = letter.key, let outcome = outcomes[key],
        let calls = calls[ride]
      else { continue }
      let heard = calls.count { $0.says(called) }
      let isSuccess = outcome.response.text(after: #""code":""#) == "success"
      if isSuccess, heard == 0 { object("\(letter.correlation) was answered and not heard") }
      // Words of their own are of one message.
      if called.note != "help", heard > (isSuccess ? 1 : 0) {
        object("\(letter.correlation) was heard \(heard) times")
      }
    }
  }
}

extension HelpCall {
  /// Whether another call is of the same caller, place and words.
  fileprivate func says(_ other: HelpCall) -> Bool {
    caller == other.caller && vehicle == other.vehicle && note == other.note
      && location?.coordinate == other.location?.coordinate
  }
}

extension Producers.Letter {
  /// The call for help of a letter, without number and time.
  fileprivate var call: (RideIdentifier, HelpCall)? {
    let id = publication.properties.messageID ?? ""
    switch intent {
    case .sos(let call):
      return (
        call.rideIdentifier,
        HelpCall(
          number: 0, caller: .rider, vehicle: nil, messageIdentifier: id,
          calledAt: Instant(seconds: 0), location: call.location, note: call.note)
      )
    case .rideSOS(let call):
      return (
        call.rideIdentifier,
        HelpCall(
          number: 0, caller: .driver, vehicle: call.vehicleIdentifier, messageIdentifier: id,
          calledAt: Instant(seconds: 0), location: call.location, note: call.note)
      )
    default: return nil
    }
  }
}
