// Written from Messages/Objects by Tests/Lab/messages: change that, not this.

/// What the descriptions of the ride status hide once the ride has ended.
enum PersonalMembers {
  static func hide(in status: inout RideStatus) {
    status.driver?.phoneNumber = nil
    status.cancelingActivity = nil
  }
}
