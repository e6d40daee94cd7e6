/// What the operator's own app can do for a rider who is on the way.
package struct AppPolicy: Hashable, Sendable {
  /// Where a ride is cancelled; clients of today cancel by the intent.
  package var cancellation: AppActivity?
  /// Such as to share the ride, or to call support.
  package var actions: [AppActivity]
  /// Where a payment is made that is outstanding after the ride.
  package var completion: AppActivity?

  package init(
    cancellation: AppActivity? = nil, actions: [AppActivity] = [], completion: AppActivity? = nil
  ) {
    self.cancellation = cancellation
    self.actions = actions
    self.completion = completion
  }
}

/// One thing that an app can do, by the name under which it knows it.
package struct AppActivity: Hashable, Sendable {
  package var activityType: String
  /// By locale.
  package var titles: [String: String]

  package init(activityType: String, titles: [String: String]) {
    self.activityType = activityType
    self.titles = titles
  }

  /// The activity for a ride, in the words of a locale.
  package func activity(for ride: RideIdentifier, locale: String) -> UserActivity {
    UserActivity(
      activityType: activityType, title: titles[locale] ?? "",
      userInfo: ["rideIdentifier": ride.rawValue])
  }
}
