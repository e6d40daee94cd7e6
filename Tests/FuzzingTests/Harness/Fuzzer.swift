/// What a fuzzer found that must never be: the invariant that an input has broken.
struct Finding: Error, Hashable {
  let what: String

  init(_ what: String) { self.what = what }
}

/// The parts of the fleet that take bytes from outside, each behind one function of bytes.
///
/// libFuzzer drives them (`Tests/Lab/fuzz`), and the tests run them over a corpus. A trap
/// is a finding, too.
enum Fuzzer: String, CaseIterable, Sendable {
  /// Deliveries through the handlers, over a store that holds rides and vehicles.
  case messages
  /// What a broker sends, through librabbitmq and a consumer or publisher.
  case frames
  /// Header tables and properties in their wire form, without a connection.
  case headers
  /// Texts in small grammars: quotes, URLs, times, amounts, trace contexts, settings.
  case texts
  /// Rides, outcomes and lists as the store keeps them.
  case documents
  /// Catalogues and time zones.
  case files

  func run(_ input: [UInt8]) throws(Finding) {
    switch self {
    case .messages: try MessageFuzzer.run(input)
    case .frames: try FrameFuzzer.run(input)
    case .headers: try HeaderFuzzer.run(input)
    case .texts: try TextFuzzer.run(input)
    case .documents: try DocumentFuzzer.run(input)
    case .files: try FileFuzzer.run(input)
    }
  }
}

/// Throws a finding unless the invariant holds.
func hold(_ invariant: Bool, _ what: @autoclosure () -> String) throws(Finding) {
  if !invariant { throw Finding(what()) }
}
