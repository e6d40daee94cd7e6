import BrokerFixture
import Fleet
import Foundation

/// The users under which workers run in tests, on every virtual host of the shared broker, with the
/// permissions that `livery topology permissions` prints and no others.
///
/// They are made once for all tests, in one evaluation within the broker: each start of
/// `rabbitmqctl` takes a second.
enum FleetUsers {
  static let password = "password-of-the-test"

  /// Makes the users, the first time.
  static func make() throws { try made.get() }

  private static let made = Result { try TestBroker.control("eval", program()) }.map { _ in }

  private static func program() throws -> String {
    let (prefix, count) = try TestBroker.virtualHosts()
    let users = Permissions.Part.all.map { part in
      let wanted = Permissions(of: part)
      let patterns = [wanted.configure, wanted.write, wanted.read].map(binary)
      let topics = wanted.topics.map {
        "{\([$0.exchange, $0.write, $0.read].map(binary).joined(separator: ","))}"
      }
      return "{\(binary(part.name)),\(patterns.joined(separator: ",")),"
        + "[\(topics.joined(separator: ","))]}"
    }
    return """
      lists:foreach(fun({User, Configure, Write, Read, Topics}) ->
        rabbit_auth_backend_internal:exists(User) orelse
          rabbit_auth_backend_internal:add_user(User, \(binary(password)), <<"test">>),
        lists:foreach(fun(N) ->
          Host = iolist_to_binary(["\(prefix)-", integer_to_list(N)]),
          rabbit_auth_backend_internal:set_permissions(
            User, Host, Configure, Write, Read, <<"test">>),
          [rabbit_auth_backend_internal:set_topic_permissions(
            User, Host, Exchange, TopicWrite, TopicRead, <<"test">>)
            || {Exchange, TopicWrite, TopicRead} <- Topics]
        end, lists:seq(1, \(count)))
      end, [\(users.joined(separator: ","))]).
      """
  }

  /// A text as Erlang writes a binary.
  private static func binary(_ text: String) -> String {
    let escaped = text.map { $0 == "\\" || $0 == "\"" ? "\\\($0)" : String($0) }.joined()
    return "<<\"\(escaped)\">>"
  }
}
