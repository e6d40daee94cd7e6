import Glibc

/// Makes a write to a closed socket an error everywhere in the process, instead of its end by
/// SIGPIPE.
///
/// OpenSSL writes without `MSG_NOSIGNAL`, so that a broker that leaves would end the worker
/// (alanxz/rabbitmq-c 344). Programs call it once, before their first connection.
package func ignoreBrokenPipes() {
  signal(SIGPIPE, SIG_IGN)
}
