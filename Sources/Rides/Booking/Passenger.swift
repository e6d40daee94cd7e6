/// Whom the driver of a ride meets, as the booking says; no longer kept once the ride has ended.
///
/// A class, so that copies of the rides without one cost a pointer alone.
package final class Passenger: Sendable {
  package let name: String?
  package let phoneNumber: String?
  /// What the driver should know, in words.
  package let note: String?
  /// Whether somebody else has booked the ride and pays for it (rule B13).
  package let isGuest: Bool

  package init(
    name: String? = nil, phoneNumber: String? = nil, note: String? = nil, isGuest: Bool = false
  ) {
    self.name = name
    self.phoneNumber = phoneNumber
    self.note = note
    self.isGuest = isGuest
  }

  /// The guest for whom a ride is booked, else its rider; nil where the booking says nothing.
  convenience init?(
    rider: (name: String?, phoneNumber: String?), guest: (name: String?, phoneNumber: String?),
    note: String?
  ) {
    let isGuest = guest.name != nil || guest.phoneNumber != nil
    let (name, phoneNumber) = isGuest ? guest : rider
    if name == nil, phoneNumber == nil, note == nil { return nil }
    self.init(name: name, phoneNumber: phoneNumber, note: note, isGuest: isGuest)
  }

  /// The first word of the name: drivers are told no more.
  var firstName: String? { name?.split(whereSeparator: \.isWhitespace).first.map(String.init) }
}

extension Passenger: Hashable {
  package static func == (first: Passenger, second: Passenger) -> Bool {
    first.name == second.name && first.phoneNumber == second.phoneNumber
      && first.note == second.note && first.isGuest == second.isGuest
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(phoneNumber)
    hasher.combine(note)
    hasher.combine(isGuest)
  }
}
