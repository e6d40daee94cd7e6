/// What else riders are shown of an option; a product has those that its catalogue names.
package enum ProductDetail: Hashable, Sendable {
  /// How many passengers it carries.
  case capacity
  /// How many pieces of luggage it carries.
  case luggage(Int)
  /// The URL of its picture.
  case image(String)
  /// What the tariff comes to for the trip, beside a meter.
  case estimate
  /// The lines of the price of each tier.
  case tierLines

  /// The details that a catalogue names by a word alone.
  package enum Word: String, Sendable, CaseIterable {
    case capacity, estimate, tierLines

    /// The detail that the word names.
    package var detail: ProductDetail {
      switch self {
      case .capacity: .capacity
      case .estimate: .estimate
      case .tierLines: .tierLines
      }
    }
  }

  /// Whether it differs between the lists of one catalogue.
  package var variesByTrip: Bool { self == .estimate || self == .tierLines }
}

/// The URL of a picture, which apps load.
package enum PictureLink {
  /// The most bytes of one.
  package static let limit = 1024

  /// Whether a text is a URL of the web.
  package static func isOne(_ text: String) -> Bool {
    // By bytes: Swift compares a character together with the accents after it.
    ["https://", "http://"].contains { text.utf8.starts(with: $0.utf8) }
      && text.utf8.count <= limit && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }
}

extension CatalogueInspection {
  mutating func inspectPictures(of area: ServiceArea, _ path: String) {
    for (index, method) in area.paymentMethods.enumerated() {
      if let link = method.image {
        inspect(picture: link, "\(path).paymentMethods[\(index)].image")
      }
    }
  }

  mutating func inspectDetails(of product: Product, _ path: String) {
    check(
      Set(product.details).count == product.details.count, "\(path).shows",
      "expected each word once")
    for detail in product.details {
      switch detail {
      case .capacity: break
      case .luggage(let pieces): inspect(pieces, 0...99, "\(path).luggage")
      case .image(let link): inspect(picture: link, "\(path).image")
      case .estimate:
        check(
          product.pricing == .metered, "\(path).shows",
          "expected no estimate for a product whose price no meter decides")
      case .tierLines:
        let isTiered = if case .tiered = product.pricing { true } else { false }
        check(isTiered, "\(path).shows", "expected no tierLines for a product without tiers")
      }
    }
  }

  mutating func inspect(picture link: String, _ path: String) {
    check(
      PictureLink.isOne(link), path,
      "expected a URL such as https://example.org/car.png of at most \(PictureLink.limit) bytes")
  }
}
