/// How long each step of a connection may take.
package struct AMQPTimeouts: Hashable, Sendable {
  /// The TCP connection and the TLS handshake; looking up the host name is not included.
  package var connect: Duration
  /// From the protocol header to the open virtual host.
  package var login: Duration
  /// Waiting for the broker's answer to a method.
  package var answer: Duration
  /// A write, before the watchdog shuts the socket down.
  package var write: Duration
  /// The interval of heartbeats, whole seconds; a peer silent for two of them is given up.
  ///
  /// The smaller of this and the broker's proposal counts.
  package var heartbeat: Duration

  package init(
    connect: Duration = .seconds(5), login: Duration = .seconds(10),
    answer: Duration = .seconds(10), write: Duration = .seconds(20),
    heartbeat: Duration = .seconds(10)
  ) {
    self.connect = connect
    self.login = login
    self.answer = answer
    self.write = write
    self.heartbeat = heartbeat
  }

  /// The limits to use unless there is a reason for others.
  package static let standard = AMQPTimeouts()
}
