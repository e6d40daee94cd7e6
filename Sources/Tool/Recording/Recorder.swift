import Catalogues
import Fleet
import Messages
import Recordings
import Replay
import RideHandlers
import Rides

/// Makes the parts of a recorder from the command line and the settings.
enum Recorder {
  static func run(_ arguments: Arguments, _ context: ToolContext) throws(ToolError) -> RecordRun {
    let configuration = try context.configuration()
    let isMasked = !arguments.has("--no-mask")
    let mask = isMasked ? try mask(configuration, context) : nil
    let megabytes = arguments.integer("--rotate")
    let isStoreNamed = context.environment[SettingName.store.rawValue] != nil
    var header = header(configuration, isMasked: isMasked, context)
    header.hasWriteResponses = isStoreNamed
    let writer = try writer(
      arguments.operand ?? "", header, fileLimit: megabytes.map { $0 << 20 })
    let responses = isStoreNamed ? try StoredResponses(configuration.store) : nil
    return RecordRun(
      writer, mask: mask, responses: responses,
      limits: RecordRun.Limits(
        messages: arguments.integer("--limit") ?? .max,
        duration: arguments.length("--for").map { .seconds($0) },
        bytes: arguments.integer("--size").map { $0 << 20 } ?? .max), context)
  }

  /// Copies of what is published to the exchanges that the arguments name.
  static func tap(
    _ arguments: Arguments, _ configuration: Configuration
  ) throws(ToolError) -> RecordingTap {
    let exchanges = arguments.texts("--exchange")
    let sources = RecordingTap.everything.filter {
      exchanges.isEmpty || exchanges.contains($0.exchange)
    }
    guard !sources.isEmpty else {
      let names = exchanges.joined(separator: "', '")
      throw ToolError(.usage, "--exchange: expected an exchange of Livery's, got '\(names)'")
    }
    try RecordingTap.checkTopology(configuration)
    return try RecordingTap(configuration, sources)
  }

  /// The mask of personal data; it needs the catalogue, for the zones that positions have to stay
  /// in.
  static func mask(
    _ configuration: Configuration, _ context: ToolContext
  ) throws(ToolError) -> MessageMask {
    guard let path = configuration.catalogue else {
      throw ToolError(
        .configuration, "expected LIVERY_CATALOGUE, whose zones a mask keeps, or --no-mask")
    }
    let quotes = MaskedQuotes(configuration.quoteKeys)
    return MessageMask(try context.catalogue(at: path), requote: quotes.requote)
  }

  static func header(
    _ configuration: Configuration, isMasked: Bool, _ context: ToolContext
  ) -> RecordingHeader {
    RecordingHeader(
      startedAt: context.clock(), livery: Version.text(commit: context.commit),
      catalogue: configuration.catalogue.map { "sha256:\(CatalogueSource(path: $0).digest)" },
      isMasked: isMasked,
      settings: [SettingName.payments.rawValue: configuration.payments.rawValue])
  }

  private static func writer(
    _ path: String, _ header: RecordingHeader, fileLimit: Int?
  ) throws(ToolError) -> RecordingWriter {
    do throws(RecordingFault) {
      return try RecordingWriter(path: path, header: header, fileLimit: fileLimit)
    } catch {
      throw ToolError(error)
    }
  }
}
