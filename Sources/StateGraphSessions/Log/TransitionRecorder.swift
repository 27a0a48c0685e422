public import StateGraphPresentation
import StateGraphSQLite

/// Logs the transitions of one machine in the table of transitions.
///
/// Some rows contain the state: the first row of each machine, each 64th row, and the rows of
/// transitions without an event that can be encoded. The other states follow from the events.
struct TransitionRecorder {
  private static let stateInterval: Int64 = 64

  private let session: String
  private let version: Int64
  private let limit: Int64
  private var number: Int64
  private var isFirst = true

  /// - Parameters:
  ///   - session: The name of the session.
  ///   - version: The version of the state's form.
  ///   - limit: The number of transitions that the log keeps at least.
  ///   - last: The number of the newest logged transition, one of ``TransitionTable/lastNumbers``.
  init(session: String, version: Int64, limit: Int, after last: Int64) {
    self.session = session
    self.version = version
    self.limit = Int64(limit)
    number = last + 1
  }

  /// Inserts the row of a transition in the open transaction.
  ///
  /// - Parameters:
  ///   - event: The event, or nil if the transition has none.
  ///   - state: The state after the transition as JSON text.
  ///   - connection: The connection of the open write.
  func record(_ event: Any?, state: String, on connection: Connection) throws(DatabaseError) {
    // A replay cannot decode an event that is only `Encodable`, so that its row needs the state.
    let text = (event as? any Codable).flatMap { try? JSONText.encode($0) }
    let hasState = isFirst || text == nil || number % TransitionRecorder.stateInterval == 0
    let row = TransitionRow(
      number: number,
      version: version,
      event: text,
      state: hasState ? state : nil
    )
    try TransitionTable.insert(row, of: session, on: connection)
    if hasState { try TransitionTable.deleteBefore(number - limit, of: session, on: connection) }
  }

  /// Continues with the next number, because the transaction was committed.
  mutating func didCommit() {
    number += 1
    isFirst = false
  }
}

/// A transition in the log of a session.
public struct LoggedTransition<T: RestorableTransducer> {
  /// The number of the transition in its session. Numbers ascend.
  public let number: Int
  /// The event, or nil if the transition has none, or one that cannot be stored: the change of
  /// ``RestorableTransducer/resumed(_:)``, and an event whose type is not `Codable`.
  public let event: T.Event?
}
