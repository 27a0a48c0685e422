package import StateGraphCore

/// The course of one commit: the write, the marked nodes, and the work of the observers, with
/// times.
///
/// It contains names, places and counts, but no values of rows.
package struct CommitTrace: Sendable {
  /// The times of a write, by `SystemClock.uptime`. 0 for a time that is not known.
  package struct Times: Sendable {
    /// When the write had the lock, before its body ran.
    package var start: UInt64 = 0
    /// When the body had ended, before COMMIT.
    package var body: UInt64 = 0
    /// When COMMIT had returned.
    package var commit: UInt64 = 0
    /// When entities and live queries had the new values, and all nodes were marked.
    package var publication: UInt64 = 0
    /// When the write began, in nanoseconds since 1970.
    package var timeOfDay: UInt64 = 0
  }

  /// The number of the commit since the database was opened, counted from 1.
  package let number: UInt64
  /// The call of `write`, or nil for a write that the library began for the program, such as an
  /// assignment to a property.
  package let fileID: String?
  package let line: Int
  /// Whether another process made the commit. The write then has no times of its own.
  package let isForeign: Bool
  package let times: Times
  package let tables: [CommitReport.Table]
  /// The graph nodes that the commit has marked as out of date.
  package let marks: [NumberedNode]
  /// The work of all threads, in the order in which the calls ended.
  package internal(set) var work: [TracedWork] = []
  /// The number of marks and work items that the trace does not list.
  package internal(set) var omittedCount = 0

  /// The largest number of marks and work items of a trace.
  static let limit = 4_096
  /// The largest number of marks of a trace, so that work has room.
  static let markLimit = 1_024
}
