package import Rides

/// The leases of those who are sent the updates of rides.
///
/// Of several workers that find a subscription due, one sends the update: the one whose `update`
/// is granted. Adding a status change makes the subscriptions of its ride due, see
/// `RideStore.append`.
package protocol SubscriptionStore {
  /// Inserts subscriptions, or replaces them, all columns: starting twice is starting once.
  func subscribe(_ subscriptions: [Subscription]) throws(StoreError)

  /// The subscriptions among the keys; in a write transaction they are locked, in the order of
  /// their keys.
  ///
  /// Who needs their rides too locks those first, as everybody who changes a ride does.
  func subscriptions(
    _ keys: [SubscriptionKey]
  ) throws(StoreError) -> [SubscriptionKey: Subscription]

  /// Grants each update whose subscription still has the expected `dueAt`, and writes it; gives
  /// back the keys of those that were granted, in the order of `updates`.
  ///
  /// Another `dueAt` is no conflict: somebody else has sent the update, or it has come closer and
  /// will be found due again. Of several updates of one subscription the first that can be granted
  /// is.
  func update(_ updates: [SubscriptionUpdate]) throws(StoreError) -> [SubscriptionKey]

  /// Ends subscriptions; one that is not there is none already.
  func unsubscribe(_ keys: [SubscriptionKey]) throws(StoreError)

  /// Ends all subscriptions of reply queues that are gone.
  func unsubscribe(replyTo queues: [String]) throws(StoreError)

  /// The subscriptions due by an instant, the most overdue first, at most `limit`; never locked.
  func dueSubscriptions(at instant: Instant, limit: Int) throws(StoreError) -> [DueSubscription]
}
