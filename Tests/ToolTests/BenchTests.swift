import Testing

@testable import Tool

@Suite struct PercentilesTests {
  @Test(
    "A percentile is the least value that the given percentage does not exceed",
    arguments: [
      ([], 50.0, nil), ([7], 0, 7), ([7], 100, 7), ([3, 1, 2], 0, 1), ([3, 1, 2], 50, 2),
      ([3, 1, 2], 100, 3), ([1, 2, 3, 4], 50, 2), ([1, 2, 3, 4], 51, 3),
      (Array(1...100).reversed(), 99, 99), (Array(1...100), 90, 90), (Array(1...1000), 99.9, 999),
    ] as [([UInt32], Double, UInt32?)])
  func nearestRank(_ values: [UInt32], _ percent: Double, _ expected: UInt32?) {
    #expect(Percentiles(values).value(percent) == expected)
  }
}

@Suite struct BenchLedgerTests {
  @Test("The first twentieth warms up and is not counted")
  func warmUp() {
    var ledger = BenchLedger(total: 40)
    var warm: [Int] = []
    for number in 0..<40 {
      ledger.send(at: Int64(number) * 100)
      if ledger.hasJustWarmedUp { warm.append(number) }
      ledger.answered(number, code: "success", at: Int64(number) * 100 + 50)
    }
    #expect(warm == [2])
    #expect(ledger.isOver)
    #expect(ledger.latencies == Array(repeating: 50, count: 38))
    #expect(ledger.codes == ["success": 38])
    // From the third request at 200 µs to the last answer at 3,950 µs.
    #expect(ledger.rate == 38 / 3_750e-6)
  }

  @Test("Answers in any order, repeats and strangers leave the count right")
  func disorder() {
    var ledger = BenchLedger(total: 3)
    for time in [0, 10, 20] as [Int64] { ledger.send(at: time) }
    ledger.answered(2, code: "success", at: 30)
    ledger.answered(2, code: "success", at: 31)
    ledger.answered(7, code: "success", at: 32)
    ledger.answered(-1, code: "success", at: 33)
    ledger.answered(0, code: "failure", at: 40)
    #expect(ledger.inFlight == 1)
    ledger.returned(1)
    ledger.returned(1)
    #expect(ledger.isOver)
    #expect(ledger.returned == 1)
    #expect(ledger.latencies == [10, 40])
    #expect(ledger.codes == ["success": 1, "failure": 1])
  }

  @Test("A bench without an answer shows no rate and no latency")
  func nothing() {
    let result = BenchResult(kind: .list, ledger: BenchLedger(total: 0))
    #expect(result.lines.contains("rate       0 a second"))
    #expect(result.lines.contains("latency    min -  p50 -  p90 -  p99 -  max - ms"))
    #expect(String(decoding: result.json, as: UTF8.self).contains(#""p99":null"#))
  }

  @Test(
    "The code of an answer is found in any position",
    arguments: [
      (#"{"code":"success","rideOptions":[]}"#, "success"), (#"{"a":1,"code":"ready"}"#, "ready"),
      (#"{"a":1}"#, "unreadable"), ("", "unreadable"),
    ])
  func codes(_ body: String, _ code: String) {
    #expect(ResponseCodeScan.code(in: Array(body.utf8)) == code)
  }

  @Test(
    "CPU time is read after a name with blanks and brackets",
    arguments: [
      ("1 (a) S 2 3 4 5 6 7 8 9 10 11 12 13 14", 25 as Int?),
      ("1 (a ) b) S 2 3 4 5 6 7 8 9 10 11 100 20 14", 120), ("1 (a) S 2", nil), ("", nil),
    ])
  func ticks(_ stat: String, _ expected: Int?) {
    #expect(ProcessUsage.ticks(inStat: stat) == expected)
  }

  @Test("Resident memory is the second field of statm")
  func pages() {
    #expect(ProcessUsage.pages(inStatm: "100 42 7 1 0 9 0\n") == 42)
    #expect(ProcessUsage.pages(inStatm: "100") == nil)
  }
}
