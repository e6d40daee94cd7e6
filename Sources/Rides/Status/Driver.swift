/// The person who drives: SiriKit's `INRideDriver`.
package struct Driver: Hashable, Sendable {
  package var name: String
  /// A text, as SiriKit has it, not a number.
  package var rating: String?
  /// E.164, preferably of a proxy line; personal, and so only told until the ride has ended.
  package var phoneNumber: String?
  /// The URL of a picture.
  package var image: String?

  package init(
    name: String, rating: String? = nil, phoneNumber: String? = nil, image: String? = nil
  ) {
    self.name = name
    self.rating = rating
    self.phoneNumber = phoneNumber
    self.image = image
  }
}
