import Fleet
import Foundation
import JSON
import Rides
import Synchronization
import Testing

@Suite struct LogTests {
  @Test("A line has time, level, event, worker, then the fields in their order")
  func line() {
    let lines = Lines()
    lines.log(at: 1_795_237_740_000_120).with([.lane: 2]).info(
      .laneConnected,
      [
        .queue: "livery.dispatch", .durationMilliseconds: .double(1.5),
        .error: .strings(["a", "b"]),
      ])
    #expect(
      lines.texts == [
        #"{"time":"2026-11-21T05:09:00.000120Z","level":"info","event":"lane_connected","#
          + #""worker":"test-worker","lane":2,"queue":"livery.dispatch","duration_ms":1.5,"#
          + #""error":["a","b"]}"# + "\n"
      ])
  }

  @Test(
    "The time is written to the microsecond in UTC",
    arguments: [
      (0, "1970-01-01T00:00:00.000000Z"), (-1, "1969-12-31T23:59:59.999999Z"),
      (951_782_400_000_001, "2000-02-29T00:00:00.000001Z"),
      (4_107_542_399_999_999, "2100-02-28T23:59:59.999999Z"),
    ] as [(Int64, String)])
  func time(_ microseconds: Int64, _ expected: String) {
    let lines = Lines()
    lines.log(at: microseconds).info(.workerStarted)
    #expect(lines.texts.first?.hasPrefix("{\"time\":\"\(expected)\",") == true)
  }

  @Test(
    "Every text reads back from its line", arguments: ["\"\\/", "\u{0}\u{1}\n\r\t\u{7F}", "é🚕 "])
  func escaping(_ text: String) throws {
    let lines = Lines()
    lines.log().error(.laneConnectionLost, [.error: .string(text)])
    let line = try #require(lines.texts.first)
    #expect(line.count { $0 == "\n" } == 1)
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    #expect(object?["error"] as? String == text)
  }

  @Test("No line has a character that controls a terminal or turns the direction of writing")
  func unprintable() throws {
    let lines = Lines()
    let text = String(repeating: "\u{7F}\u{9B}31m\u{202E}\u{2066}\u{2028}é", count: 500)
    lines.log().error(.laneConnectionLost, [.error: .string(text), .reason: .string(text)])
    let line = try #require(lines.texts.first)
    #expect(line.hasSuffix("\n"))
    #expect(!line.dropLast().unicodeScalars.contains(where: PrintableText.isUnprintable))
    #expect(line.utf8.count <= PIPE_BUF)
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    #expect((object?["error"] as? String)?.hasPrefix("\u{7F}\u{9B}31m\u{202E}") == true)
  }

  @Test("A long text is cut at a whole character")
  func long() throws {
    let lines = Lines()
    lines.log().error(
      .laneConnectionLost, [.error: .string("a" + String(repeating: "é", count: 9_000))])
    let line = try #require(lines.texts.first)
    #expect(line.utf8.count < 1_300)
    #expect(line.hasSuffix("é…\"}\n"))
  }

  @Test(
    "A line fits into PIPE_BUF, with any number and length of texts and any escapes")
  func manyLong() throws {
    let lines = Lines()
    let text = String(repeating: "\u{1}\"é", count: 1_000)
    lines.log().error(
      .laneConnectionLost,
      [
        .error: .string(text), .reason: .string(text), .path: .string(text), .queue: .string(text),
        .exchange: .string(text), .count: .int(.min), .durationMilliseconds: .double(-1.5e-300),
      ])
    let line = try #require(lines.texts.first)
    #expect(line.utf8.count <= PIPE_BUF)
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    #expect((object?["error"] as? String)?.hasPrefix("\u{1}\"é\u{1}\"é") == true)
    #expect(object?["count"] as? Int == .min)
  }

  @Test("Dropped lines are counted, and the count is written once there is room")
  func lost() throws {
    let lines = Lines()
    lines.limit(to: 1)
    let log = lines.log(.info)
    let laneLog = log.with([.lane: 1])
    laneLog.info(.laneConnected)
    for _ in 0..<4 { laneLog.warning(.laneWaiting) }
    log.error(.schemaWrong)
    #expect(lines.texts.count == 1)
    lines.limit(to: 4)
    laneLog.info(.workerStopping)
    laneLog.info(.workerStopped)
    #expect(lines.texts.count == 4)
    #expect(
      lines.texts[1].hasSuffix(
        #""level":"warning","event":"log_lines_dropped","worker":"test-worker","lane":1,"count":5}"#
          + "\n"))
    #expect(lines.texts[2].contains("worker_stopping") && lines.texts[3].contains("worker_stopped"))
  }

  @Test("A pipe without a reader accepts whole lines until it is full, and again once it is read")
  func fullPipe() throws {
    let pipe = Pipe()
    let log = StandardError(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 1_000)
    var count = 0
    while count < 1_000_000, log.write(line) { count += 1 }
    #expect(0 < count && count < 1_000_000)
    let read = try pipe.fileHandleForReading.read(upToCount: count * line.count)
    #expect(read?.count == count * line.count)
    #expect(log.write(line))
    try pipe.fileHandleForReading.close()
    #expect(!log.write(line), "nobody can read it any more")
  }

  @Test("A number that JSON cannot say is null")
  func notANumber() {
    let lines = Lines()
    lines.log().info(.workerStarted, [.retryInMilliseconds: .double(.infinity)])
    #expect(lines.texts.first?.contains("\"retry_in_ms\":null") == true)
  }

  @Test("A log writes its own level and what is above, and does not even make the rest")
  func levels() {
    for (index, level) in LogLevel.allCases.enumerated() {
      let lines = Lines()
      let log = lines.log(level)
      let made = Atomic<Int>(0)
      func field() -> KeyValuePairs<LogKey, LogValue> {
        made.add(1, ordering: .relaxed)
        return [.count: 1]
      }
      log.debug(.batchHandled, field())
      log.info(.workerStarted, field())
      log.warning(.laneWaiting, field())
      log.error(.schemaWrong, field())
      #expect(lines.texts.count == 4 - index)
      #expect(made.load(ordering: .relaxed) == 4 - index)
    }
  }

  @Test("Events and keys are in snake case")
  func names() {
    for name in LogEvent.allCases.map(\.rawValue) + LogKey.allCases.map(\.rawValue) {
      #expect(name.wholeMatch(of: /[a-z]+(_[a-z]+)*/) != nil)
    }
  }
}
