/// Whom the driver of a ride meets, as the booking says; no longer kept once the ride has ended.
package struct Passenger: Hashable, Sendable {
  package var name: String?
  package var phoneNumber: String?
  /// What the driver should know, in words.
  package var note: String?
  /// Whether somebody else has booked the ride and pays for it (rule B13).
  package var isGuest: Bool

  package init(
    name: String? = nil, phoneNumber: String? = nil, note: String? = nil, isGuest: Bool = false
  ) {
    self.name = name
    self.phoneNumber = phoneNumber
    self.note = note
    self.isGuest = isGuest
  }

  /// The guest for whom a ride is booked, else its rider; nil where the booking says nothing.
  init?(
    rider: (name: String?, phoneNumber: String?), guest: (name: String?, phoneNumber: String?),
    note: String?
  ) {
    isGuest = guest.name != nil || guest.phoneNumber != nil
    (name, phoneNumber) = isGuest ? guest : rider
    self.note = note
    if self == Passenger() { return nil }
  }

  /// The first word of the name: drivers are told no more.
  var firstName: String? { name?.split(separator: " ").first.map(String.init) }
}
