package import Messages

/// A setting that all workers of a store must share.
package enum SharedSetting: String, CaseIterable, Sendable {
  /// Who moves money.
  case payments
  /// Service areas, products and tariffs.
  case catalogue

  /// The settings that the workers of a family must share: only some of them order money.
  package static func all(of family: QueueFamily) -> [SharedSetting] {
    switch family {
    case .requestRide, .dispatch: allCases
    case .listOptions, .statusQuery: [.catalogue]
    }
  }
}
