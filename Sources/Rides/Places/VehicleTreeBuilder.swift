/// Puts candidates into the order of a tree, in place.
struct VehicleTreeBuilder {
  let nodes: UnsafeMutableBufferPointer<VehicleTree.Node>
  /// Numbers to choose pivots by, so that no order of vehicles makes it slow.
  private var state: UInt64 = 1

  init(nodes: UnsafeMutableBufferPointer<VehicleTree.Node>) { self.nodes = nodes }

  /// Orders a range; gives back its largest capacity.
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

  /// Puts into a place what belongs there by the axis, nothing greater before it and nothing less
  /// after it: Hoare's selection.
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
