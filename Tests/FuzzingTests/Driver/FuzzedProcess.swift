import Glibc

/// The process that libFuzzer drives: it hands each input to the fuzzer that the environment names.
enum FuzzedProcess {
  private static let fuzzer: Fuzzer = {
    let name = getenv("LIVERY_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let fuzzer = Fuzzer(rawValue: name) else {
      let names = Fuzzer.allCases.map(\.rawValue).joined(separator: ", ")
      fatalError("expected LIVERY_FUZZ_TARGET to be one of \(names), got '\(name)'")
    }
    return fuzzer
  }()

  static func take(_ input: UnsafeRawBufferPointer) {
    do throws(Finding) {
      try fuzzer.run(Array(input))
    } catch {
      // libFuzzer takes a trap for a finding and keeps the input.
      fatalError("\(fuzzer.rawValue): \(error.what)")
    }
  }
}
