import JSON
import Messages
import Rides

/// Messages that are at fault themselves.
enum FaultStories {
  static let all = [
    Story(
      "bodies that cannot be read", .begin(),
      .send { $0.list().with { $0.body = Array($0.body.dropLast(7)) } },
      .send { $0.list(with: ["pickupLocation": "the station"]) },
      .send { $0.list(with: ["pickupLocation": ["latitude": 91.5, "longitude": 0]]) },
      .send { $0.list(with: ["riderIdentifier": .null]) },
      .send { $0.list(with: ["pikcupLocation": "none"]).header("strict", .bool(true)) },
      .send { $0.list().with { $0.body = Array("{\"riderIdentifier\":\n".utf8) + [0xFF] } }),
    Story(
      "properties that are wrong", .begin(),
      .send { $0.list().header("schema-version", .integer(2, .int)) },
      .send { $0.list().with { $0.properties.contentType = "text/plain" } },
      .send { $0.ask(.requestRide, $0.booking()).with { $0.properties.messageID = nil } },
      .send { $0.list().header("deadline", .string("tomorrow")) },
      .send { $0.list().header("strict", .string("perhaps")) },
      .send { $0.list().with { $0.properties.replyTo = nil } }),
    Story(
      "breaches of rights", .begin(),
      .send { $0.list().header("x-livery-reason", .string("forged")) },
      .send { $0.list().with { $0.properties.replyTo = "livery.dispatch" } },
      .send { $0.list().with { $0.properties.type = "vehicle.update" } }),
    Story(
      "headers of many types", weight: 2, .begin(),
      .send { $0.list().with { $0.properties.headers += headers } },
      .send { district in
        district.list(.listRideOptionsConfirm).with {
          $0.properties.appID = "city"
          $0.properties.priority = 4
          $0.properties.timestamp = UInt64(clamping: district.now.microseconds / 1_000_000)
          $0.properties.contentType = "application/json; charset=utf-8"
          $0.properties.headers += [
            Header("schema-version", .string("1")), Header("strict", .string("true")),
            Header(
              "traceparent",
              .string("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")),
            Header("tracestate", .string("city=1")),
          ]
        }
      }),
  ]

  /// A header of each type of AMQP.
  private static let headers = [
    Header("x-void", .void), Header("x-bool", .bool(false)),
    Header("x-byte", .integer(-8, .byte)), Header("x-short", .integer(-1_600, .short)),
    Header("x-int", .integer(-320_000, .int)), Header("x-long", .integer(-64_000_000_000)),
    Header("x-unsigned-byte", .unsigned(200, .byte)),
    Header("x-unsigned-short", .unsigned(60_000, .short)),
    Header("x-unsigned-int", .unsigned(4_000_000_000, .int)),
    Header("x-float", .double(0.5, .int)), Header("x-double", .double(0.1)),
    Header("x-decimal", .decimal(scale: 2, mantissa: 4_175)),
    Header("x-text", .string("naïve ☂")), Header("x-bytes", .bytes([0, 1, 254, 255])),
    Header("x-timestamp", .timestamp(1_780_318_800)),
    Header("x-array", .array([.string("a"), .integer(1, .int), .array([])])),
    Header("x-table", .table([Header("inner", .table([Header("deep", .bool(true))]))])),
  ]
}
