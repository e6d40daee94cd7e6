package import Rides

/// Lists of products as a store keeps them, each decoded once and shared by all vehicles that sell
/// it.
package struct ProductLists {
  private var lists: [Int: (stored: [UInt8], products: [ProductKey])] = [:]

  /// More lists than these are decoded anew each time.
  private static let limit = 10_000

  package init() {}

  /// The list of these bytes, which is decoded where it was not met before.
  package mutating func list(
    _ stored: UnsafeRawBufferPointer,
    decode: (UnsafeRawBufferPointer) throws(StoreError) -> [ProductKey]
  ) throws(StoreError) -> [ProductKey] {
    var hasher = Hasher()
    hasher.combine(bytes: stored)
    let hash = hasher.finalize()
    let known = lists[hash]
    if let known, known.stored.elementsEqual(stored) { return known.products }
    let products = try decode(stored)
    if known == nil, lists.count < Self.limit { lists[hash] = (Array(stored), products) }
    return products
  }
}
