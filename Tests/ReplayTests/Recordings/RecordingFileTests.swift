import Glibc
import Messages
import RideStore
import Rides
import Testing

@testable import Replay

@Suite("Recordings in files")
struct RecordingFileTests {
  private static let header = RecordingHeader(
    startedAt: Instant(seconds: 1_800_000_000), livery: "1.2 (abc)", catalogue: "sha256:00",
    broker: "RabbitMQ 3.10.8", isMasked: true, settings: ["LIVERY_PAYMENTS": "scripted"])

  private static let properties = MessageProperties(
    contentType: "application/json", contentEncoding: "identity",
    headers: [
      Header("a", .void), Header("b", .bool(true)), Header("c", .integer(-5, .byte)),
      Header("d", .integer(-500, .short)), Header("e", .integer(-70_000, .int)),
      Header("f", .integer(.min)), Header("g", .unsigned(250, .byte)),
      Header("h", .unsigned(60_000, .short)), Header("i", .unsigned(4_000_000_000, .int)),
      Header("j", .unsigned(.max)), Header("k", .double(1.5, .int)),
      Header("l", .double(.infinity)),
      Header("m", .decimal(scale: 2, mantissa: 4175)), Header("n", .string("é\u{1}\"")),
      Header("o", .bytes([0, 255])), Header("p", .timestamp(1_795_251_116)),
      Header("q", .array([.integer(1), .array([.string("x")])])),
      Header("r", .table([Header("s", .table([Header("t", .integer(1, .int))]))])),
    ], deliveryMode: 2, priority: 9, correlationID: "c", replyTo: "amq.gen-1",
    expiration: "1000", messageID: "m", timestamp: .max, type: "request-ride.handle",
    userID: "u", appID: "a")

  private static let bodies =
    [
      "{\"a\": 1,  \"json\":\"\\\",\\\"json\\\":\"}", "[1,2]", "3.50", "{\"a\":\n1}", "", "{", "é",
      "{\"a\":1,\"a\":2}",
    ].map { Array($0.utf8) } + [[0xFF, 0x00], Array(0...255)]

  private static func messages() -> [RecordedMessage] {
    bodies.enumerated().map { place, body in
      RecordedMessage(
        number: place + 1, at: Instant(microseconds: 1_800_000_000_123_456 + Int64(place)),
        exchange: Role.riders.exchange, routingKey: "request-ride.handle",
        properties: place == 0 ? properties : MessageProperties(), body: body,
        cause: place == 2 ? 1 : nil)
    }
  }

  /// A new name in the folder for temporary files.
  private static func path(_ ending: String) -> String {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    return "\(folder)/livery-recording-\(getpid())-\(UInt64.random(in: 0...(.max)))\(ending)"
  }

