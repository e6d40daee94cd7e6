import AMQP
import Fleet

/// Opens connections to the first broker of the configuration that answers.
enum BrokerLinks {
  /// A bare connection; `role` is what the broker's overviews show of it.
  static func connection(
    _ configuration: Configuration, role: String
  ) throws(ToolError) -> AMQPConnection {
    var failures: [AMQPError] = []
    for endpoint in configuration.endpoints {
      do throws(AMQPError) {
        return try AMQPConnection(to: endpoint, name: "livery \(role)")
      } catch {
        failures.append(error)
      }
    }
    throw ToolError(failures)
  }

  /// A connection in confirm mode.
  static func publisher(
    _ configuration: Configuration, role: String
  ) throws(ToolError) -> Publisher {
    var failures: [AMQPError] = []
    for endpoint in configuration.endpoints {
      do throws(AMQPError) {
        return try Publisher(to: endpoint, name: "livery \(role)")
      } catch {
        failures.append(error)
      }
    }
    throw ToolError(failures)
  }
}
