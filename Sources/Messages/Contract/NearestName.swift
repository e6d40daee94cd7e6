import Rides

/// Finds what a mistyped name was meant to be.
package enum NearestName {
  /// The candidate with the fewest changes of a letter, or nil above a third of the name.
  package static func of(_ name: String, among candidates: [String]) -> String? {
    // Whoever sends a name has chosen its length.
    guard name.utf8.count <= 255 else { return nil }
    let ranked = candidates.compactMap { candidate in
      EditDistance.between(name, candidate, atMost: name.utf8.count / 3)
        .map { (name: candidate, distance: $0) }
    }
    return ranked.min { $0.distance < $1.distance }?.name
  }
}
