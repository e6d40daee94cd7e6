import JSON

/// The answer of a receiver that took a request, an `ExportTraceServiceResponse`.
enum PartialSuccess {
  /// How many spans it refused; 0 where it does not say.
  static func rejected(by answer: [UInt8]) -> Int {
    guard let fields = try? JSONFields(parsing: answer),
      let partial = try? fields.object("partialSuccess")
    else { return 0 }
    // A number of 64 bits is a text in protobuf's JSON; a number is seen, too.
    let text = try? partial.string("rejectedSpans", atMost: 20)
    let number = try? partial.integer("rejectedSpans")
    return max(0, text.flatMap { Int($0) } ?? number.map { Int($0) } ?? 0)
  }
}
