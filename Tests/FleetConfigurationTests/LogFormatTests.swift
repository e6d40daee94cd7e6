import Foundation
import JSON
import Testing

@testable import Fleet

private func lines(
  _ style: LogStyle, _ write: (Log) -> Void
) -> [String] {
  let lines = Lines()
  write(lines.log(style: style))
  return lines.texts
}

@Suite("The log for people")
struct LogFormatTests {
  @Test("A line has time, level, event, then each field as key=value")
  func line() {
    let texts = lines(LogStyle(format: .text)) {
      $0.with([.lane: 2]).warning(
        .laneConnectionLost,
        [
          .queue: "livery.dispatch", .durationMilliseconds: .double(1.5), .count: 3,
          .repeat: .bool(true), .keys: .strings(["a", "b"]), .reason: "",
        ])
    }
    #expect(
      texts == [
        "1970-01-01T00:00:00.000000Z warning lane_connection_lost worker=test-worker lane=2 "
          + "queue=livery.dispatch duration_ms=1.5 count=3 repeat=true keys=a,b\n"
      ])
  }

  @Test(
    "A text is in quotes where it would not be one word, and never controls the terminal",
    arguments: [
      ("plain-1/2", "plain-1/2"), ("two words", "\"two words\""), ("a=b", "\"a=b\""),
      ("say \"no\"", #""say \"no\"""#), ("C:\\x", #""C:\\x""#), ("a\nb", #""a\u000ab""#),
      ("\u{1B}[2J", #""\u001b[2J""#), ("\u{202E}abc", #""\u202eabc""#), ("é🚕", "é🚕"),
      ("a\u{A0}b", "\"a\u{A0}b\""),
    ])
  func quoting(_ text: String, _ written: String) {
    let texts = lines(LogStyle(format: .text)) {
      $0.error(.schemaWrong, [.error: .string(text)])
    }
    #expect(texts.first?.hasSuffix("error=\(written)\n") == true, "\(texts)")
    #expect(
      texts.first?.dropLast().unicodeScalars.contains(where: PrintableText.isUnprintable) == false)
  }

  @Test("A line fits into PIPE_BUF, however many and long its texts are")
  func long() {
    let text = String(repeating: "\u{1}\"é\u{202E}", count: 2_000)
    let texts = lines(LogStyle(format: .text)) {
      $0.error(
        .laneConnectionLost,
        [
          .error: .string(text), .reason: .string(text), .path: .string(text),
          .queue: .string(text), .exchange: .string(text), .user: .string(text),
        ])
    }
    #expect(texts.first.map { $0.utf8.count <= Int(PIPE_BUF) } == true)
  }

  @Test("Level and event have colors where they are wanted")
  func colors() {
    let texts = lines(LogStyle(format: .text, isColored: true)) { $0.error(.schemaWrong) }
    #expect(
      texts == [
        "1970-01-01T00:00:00.000000Z \u{1B}[1;31merror  \u{1B}[0m \u{1B}[1mschema_wrong\u{1B}[0m "
          + "worker=test-worker\n"
      ])
  }

  @Test(
    "Colors are for the text format, on a terminal, without NO_COLOR",
    arguments: [
      (LogFormat.text, true, [:], true), (.text, false, [:], false), (.json, true, [:], false),
      (.text, true, ["NO_COLOR": "1"], false), (.text, true, ["NO_COLOR": ""], true),
    ] as [(LogFormat, Bool, [String: String], Bool)])
  func colorRules(
    _ format: LogFormat, _ isTerminal: Bool, _ environment: [String: String], _ isColored: Bool
  ) {
    let style = LogStyle(format: format, environment: environment, isTerminal: isTerminal)
    #expect(style.isColored == isColored)
  }

  @Test(
    "Before the settings are read, the environment names the format",
    arguments: [("text", LogFormat.text), ("json", .json), ("xml", .json), (nil, .json)]
      as [(String?, LogFormat)])
  func early(_ value: String?, _ format: LogFormat) {
    let environment = value.map { ["LIVERY_LOG_FORMAT": $0] } ?? [:]
    #expect(LogFormat(environment: environment) == format)
  }
}
