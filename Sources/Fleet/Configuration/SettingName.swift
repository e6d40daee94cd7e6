/// The name of a setting, as the environment spells it.
package enum SettingName: String, CaseIterable, Sendable {
  case amqpURL = "LIVERY_AMQP_URL"
  case store = "LIVERY_STORE"
  case catalogue = "LIVERY_CATALOGUE"
  case lanes = "LIVERY_LANES"
  case prefetch = "LIVERY_PREFETCH"
  case batchLimit = "LIVERY_BATCH_LIMIT"
  case drainSeconds = "LIVERY_DRAIN_SECONDS"
  case quoteKeys = "LIVERY_QUOTE_KEYS"
  case payments = "LIVERY_PAYMENTS"
  case deadLetters = "LIVERY_DEAD_LETTERS"
  case deadLetterDays = "LIVERY_DEAD_LETTER_DAYS"
  case probePort = "LIVERY_PROBE_PORT"
  case probeAddress = "LIVERY_PROBE_ADDRESS"
  case clockLimitSeconds = "LIVERY_CLOCK_LIMIT_SECONDS"
  case logLevel = "LIVERY_LOG_LEVEL"
}
