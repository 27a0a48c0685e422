public import StateGraphCore
public import StateGraphSQLite

/// The changes of a commit and their effects.
///
/// A report contains the counts of changed rows, the invalidated ("marked") graph nodes, the reads
/// of the file with their reasons, and the called observers.
///
/// ```swift
/// let report = database.explain { ada.name = "Ada Lovelace" }
/// #expect(report.wakes(only: ada.$name))
/// ```
///
/// A report never changes. It contains names of types and columns, statements, and places in the
/// source code. It contains no values of rows.
public struct CommitReport: Sendable {
  /// The changes of one table, as counts of rows and names of columns.
  public struct Table: Sendable, Hashable {
    /// The table's name in the database.
    public let name: String
    /// The number of rows that the commit inserted. 0 if ``isReset`` is true.
    public let insertedRowCount: Int
    /// The number of rows that the commit deleted. 0 if ``isReset`` is true.
    public let deletedRowCount: Int
    /// The number of rows in which the commit changed a value. 0 if ``isReset`` is true.
    public let updatedRowCount: Int
    /// The columns with a changed value in any of the updated rows, in declared order.
    public let updatedColumns: [String]
    /// Whether the commit changed too many rows to record each of them.
    ///
    /// If true, all live queries and relationships of the table are read again, and the row counts
    /// are 0.
    public let isReset: Bool
  }

  /// The graph nodes with the same name that the commit invalidated ("marked").
  public struct Mark: Sendable, Hashable {
    /// The name that the invalidated nodes have in common.
    ///
    /// For a property, the name is "User.name", and for a relationship "User.posts". For a live
    /// query, it is the SQL statement with `?` for each value. Settings and the set of a table's
    /// rows have names, too.
    public let name: String
    /// The number of invalidated nodes with the name ``name``.
    public let count: Int
  }

  /// The reads of the file by live graph nodes with the same name, for the same reason.
  public struct Read: Sendable, Hashable {
    /// The name of the nodes that have read the file, as in ``Mark/name``.
    public var name: String { kind.name.string }
    /// The reason why the nodes have read the file.
    public var reason: Reason { kind.reason }
    /// The number of reads by all nodes with this name, for this reason.
    public let count: Int

    let kind: Kind

    struct Kind: Hashable {
      let name: ByteText
      let reason: Reason
    }
  }

  /// The called observers that were registered on the same source line, for nodes with the same
  /// name.
  public struct Observer: Sendable, Hashable {
    /// The file in which the observers were registered, such as "Module/File.swift".
    ///
    /// `nil` for an asynchronous sequence, and for Swift's Observation.
    public var fileID: String? { kind.fileID?.string }
    /// The line in the file, counted from 1. 0 if the file is unknown.
    public var line: Int { kind.line }
    /// The name of the observed node as in ``Mark/name``, or the source line that created the node.
    public var node: String { kind.node.string }
    /// The number of calls of these observers.
    public let callCount: Int

    let kind: Kind

    struct Kind: Hashable {
      let fileID: ByteText?
      let line: Int
      let node: ByteText
    }
  }

  /// The number of the commit since the database was opened, counted from 1.
  ///
  /// If the report contains several commits, this is the number of the newest one.
  public let number: UInt64
  /// The number of commits in the report. A report of `explain` can contain none or several.
  public let commitCount: Int
  /// Whether the commit created, altered or dropped a table. If true, all tables are read again.
  public let isSchemaChanged: Bool
  /// The changes of the tables that stores, relationships, settings and cells use, sorted by name.
  public let tables: [Table]
  /// The number of live queries and relationships that the commit invalidated.
  public let markedSlotCount: Int
  /// The number of graph nodes of all kinds that the commit invalidated directly. Nodes that only
  /// depend on these nodes are not counted.
  public let touchedNodeCount: Int

  /// Whether the effects of the commit were recorded: ``marks``, ``reads``, ``observers``,
  /// ``statements`` and ``omittedCount``. If false, these properties are empty or 0.
  ///
  /// For `Database.lastCommit`, the effects are recorded only if
  /// `Database.Configuration.explainsCommits` is set.
  public let isRecorded: Bool
  /// The graph nodes that the commit invalidated, sorted by name. Empty if ``isRecorded`` is false.
  public let marks: [Mark]
  /// The reads of the file by live queries and relationships since the commit, sorted by name.
  ///
  /// A node reads the file when the program reads the node, or when the node has an observer.
  /// SELECTs that load missing entities of a result are counted only in ``statements``.
  public let reads: [Read]
  /// The observers that were called because of the commit, sorted by file and line.
  ///
  /// The list also contains indirect observers, which observe a value that another observer has
  /// set. An observer on an actor or executor is counted when its call is scheduled.
  public let observers: [Observer]
  /// The numbers of statements that the database has run since the recording began, on all threads.
  public let statements: StatementCounts
  /// The number of entries that ``marks``, ``reads`` and ``observers`` do not list.
  ///
  /// The report lists at most 1,000 entries of each kind.
  public let omittedCount: Int

  let calledNodes: Set<UInt>
}

extension CommitReport.Read {
  /// The reason why a live query or a relationship has read the file.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The result was not in memory.
    ///
    /// The cause is the first read of the result, a very large commit, a change of the schema, or
    /// an import.
    case first
    /// A query with a LIMIT needed more rows, because commits have removed rows from its result.
    ///
    /// Such a query keeps some spare rows after the limit in memory. This read happens when no
    /// spare row is left.
    case refill
    /// Rows of a joined table have changed, and the related rows of the query were read again.
    case related
    /// A row of the commit was not found, because a later commit had already deleted the row.
    case lost
    /// Only SQLite can compute the query's result, so the changed rows cannot update the result in
    /// memory.
    case unfollowed
    /// The rows in memory contradicted the rows of the commit. This is a bug of the library.
    case inconsistent
  }
}

extension CommitReport {
  /// Returns whether the commit called observers of exactly these nodes, and caused exactly `reads`
  /// reads.
  ///
  /// A read is a read of the file by a live node. The result is false if the report is incomplete:
  /// see ``isRecorded`` and ``omittedCount``.
  ///
  /// Pass the nodes that were observed: `ada.$name` or `ada.$posts` of an entity, or the node that
  /// ``Query/live`` returned. Each call of ``Query/live`` returns a different node.
  public func wakes(only nodes: GraphNode..., reads: Int = 0) -> Bool {
    isRecorded && omittedCount == 0 && readCount == reads
      && calledNodes == Set(nodes.map(\.observedReference.id))
  }

  /// The number of reads of the file by live queries and relationships.
  public var readCount: Int { reads.reduce(0) { $0 + $1.count } }
}
