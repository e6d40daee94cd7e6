// Written from Objects/user-activity.toml by Tests/Lab/messages: change that, not this.

import JSON
import Rides

/// The wire form of a user activity, with which the operator's app continues.
enum UserActivityCoding {
  /// Writes one object.
  static func write(_ value: UserActivity, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("activityType", value.activityType)
    writer.member("title", value.title)
    writer.member("userInfo", value.userInfo)
    writer.endObject()
  }

  /// Reads what is written.
  static func read(_ fields: JSONFields) throws(JSONFault) -> UserActivity {
    UserActivity(
      activityType: try fields.requiredStoredText("activityType"),
      title: try fields.requiredStoredText("title"),
      userInfo: try fields.texts("userInfo"))
  }
}
