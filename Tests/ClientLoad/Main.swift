import Glibc
import LiveryClient
import Synchronization

/// Makes calls of the client: lists, which it measures, bookings, whose outcomes it prints, or
/// those of all senders for one ride.
///
/// Arguments: the URL of the broker, and `list` or `book`, how many calls, how many at a time; or
/// `senders`.
@main enum Main {
  static func main() async throws {
    let arguments = CommandLine.arguments
    if arguments.count == 3, arguments[2] == "senders" {
      return try await Senders(url: arguments[1]).talk()
    }
    guard arguments.count == 5, let count = Int(arguments[3]), let window = Int(arguments[4]),
      count >= window, window > 0, ["list", "book"].contains(arguments[2])
    else {
      print("expected: URL list|book COUNT WINDOW, or URL senders")
      exit(64)
    }
    if arguments[2] == "list" {
      try await Lists(url: arguments[1], window: window).measure(count)
    } else {
      try await Bookings(url: arguments[1], window: window).book(count)
    }
  }
}

/// Calls with numbers from a count down to 1, some at a time; the sum of what they give.
func run(
  _ count: Int, window: Int, _ call: @escaping @Sendable (Int) async throws -> Int
) async throws -> Int {
  let left = Counter(count)
  return try await withThrowingTaskGroup(of: Int.self) { group in
    for _ in 0..<window {
      group.addTask {
        var sum = 0
        while let number = left.next() { sum += try await call(number) }
        return sum
      }
    }
    return try await group.reduce(0, +)
  }
}

/// Numbers down to 1, shared by tasks.
private final class Counter: Sendable {
  private let left: Atomic<Int>

  init(_ count: Int) { left = Atomic(count) }

  func next() -> Int? {
    let number = left.subtract(1, ordering: .relaxed).oldValue
    return number > 0 ? number : nil
  }
}

/// The trip of each call.
enum Trip {
  static let pickup = Place(
    coordinate: Coordinate(latitude: 41.8796, longitude: -87.6237), name: "Art Institute")
  static let dropOff = Place(
    coordinate: Coordinate(latitude: 41.9786, longitude: -87.9047), name: "O'Hare")
}
