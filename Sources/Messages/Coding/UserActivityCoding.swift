import JSON
import Rides

/// The wire form of something to go on with in the operator's app.
enum UserActivityCoding {
  static func write(_ activity: UserActivity, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("activityType", activity.activityType)
    writer.member("title", activity.title)
    if !activity.userInfo.isEmpty {
      writer.key("userInfo")
      writer.beginObject()
      for (name, text) in activity.userInfo.sorted(by: { $0.key < $1.key }) {
        writer.key(dynamic: name)
        writer.string(text)
      }
      writer.endObject()
    }
    writer.endObject()
  }

  /// Reads what `write` has written.
  static func read(_ fields: JSONFields) throws(JSONFault) -> UserActivity {
    var userInfo: [String: String] = [:]
    if let info = try fields.object("userInfo") {
      for name in info.names {
        userInfo[name] = try info.require(name, try info.string(name, atMost: Int.max))
      }
    }
    return UserActivity(
      activityType: try text("activityType", of: fields), title: try text("title", of: fields),
      userInfo: userInfo)
  }

  private static func text(_ name: String, of fields: JSONFields) throws(JSONFault) -> String {
    try fields.require(name, try fields.string(name, atMost: Int.max))
  }
}
