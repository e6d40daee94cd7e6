extension Permissions {
  /// The commands for `rabbitmqctl` that give a user these permissions on a virtual host, and no
  /// others there.
  package func commands(user: String, virtualHost: String) -> [String] {
    let place = "--vhost \(Self.quoted(virtualHost)) \(Self.quoted(user))"
    let patterns = [configure, write, read].map(Self.quoted).joined(separator: " ")
    return ["rabbitmqctl set_permissions \(place) \(patterns)"]
      + topics.map { topic in
        "rabbitmqctl set_topic_permissions \(place) \(Self.quoted(topic.exchange)) "
          + "\(Self.quoted(topic.write)) \(Self.quoted(topic.read))"
      }
  }

  /// A word for a shell, in which nothing has a meaning.
  private static func quoted(_ text: String) -> String {
    let escaped = text.map { $0 == "'" ? #"'\''"# : String($0) }.joined()
    return "'\(escaped)'"
  }
}
