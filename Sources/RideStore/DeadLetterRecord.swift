package import Rides

/// The name of a stored dead letter; it is made from its content.
package struct DeadLetterIdentifier: Identifier {
  package let rawValue: String

  package init(_ rawValue: String) { self.rawValue = rawValue }
}

/// A message that could not be handled, as it is stored: the columns of queries, and the original
/// message.
package struct DeadLetterRecord: Hashable, Sendable {
  /// What has become of a dead letter; a discarded one has no row.
  package enum State: String, Sendable, CaseIterable {
    /// It waits for a decision.
    case dead
    /// It was published again and the broker has it; its outcome is not known.
    case sent
    /// It was published again and handled.
    case redriven
    /// An edited message has replaced it.
    case replaced

    /// The states that need action.
    package static let open: [State] = [.dead, .sent]
  }

  /// Why, when and by which worker the message was dead-lettered.
  package struct Fault: Hashable, Sendable {
    /// The word of the header `x-livery-reason`, or the broker's word for it.
    package var reason: String
    package var message: String
    /// The field at fault.
    package var path: String?
    package var failedAt: Instant
    /// The worker that gave the message up; nil where the broker did.
    package var worker: String?

    package init(
      reason: String, message: String, path: String?, failedAt: Instant, worker: String?
    ) {
      self.reason = reason
      self.message = message
      self.path = path
      self.failedAt = failedAt
      self.worker = worker
    }
  }

  /// The rider, ride and vehicle of the message, if its body names them.
  package struct Subject: Hashable, Sendable {
    package var rider: RiderIdentifier?
    package var ride: RideIdentifier?
    package var vehicle: VehicleIdentifier?

    package init(
      rider: RiderIdentifier? = nil, ride: RideIdentifier? = nil, vehicle: VehicleIdentifier? = nil
    ) {
      self.rider = rider
      self.ride = ride
      self.vehicle = vehicle
    }
  }

  package var identifier: DeadLetterIdentifier
  /// The count of the letter's stored states, from 1.
  package var revision: Int
  /// The dead-letter queue from which it was moved.
  package var queue: String
  package var state: State
  package var fault: Fault
  /// The routing key with which the message was published, or its `type` if only that is known.
  package var type: String?
  /// The exchange to which the message was published, by the broker's word; nil where only the
  /// message itself names one.
  package var exchange: String?
  package var messageIdentifier: String?
  package var correlationIdentifier: String?
  package var subject: Subject
  /// When it was stored, or last returned.
  package var storedAt: Instant
  /// How often it was published again.
  package var redrives: Int
  package var redrivenAt: Instant?
  /// The edited letter in its place.
  package var replacedBy: DeadLetterIdentifier?
  /// The letter in whose place it is.
  package var replaces: DeadLetterIdentifier?
  /// The properties in UTF-8 JSON; only the handlers know its form.
  package var properties: [UInt8]
  package var body: [UInt8]

  /// Makes a new letter of the given values.
  package init(
    identifier: DeadLetterIdentifier, queue: String, fault: Fault, type: String?,
    exchange: String?, messageIdentifier: String?, correlationIdentifier: String?,
    subject: Subject, storedAt: Instant, properties: [UInt8], body: [UInt8],
    state: State = .dead, revision: Int = 1, redrives: Int = 0, redrivenAt: Instant? = nil,
    replacedBy: DeadLetterIdentifier? = nil, replaces: DeadLetterIdentifier? = nil
  ) {
    self.identifier = identifier
    self.queue = queue
    self.fault = fault
    self.type = type
    self.exchange = exchange
    self.messageIdentifier = messageIdentifier
    self.correlationIdentifier = correlationIdentifier
    self.subject = subject
    self.storedAt = storedAt
    self.properties = properties
    self.body = body
    self.state = state
    self.revision = revision
    self.redrives = redrives
    self.redrivenAt = redrivenAt
    self.replacedBy = replacedBy
    self.replaces = replaces
  }
}

/// A dead letter to be replaced, on the condition that it has not changed meanwhile.
package struct DeadLetterUpdate: Hashable, Sendable {
  package var record: DeadLetterRecord
  /// The `revision` that the stored letter must still have.
  package var expectedRevision: Int

  /// Expects the revision of the record as it was read; the stored one gets the next.
  package init(_ record: DeadLetterRecord) {
    self.record = record
    self.record.revision += 1
    expectedRevision = record.revision
  }
}

extension DeadLetterUpdate: RowEncodable {
  package func encode(into rows: inout some StoredRows) {
    record.encode(into: &rows)
    rows.add(expectedRevision)
  }
}

extension DeadLetterRecord: RowEncodable, RowDecodable {
  /// The table of the letters.
  package static let table = StoredTable(
    "dead_letters",
    [
      ("letter_identifier", .text), ("revision", .integer), ("queue", .text), ("state", .text),
      ("reason", .text), ("message", .text), ("path", .text), ("failed_at", .instant),
      ("worker", .text), ("type", .text), ("exchange", .text), ("message_identifier", .text),
      ("correlation_identifier", .text), ("rider_identifier", .text), ("ride_identifier", .text),
      ("vehicle_identifier", .text), ("stored_at", .instant), ("redrives", .integer),
      ("redriven_at", .instant), ("replaced_by", .text), ("replaces", .text),
      ("properties", .document), ("body", .bytes),
    ])

  package func encode(into rows: inout some StoredRows) {
    rows.add(identifier.rawValue)
    rows.add(revision)
    rows.add(queue)
    rows.add(state.rawValue)
    rows.add(fault.reason)
    rows.add(fault.message)
    rows.add(fault.path)
    rows.add(fault.failedAt)
    rows.add(fault.worker)
    rows.add(type)
    rows.add(exchange)
    rows.add(messageIdentifier)
    rows.add(correlationIdentifier)
    rows.add(subject.rider?.rawValue)
    rows.add(subject.ride?.rawValue)
    rows.add(subject.vehicle?.rawValue)
    rows.add(storedAt)
    rows.add(redrives)
    rows.add(redrivenAt)
    rows.add(replacedBy?.rawValue)
    rows.add(replaces?.rawValue)
    rows.add(document: properties)
    rows.add(bytes: body)
  }

  package init(from row: inout some StoredRow & ~Copyable) throws(StoreError) {
    identifier = DeadLetterIdentifier(try row.text())
    revision = try row.int()
    queue = try row.text()
    state = try row.word("state of a dead letter")
    fault = Fault(
      reason: try row.text(), message: try row.text(), path: try row.optionalText(),
      failedAt: try row.instant(), worker: try row.optionalText())
    type = try row.optionalText()
    exchange = try row.optionalText()
    messageIdentifier = try row.optionalText()
    correlationIdentifier = try row.optionalText()
    subject = Subject(
      rider: try row.optionalText().map { RiderIdentifier($0) },
      ride: try row.optionalText().map { RideIdentifier($0) },
      vehicle: try row.optionalText().map { VehicleIdentifier($0) })
    storedAt = try row.instant()
    redrives = try row.int()
    redrivenAt = try row.optionalInstant()
    replacedBy = try row.optionalText().map { DeadLetterIdentifier($0) }
    replaces = try row.optionalText().map { DeadLetterIdentifier($0) }
    properties = try row.bytes()
    body = try row.bytes()
  }
}
