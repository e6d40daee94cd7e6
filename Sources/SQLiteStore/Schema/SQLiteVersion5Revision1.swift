/// What revision 1 of version 5 changes.
enum SQLiteVersion5Revision1 {
  static let sql = """
    -- Rides that version 3 has booked ahead hold the slots of rides for now, 0 to 99. Until their
    -- search begins they get those from 1900 on, which nothing else is booked at.
    UPDATE rides SET slot = slot + 1900, revision = revision + 1,
      document = replace(document, '"slot":' || slot || ',', '"slot":' || (slot + 1900) || ',')
    WHERE slot < 100 AND phase = 'received' AND vehicle_identifier IS NULL AND is_waiting = 0
      AND waiting_since > max(created_at, CAST(strftime('%s', 'now') AS INTEGER) * 1000000)
      AND instr(document, '"slot":' || slot || ',') > 0;
    """
}