  private static func write(_ path: String) throws {
    var writer = try RecordingWriter(path: path, header: header)
    for message in messages() { try writer.write(message, dropped: 3) }
    try writer.finish(dropped: 3)
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes[..<count])
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    let file = try #require(fopen(path, "w"))
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  @Test("A vehicle is recorded with what is measured of it and with its conduct")
  func vehicle() {
    var vehicle = VehicleRecord(
      vehicleIdentifier: VehicleIdentifier("v"), sequence: 7, onDuty: true, products: [],
      capacity: 4, location: nil, course: nil, registrationPlate: nil, manufacturer: nil,
      model: nil, driver: nil, ride: nil, updatedAt: Instant(seconds: 1_800_000_000))
    (vehicle.driven, vehicle.conduct) = (#"{"at":1}"#, #"{"countedBefore":5}"#)
    #expect(RecordedVehicle.decode(RecordedVehicle.encode(vehicle)) == vehicle)
  }

  @Test(
    "Every property, header and body is read as it was written", arguments: [".jsonl", ".jsonl.gz"])
  func roundTrip(_ ending: String) throws {
    let path = Self.path(ending)
    defer { unlink(path) }
    try Self.write(path)
    var reader = try RecordingReader(path: path)
    #expect(reader.header == Self.header)
    var read: [RecordedMessage] = []
    while let message = try reader.next() { read.append(message) }
    #expect(read == Self.messages())
    #expect(reader.end?.count == Self.bodies.count)
    #expect(reader.end?.dropped == 3)
    #expect(try Self.bytes(path).starts(with: [0x1F, 0x8B]) == (ending == ".jsonl.gz"))
  }

  @Test(
    "A recording without any of its last bytes is refused", arguments: [".jsonl", ".jsonl.gz"])
  func cutOff(_ ending: String) throws {
    let (whole, cut) = (Self.path(ending), Self.path(ending))
    defer { [whole, cut].forEach { (name: String) in unlink(name) } }
    try Self.write(whole)
    let bytes = try Self.bytes(whole)
    // The last byte of a plain file is the line feed after its end, which nothing needs.
    for count in stride(from: 0, to: bytes.count - 1, by: 7) {
      try Self.write(Array(bytes.prefix(count)), to: cut)
      #expect(throws: RecordingFault.self) { _ = try RecordingReader(path: cut).check() }
    }
  }

  @Test("A recording with one changed byte is refused, wherever it is")
  func damaged() throws {
    let (whole, changed) = (Self.path(".jsonl"), Self.path(".jsonl"))
    defer { [whole, changed].forEach { (name: String) in unlink(name) } }
    try Self.write(whole)
    let bytes = try Self.bytes(whole)
    for place in stride(from: 0, to: bytes.count - 1, by: 5) {
      var other = bytes
      other[place] ^= 1
      try Self.write(other, to: changed)
      #expect(throws: RecordingFault.self, "byte \(place)") {
        let end = try RecordingReader(path: changed).check()
        // Of the last line a change of `dropped` is no change of the messages.
        if end.dropped != 3 { throw RecordingFault(changed, .damaged) }
      }
    }
  }

  @Test(
    "A file that is no recording of this version is refused by its first line",
    arguments: [
      ("", RecordingFault.Reason.foreign), ("{\"type\":\"x\"}\n", .foreign), ("[1]\n", .foreign),
      ("{\"livery-recording\":0}\n", .otherVersion), ("{\"livery-recording\":3}\n", .otherVersion),
      ("{\"livery-recording\":1}\n", nil), ("{\"livery-recording\":2}\n", nil),
    ])
  func foreign(_ text: String, _ reason: RecordingFault.Reason?) throws {
    let path = Self.path(".jsonl")
    defer { unlink(path) }
    try Self.write(Array(text.utf8), to: path)
    let fault = #expect(throws: RecordingFault.self) { _ = try RecordingReader(path: path) }
    #expect(fault?.line == 1)
    if let reason { #expect(fault?.reason == reason) }
  }

  @Test("A line that is no message is refused with its number, and the next one can be read")
  func malformedLine() throws {
    let path = Self.path(".jsonl")
    defer { unlink(path) }
    try Self.write(path)
    var lines = try Self.bytes(path).split(separator: 0x0A).map { Array($0) }
    lines[1] = Array("{\"n\":1}".utf8)
    try Self.write(Array(lines.joined(separator: [0x0A])), to: path)
    var reader = try RecordingReader(path: path)
    do {
      _ = try reader.next()
      Issue.record("the line was taken")
    } catch {
      #expect(error.line == 2)
      #expect(error.description.contains(":2: expected a recorded message"))
    }
    #expect(try reader.next()?.number == 2)
  }

  @Test("A recording continues in further files, each of them complete")
  func rotation() throws {
    let path = Self.path(".jsonl.gz")
    var writer = try RecordingWriter(path: path, header: Self.header, fileLimit: 1_500)
    for message in Self.messages() { try writer.write(message) }
    try writer.finish()
    let total = writer.total
    var found = 0
    var number = 1
    while access(RecordingWriter.path(path, number), R_OK) == 0 {
      found += try RecordingReader(path: RecordingWriter.path(path, number)).check().count
      unlink(RecordingWriter.path(path, number))
      number += 1
    }
    #expect(number > 2)
    #expect(found == total)
    #expect(RecordingWriter.path("a/day.jsonl", 2) == "a/day.2.jsonl")
    #expect(RecordingWriter.path("day", 3) == "day.3")
  }

  @Test("A file that exists is not replaced")
  func existing() throws {
    let path = Self.path(".jsonl")
    defer { unlink(path) }
    try Self.write(path)
    #expect(throws: RecordingFault.self) { try Self.write(path) }
  }
}
