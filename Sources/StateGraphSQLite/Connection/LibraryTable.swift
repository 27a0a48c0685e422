/// The names of the tables that the library creates for itself in the user's database.
///
/// The library leaves these tables out when it reads the user's schema.
package enum LibraryTable {
  /// The table with one row for each applied migration.
  package static let migrations = "stategraph_migrations"
  /// The table with one row for each recent commit.
  ///
  /// Other processes read this table to detect changes of the file.
  package static let commits = "stategraph_commits"
  /// The table with one row for each step of an undo log.
  package static let undo = "stategraph_undo"
  /// The table with one row for each session, which contains the state of a machine.
  package static let sessions = "stategraph_sessions"
  /// The table with one row for each request of a session that is not completed.
  package static let sessionRequests = "stategraph_session_requests"
  /// The table with one row for each logged transition of a session.
  package static let sessionTransitions = "stategraph_session_transitions"
  /// The table with one row, which exists only in a replicated file.
  package static let replica = "stategraph_replica"
  /// The table with the changed rows of transactions that are too large for the commit log.
  package static let chunks = "stategraph_chunks"
  /// The table with the images of the server for rows that a pending transaction has changed.
  package static let base = "stategraph_base"
  /// The table with the transactions that the server has refused.
  package static let refused = "stategraph_refused"
  /// The table with the changed rows of the transactions that the server has refused.
  package static let refusedChanges = "stategraph_refused_changes"
  /// The table with the pending transactions that do not fit the server's state.
  package static let setAside = "stategraph_set_aside"
  /// The prefix of the names of the tables that an import uses for its own records.
  ///
  /// A file contains such a table while an import runs, and after an import was interrupted.
  package static let importPrefix = "stategraph_import"

  private static let names = [
    migrations, commits, undo, sessions, sessionRequests, sessionTransitions, replica, chunks, base,
    refused, refusedChanges, setAside,
  ]

  /// Returns whether the library uses `name` for one of its own tables or for a part of such a
  /// table.
  ///
  /// Such a part is, for example, the index of an import table.
  package static func contains(_ name: String) -> Bool {
    names.contains { name.isSameName(as: $0) } || name.lowercased().hasPrefix(importPrefix)
  }
}
