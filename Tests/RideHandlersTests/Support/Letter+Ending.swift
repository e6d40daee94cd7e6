import Messages
import Rides

extension Letter {
  /// A cancellation; `more` are further members, each with a comma before it.
  static func cancel(
    _ ride: String, rider: String = "rider-42", asked: Instant? = nil, more: String = ""
  ) -> Letter {
    Letter(
      #"{"riderIdentifier":"\#(rider)","rideIdentifier":"\#(ride)"\#(more)}"#,
      type: "cancel-ride.handle"
    ).id("cancel").asked(asked)
  }

  /// The same message as its user asked at that moment.
  func asked(_ time: Instant?) -> Letter {
    with { letter in
      if let time { letter.headers.append(Header("requested-at", .string(time.rfc3339))) }
    }
  }

  /// The stage before the handling, of the same content.
  var confirm: Letter { with { $0.type = $0.type?.replacing(".handle", with: ".confirm") } }
}
