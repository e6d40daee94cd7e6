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

extension Letter {
  /// Feedback; `members` are JSON, each with a comma before it.
  static func feedback(_ ride: String, rider: String = "rider-42", _ members: String) -> Letter {
    Letter(
      #"{"riderIdentifier":"\#(rider)","rideIdentifier":"\#(ride)"\#(members)}"#,
      type: "send-ride-feedback.handle"
    ).id("feedback")
  }

  static func rating(_ rating: Int, of ride: String) -> Letter {
    feedback(ride, #","rating":\#(rating)"#).id("rating")
  }

  static func tip(_ amount: String, for ride: String, in currency: String = "USD") -> Letter {
    feedback(ride, #","tip":{"amount":"\#(amount)","currencyCode":"\#(currency)"}"#).id("tip")
  }
}
