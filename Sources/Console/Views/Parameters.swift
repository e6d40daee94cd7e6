import Fleet
import HTTP
import RideStore
import Rides
import Tool

/// The parameters of a request that reads, checked; an empty one counts as absent.
extension HTTPRequest {
  /// A text as it was sent.
  func text(_ name: String) -> String? {
    parameter(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The number of items of a page.
  func limit(atMost most: Int = 200, otherwise usual: Int = 50) throws(APIError) -> Int {
    guard let text = text("limit") else { return usual }
    guard let number = Int(text), 1...most ~= number else {
      throw APIError(.badRequest, "limit: expected a whole number from 1 to \(most)")
    }
    return number
  }

  /// A moment in RFC 3339.
  func instant(_ name: String) throws(APIError) -> Instant? {
    guard let text = text(name) else { return nil }
    guard let instant = Instant(rfc3339: text) else {
      throw APIError(.badRequest, "\(name): expected a time such as 2026-11-21T05:00:00Z")
    }
    return instant
  }

  /// Words of a closed list, with commas between them; nil where there are none.
  func words<Word: RawRepresentable & CaseIterable>(
    _ name: String, of type: Word.Type = Word.self
  ) throws(APIError) -> [Word]? where Word.RawValue == String {
    guard let text = text(name) else { return nil }
    let words = text.split(separator: ",").map { Word(rawValue: String($0)) }
    guard words.allSatisfy({ $0 != nil }) else {
      let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw APIError(.badRequest, "\(name): expected some of \(known)")
    }
    return words.compactMap(\.self)
  }
}

extension PageCursor {
  /// The place as the API passes it, from which `init(text:)` makes it again.
  var text: String { "\(time.microseconds)~\(identifier)" }

  /// Nil for another text; `name` makes the identifier.
  init?(text: String, _ name: (String) -> Key) {
    let parts = text.split(separator: "~", maxSplits: 1)
    guard parts.count == 2, let time = Int64(parts[0]) else { return nil }
    self.init(time: Instant(microseconds: time), identifier: name(String(parts[1])))
  }
}

extension APIError {
  /// The failure of a reading of the store; what the database says is for the log alone.
  init(_ error: ToolError) {
    switch error.code {
    case .data: self.init(.unavailable, error.lines.joined(separator: "; "))
    case .denied: self.init(.unavailable, "the database refuses; see the log")
    default: self.init(.unavailable, "the database does not answer", retryAfterSeconds: 2)
    }
  }
}

extension APICall {
  /// What a function of the tool finds in the store.
  func finding<Value>(
    _ find: (any RideStore) throws(ToolError) -> Value
  ) throws(APIError) -> Value {
    do throws(ToolError) {
      return try find(store)
    } catch {
      throw APIError(error)
    }
  }
}
