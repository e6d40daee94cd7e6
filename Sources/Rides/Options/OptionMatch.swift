/// What an option's name, spoken or typed, may stand for.
package enum OptionMatch: Hashable, Sendable {
  /// The name or a synonym of one option, in any locale (rule L6).
  case exact(ProductKey)
  /// Close to the name of one option only; its rider should be asked.
  case near(ProductKey)
  /// Equally close to the names of several options, in the catalogue's order.
  case several([ProductKey])
  case none
}
