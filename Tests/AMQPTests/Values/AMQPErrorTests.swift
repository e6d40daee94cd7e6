import CRabbitMQ
import Testing

@testable import AMQP

@Suite("AMQP errors")
struct AMQPErrorTests {
  @Test(
    "Lost connections, timeouts and forced closes may be retried",
    arguments: [
      .timeout, .heartbeatTimeout, .connectionClosed, .socketError, .socketClosed, .unknownHost,
      .connectionForced, .resourceError, .internalError, .consumerCancelled,
      .unexpectedFrame,
    ] as [AMQPError.Code])
  func retriable(code: AMQPError.Code) {
    #expect(AMQPError(code: code, operation: "", detail: "").isRetriable)
  }

  @Test(
    "What somebody must change first is not retried",
    arguments: [
      .accessRefused, .notFound, .preconditionFailed, .notAllowed, .invalidParameter, .tableTooBig,
      .contentTooLarge, .syntaxError, .notImplemented, .invalidPath,
    ] as [AMQPError.Code])
  func permanent(code: AMQPError.Code) {
    #expect(!AMQPError(code: code, operation: "", detail: "").isRetriable)
  }

  @Test(
    "A missing permission is reported in the broker's words, of any version",
    arguments: [
      (
        "ACCESS_REFUSED - access to exchange 'e' in vhost '/' refused for user 'u'; x",
        "access to exchange 'e' in vhost '/'"
      ),
      (
        "ACCESS_REFUSED - write access to topic 'k' in exchange 'e' refused for user 'u'",
        "write access to topic 'k' in exchange 'e'"
      ),
      ("ACCESS_REFUSED - Login was refused using authentication mechanism PLAIN", nil),
    ])
  func permission(detail: String, permission: String?) {
    let refused = AMQPError(code: .accessRefused, operation: "", detail: detail)
    #expect(refused.missingPermission == permission)
    #expect(AMQPError(code: .notFound, operation: "", detail: detail).missingPermission == nil)
  }

  @Test(
    "What passes by itself is told from what needs a change by the broker's text",
    arguments: [
      (404, "NOT_FOUND - home node 'rabbit@a' of durable queue 'q' is down or inaccessible", true),
      (404, "NOT_FOUND - queue 'q' in vhost '/' process is stopped by supervisor", true),
      (404, "NOT_FOUND - failed to perform operation on queue 'q' due to timeout", true),
      (404, "NOT_FOUND - no queue 'q' in vhost '/'", false),
      (406, "PRECONDITION_FAILED - delivery acknowledgement on channel 1 timed out", true),
      (406, "PRECONDITION_FAILED - inequivalent arg 'x-queue-type' for queue 'q'", false),
      (530, "NOT_ALLOWED - vhost '/' is down", true),
      (530, "NOT_ALLOWED - connection refused for user 'u': connection limit (1) is reached", true),
      (530, "NOT_ALLOWED - access to vhost '/' refused for user 'u'", false),
    ])
  func passing(code: UInt16, text: String, isRetriable: Bool) {
    var bytes = Array(text.utf8)
    let error = bytes.withUnsafeMutableBytes {
      AMQPError(
        replyCode: code, replyText: amqp_bytes_t(len: $0.count, bytes: $0.baseAddress),
        operation: "")
    }
    #expect(error.isRetriable == isRetriable)
  }

  @Test("A description names the attempt, the code, the reason and whether to retry")
  func describes() {
    let missing = AMQPError(code: .notFound, operation: "declare queue 'q'", detail: "no queue")
    #expect(
      missing.description
        == "declare queue 'q': 404 NOT_FOUND: no queue "
        + "(a retry may help after an operator's change)")
    let late = AMQPError(code: .timeout, operation: "receive", detail: "too late")
    #expect(late.description == "receive: AMQP_STATUS_TIMEOUT: too late (a retry may help)")
  }
}
