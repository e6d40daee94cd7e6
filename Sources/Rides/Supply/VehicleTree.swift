/// Vehicles in the order of a k-d tree, so that the nearest of many are found in a time that grows
/// with the logarithm of their number.
///
/// The middle of a range of places is a node, what is before it lies to one side along the node's
/// axis and what is after it to the other. Every answer is the one that looking at all vehicles
/// would give: a part is left out only when its side is farther than what has been found, by
/// arithmetic whose rounding keeps that order.
struct VehicleTree: Sendable {
  /// A vehicle as the search sees it, at its place in the tree.
  ///
  /// Of many vehicles the search reads little else, so it is small.
  struct Node {
    let position: UnitVector
    /// The vehicle's index among the entries of the supply.
    let entry: UInt32
    let capacity: Int32
    /// The largest capacity of the range whose middle it is.
    var largest: Int32
    var axis = Axis.x

    init(_ entry: Supply.Entry, number: UInt32) {
      position = UnitVector(entry.location)
      self.entry = number
      // No party is that large.
      capacity = Int32(clamping: entry.capacity)
      largest = capacity
    }

    var entryIndex: Int { Int(entry) }
  }

  enum Axis { case x, y, z }

  /// The ranges that are not divided any further.
  static let leaf = 8

  private let nodes: [Node]

  /// A tree of the entries of those numbers, in whichever order they come.
  init(_ numbers: [UInt32], of entries: [Supply.Entry]) {
    var nodes = numbers.map { Node(entries[Int($0)], number: $0) }
    nodes.withUnsafeMutableBufferPointer { buffer in
      var builder = VehicleTreeBuilder(nodes: buffer)
      builder.build(0, buffer.count)
    }
    self.nodes = nodes
  }

  var count: Int { nodes.count }

  /// Shows candidates that carry the party to `visit` until none can be left that is within
  /// `reach`, the square of a chord, of the target.
  ///
  /// `visit` returns the reach from then on: the same, less when it has found something, or
  /// below zero to end the search.
  func search(
    around target: UnitVector, within reach: Double, partySize: Int,
    visit: (_ candidate: Node, _ chord: Double) -> Double
  ) {
    nodes.withUnsafeBufferPointer { nodes in
      var search = Search(
        nodes: nodes, target: target, partySize: Int32(clamping: partySize), reach: reach)
      search.descend(0, nodes.count, visit)
    }
  }

  /// One search on its way through the tree.
  private struct Search {
    let nodes: UnsafeBufferPointer<Node>
    let target: UnitVector
    let partySize: Int32
    var reach: Double

    mutating func descend(
      _ from: Int, _ to: Int, _ visit: (_ candidate: Node, _ chord: Double) -> Double
    ) {
      guard from < to, reach >= 0 else { return }
      let middle = from + (to - from) / 2
      guard nodes[middle].largest >= partySize else { return }
      if to - from <= VehicleTree.leaf {
        for index in from..<to { look(index, visit) }
        return
      }
      look(middle, visit)
      let axis = nodes[middle].axis
      let side = target[axis] - nodes[middle].position[axis]
      if side < 0 {
        descend(from, middle, visit)
        if side * side <= reach { descend(middle + 1, to, visit) }
      } else {
        descend(middle + 1, to, visit)
        if side * side <= reach { descend(from, middle, visit) }
      }
    }

    private mutating func look(
      _ index: Int, _ visit: (_ candidate: Node, _ chord: Double) -> Double
    ) {
      let candidate = nodes[index]
      guard candidate.capacity >= partySize, reach >= 0 else { return }
      let chord = candidate.position.squaredChord(to: target)
      if chord <= reach { reach = visit(candidate, chord) }
    }
  }
}

extension UnitVector {
  subscript(axis: VehicleTree.Axis) -> Double {
    switch axis {
    case .x: x
    case .y: y
    case .z: z
    }
  }
}

/// Puts candidates into the order of a tree, in place.
struct VehicleTreeBuilder {
  let nodes: UnsafeMutableBufferPointer<VehicleTree.Node>
  /// Numbers to choose pivots by, so that no order of vehicles makes it slow.
  private var state: UInt64 = 1

  init(nodes: UnsafeMutableBufferPointer<VehicleTree.Node>) { self.nodes = nodes }

  /// Orders a range; returns its largest capacity.
  @discardableResult
  mutating func build(_ from: Int, _ to: Int) -> Int32 {
    guard from < to else { return 0 }
    let middle = from + (to - from) / 2
    var largest: Int32 = 0
    if to - from <= VehicleTree.leaf {
      for index in from..<to { largest = max(largest, nodes[index].largest) }
    } else {
      let axis = widestAxis(from, to)
      select(middle, from, to, axis)
      nodes[middle].axis = axis
      largest = max(
        nodes[middle].largest, max(build(from, middle), build(middle + 1, to)))
    }
    nodes[middle].largest = largest
    return largest
  }

  /// The axis along which the range is the longest: a division there leaves rounder parts.
  private func widestAxis(_ from: Int, _ to: Int) -> VehicleTree.Axis {
    var (lowX, highX) = (Double.infinity, -Double.infinity)
    var (lowY, highY, lowZ, highZ) = (lowX, highX, lowX, highX)
    for index in from..<to {
      let position = nodes[index].position
      (lowX, highX) = (min(lowX, position.x), max(highX, position.x))
      (lowY, highY) = (min(lowY, position.y), max(highY, position.y))
      (lowZ, highZ) = (min(lowZ, position.z), max(highZ, position.z))
    }
    let (x, y, z) = (highX - lowX, highY - lowY, highZ - lowZ)
    if x >= y, x >= z { return .x }
    return y >= z ? .y : .z
  }

  /// Moves the entry that belongs at a position by the axis there, with no greater one before it
  /// and no lesser one after it: Hoare's selection.
  private mutating func select(_ place: Int, _ from: Int, _ to: Int, _ axis: VehicleTree.Axis) {
    var (low, high) = (from, to - 1)
    while low < high {
      let pivot = nodes[low + random(below: high - low + 1)].position[axis]
      var (left, right) = (low, high)
      while left <= right {
        while nodes[left].position[axis] < pivot { left += 1 }
        while pivot < nodes[right].position[axis] { right -= 1 }
        if left <= right {
          nodes.swapAt(left, right)
          left += 1
          right -= 1
        }
      }
      if place <= right {
        high = right
      } else if place >= left {
        low = left
      } else {
        return
      }
    }
  }

  private mutating func random(below bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}
