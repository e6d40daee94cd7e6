import Synchronization

/// The vehicles of one product.
struct SupplyGroup: Sendable {
  let free: VehicleTree
  private let busy: BusyVehicles

  var busyCount: Int { busy.numbers.count }

  /// The vehicles that rides have claimed.
  func busy(of entries: [Supply.Entry]) -> VehicleTree { busy.tree(of: entries) }

  /// The vehicles of each product.
  static func groups(of entries: [Supply.Entry]) -> [ProductKey: SupplyGroup] {
    var sorting = SupplySorting()
    for index in entries.indices { sorting.add(entries[index], number: UInt32(index)) }
    return sorting.numbers.mapValues { number in
      SupplyGroup(
        free: VehicleTree(sorting.members[number].free, of: entries),
        busy: BusyVehicles(sorting.members[number].busy))
    }
  }
}

/// The busy vehicles of one product, sorted into a tree at the first search.
///
/// Such searches are rare: while a vehicle is free, the busy ones are not searched.
private final class BusyVehicles: Sendable {
  let numbers: [UInt32]
  private let made = Mutex<VehicleTree?>(nil)

  init(_ numbers: [UInt32]) { self.numbers = numbers }

  func tree(of entries: [Supply.Entry]) -> VehicleTree {
    made.withLock { made in
      let tree = made ?? VehicleTree(numbers, of: entries)
      made = tree
      return tree
    }
  }
}

/// Sorts entries by product.
private struct SupplySorting {
  private(set) var numbers: [ProductKey: Int] = [:]
  private(set) var members: [(free: [UInt32], busy: [UInt32])] = []
  /// Recently used lists of products, identified by their memory address: vehicles share them.
  private var known: [(list: [ProductKey], numbers: [Int])] = []

  /// Further lists are looked up by their names.
  private static let knownLimit = 16

  mutating func add(_ entry: Supply.Entry, number: UInt32) {
    if let list = known.first(where: { $0.list.isSame(as: entry.products) }) {
      for group in list.numbers { add(number, to: group, isFree: entry.isFree) }
      return
    }
    let groups = groups(of: entry.products)
    if known.count < Self.knownLimit { known.append((entry.products, groups)) }
    for group in groups { add(number, to: group, isFree: entry.isFree) }
  }

  private mutating func add(_ number: UInt32, to group: Int, isFree: Bool) {
    if isFree {
      members[group].free.append(number)
    } else {
      members[group].busy.append(number)
    }
  }

  private mutating func groups(of products: [ProductKey]) -> [Int] {
    var groups: [Int] = []
    for product in products {
      let group = numbers[product] ?? members.count
      if group == members.count {
        numbers[product] = group
        members.append(([], []))
      }
      // A repeated product counts once.
      if !groups.contains(group) { groups.append(group) }
    }
    return groups
  }
}

extension [ProductKey] {
  /// Whether both are one array in memory.
  fileprivate func isSame(as other: [ProductKey]) -> Bool {
    withUnsafeBufferPointer { mine in
      other.withUnsafeBufferPointer { $0.baseAddress == mine.baseAddress && $0.count == mine.count }
    }
  }
}
