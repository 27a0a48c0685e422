import StateGraphPersistence
public import StateGraphPresentation

extension Session {
  /// Returns the logged transitions of the session, the oldest first. The list is empty if the
  /// session was always opened without a log.
  ///
  /// - Parameter type: The transducer whose machine the session keeps.
  /// - Throws: ``SessionError``. It is `.unreadable` if the database cannot be read, and
  ///   `.damagedState` if an event cannot be decoded.
  public func transitions<T: RestorableTransducer>(
    of type: T.Type
  ) throws(SessionError) -> [LoggedTransition<T>] {
    try loggedRows().map { row throws(SessionError) in
      LoggedTransition(number: Int(row.number), event: try event(of: row, type))
    }
  }

  /// Returns the state after a logged transition.
  ///
  /// The state is computed from the stored events by `update`. No effect is performed: the replay
  /// writes no row and sends no event.
  ///
  /// - Parameters:
  ///   - type: The transducer whose machine the session keeps.
  ///   - number: The number of the transition, from ``transitions(of:)``.
  /// - Returns: The state, or nil if the log does not have the transition.
  /// - Throws: ``SessionError``. It is `.unreadable` if the database cannot be read,
  ///   `.damagedState` if a state or an event cannot be decoded, and `.olderState` or `.newerState`
  ///   if another version of the program has written it.
  public func replay<T: RestorableTransducer>(
    _ type: T.Type,
    to number: Int
  ) throws(SessionError) -> T.State? {
    let rows = try loggedRows().filter { $0.number <= Int64(number) }
    guard rows.last?.number == Int64(number),
      let first = rows.lastIndex(where: { $0.state != nil })
    else { return nil }
    var state: T.State?
    for row in rows[first...] {
      guard row.version <= Int64(T.stateVersion) else {
        throw .newerState(name, version: row.version, known: T.stateVersion)
      }
      guard row.version == Int64(T.stateVersion) else {
        throw .olderState(name, version: row.version, cause: nil)
      }
      if var next = state, let event = try event(of: row, type) {
        _ = T.transition(&next, event: event)
        state = next
      } else if let text = row.state {
        do {
          state = try JSONText.decode(T.State.self, from: text)
        } catch {
          throw .damagedState(name, cause: error)
        }
      }
    }
    return state
  }

  private func loggedRows() throws(SessionError) -> [TransitionRow] {
    do {
      return try TransitionTable.rows(of: name, in: database)
    } catch {
      throw .unreadable(name, cause: error)
    }
  }

  private func event<T: RestorableTransducer>(
    of row: TransitionRow,
    _ type: T.Type
  ) throws(SessionError) -> T.Event? {
    guard let text = row.event, let decodable = T.Event.self as? any Decodable.Type else {
      return nil
    }
    do {
      return try JSONText.decode(decodable, from: text) as? T.Event
    } catch {
      throw .damagedState(name, cause: error)
    }
  }
}
