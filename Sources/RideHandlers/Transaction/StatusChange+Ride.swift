import Messages
import RideStore
import Rides

extension StatusChange {
  /// The change that brought the ride to its status of now.
  init(of status: RideStatus, encoded: [UInt8], context: MessageContext) {
    self.init(
      key: StatusChangeKey(rideIdentifier: status.rideIdentifier, sequence: status.sequence),
      phase: status.phase, occurredAt: status.updatedAt, status: encoded,
      traceparent: context.traceparent, tracestate: context.tracestate)
  }

  /// The event that tells the change.
  var event: Publication {
    RideStatusEvent(
      rideIdentifier: key.rideIdentifier, sequence: key.sequence, phase: phase,
      occurredAt: occurredAt, status: status, traceparent: traceparent, tracestate: tracestate
    ).publication
  }
}
