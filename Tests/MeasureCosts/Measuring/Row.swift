import Glibc
import JSON

/// A line of what the program says: a JSON object.
struct Row {
  private var writer = JSONWriter()

  init(_ texts: [(name: String, value: String)], _ numbers: [(name: String, value: Double)]) {
    writer.beginObject()
    for (name, value) in texts {
      writer.key(dynamic: name)
      writer.string(value)
    }
    for (name, value) in numbers {
      writer.key(dynamic: name)
      writer.double((value * 1_000).rounded() / 1_000)
    }
    writer.endObject()
  }

  /// Writes it to standard output, without buffering.
  mutating func tell() {
    print(String(decoding: writer.finish(), as: UTF8.self))
    fflush(nil)
  }
}
