/// Something to go on with in the operator's app: what a back end can say of SiriKit's
/// `NSUserActivity`.
package struct UserActivity: Hashable, Sendable {
  /// The name under which the app knows the activity, in reverse domain notation.
  package var activityType: String
  package var title: String
  package var userInfo: [String: String]

  package init(activityType: String, title: String, userInfo: [String: String] = [:]) {
    self.activityType = activityType
    self.title = title
    self.userInfo = userInfo
  }
}
