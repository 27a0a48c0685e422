public import StateGraphCore
public import StateGraphSQLite

/// The changes of a commit and their effects: the changed rows, the marked nodes, the nodes that
/// have read the file again with the reasons, and the called observers.
///
/// ```swift
/// let report = database.explain { ada.name = "Ada Lovelace" }
/// #expect(report.wakes(only: ada.$name))
/// ```
///
/// A report is a value; later effects of the commit do not change it. It has the names of types and
/// columns, statements, and places in the source code, but no values of rows.
public struct CommitReport: Sendable {
  /// The changes of one table.
  public struct Table: Sendable, Hashable {
    /// The table's name.
    public let name: String
    /// The number of inserted rows.
    public let insertedRowCount: Int
    /// The number of deleted rows.
    public let deletedRowCount: Int
    /// The number of rows with a changed value.
    public let updatedRowCount: Int
    /// The columns with a changed value in any of these rows, in declared order.
    public let updatedColumns: [String]
    /// Whether the commit changed too many rows to record each. All live queries and relationships
    /// of the table are then read again, and the row counts are 0.
    public let isReset: Bool
  }

  /// The graph nodes with one name that the commit invalidated ("marked").
  public struct Mark: Sendable, Hashable {
    /// The name: a property ("User.name"), a relationship ("User.posts"), the statement of a live
    /// query with `?` for each value, a setting, or the membership of a table.
    public let name: String
    /// The number of marked nodes with that name.
    public let count: Int
  }

  /// The reads of the file by live nodes of one name, for one reason.
  public struct Read: Sendable, Hashable {
    /// The name of the nodes, as in ``Mark/name``.
    public var name: String { kind.name }
    /// The reason of the reads.
    public var reason: Reason { kind.reason }
    /// The number of reads.
    public let count: Int

    let kind: Kind

    struct Kind: Hashable {
      let name: String
      let reason: Reason
    }
  }

  /// The called observers that were registered at one place of the source for nodes of one name.
  public struct Observer: Sendable, Hashable {
    /// The file in which they were registered, "Module/File.swift"; nil for an asynchronous
    /// sequence, and for Swift's Observation.
    public var fileID: String? { kind.fileID }
    /// The line in the file, or 0.
    public var line: Int { kind.line }
    /// The name of the observed node as in ``Mark/name``, or its place in the source.
    public var node: String { kind.node }
    /// The number of calls.
    public let callCount: Int

    let kind: Kind

    struct Kind: Hashable {
      let fileID: String?
      let line: Int
      let node: String
    }
  }

  /// The number of the commit since the database was opened, counted from 1; of several commits,
  /// that of the newest.
  public let number: UInt64
  /// The number of commits in the report. A report of `explain` can have none or several.
  public let commitCount: Int
  /// Whether the commit created, altered or dropped a table. All tables are then read again.
  public let isSchemaChanged: Bool
  /// The changes of the tables that stores, relationships, settings and cells use, sorted by name.
  public let tables: [Table]
  /// The number of marked live queries and relationships.
  public let markedSlotCount: Int
  /// The number of directly marked nodes of all kinds.
  public let touchedNodeCount: Int

  /// Whether the following properties were recorded. For `Database.lastCommit` they are recorded
  /// only if `Database.Configuration.explainsCommits` is set.
  public let isRecorded: Bool
  /// The graph nodes that the commit invalidated, sorted by name.
  public let marks: [Mark]
  /// The reads of the file by live queries and relationships since the commit, sorted by name. A
  /// node reads when it is read, or when it has an observer. SELECTs that load missing entities of
  /// a result are counted in ``statements`` only.
  public let reads: [Read]
  /// The observers that were called because of the commit, or because of values that such observers
  /// have set, sorted by place. An observer on an actor or executor is counted when its call is
  /// scheduled.
  public let observers: [Observer]
  /// The numbers of statements that the database has run since the recording began, on all threads.
  public let statements: StatementCounts
  /// The number of marks, reads and calls that are not listed. The report keeps 1,000 entries of
  /// each kind.
  public let omittedCount: Int

  let calledNodes: Set<UInt>
}

extension CommitReport.Read {
  /// Why a live query or a relationship has read the file.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// No rows were kept: the first read, or the first read after a very large commit, a change of
    /// the schema, or an import.
    case first
    /// So many rows left a query with a LIMIT that the spare rows kept after the limit were used
    /// up.
    case refill
    /// Rows of a joined table have changed, and the rows that belong to them were read again.
    case related
    /// A row of the commit could not be loaded, because a later commit had deleted it.
    case lost
    /// Only SQLite can compute the query's result, so that the changed rows could not be applied in
    /// memory.
    case unfollowed
    /// The kept rows contradicted the rows of the commit. This is a bug of the library.
    case inconsistent
  }
}

extension CommitReport {
  /// Whether observers of exactly these nodes were called, and live nodes have read the file
  /// exactly `reads` times. False if the report is incomplete: see ``isRecorded`` and
  /// ``omittedCount``.
  ///
  /// The nodes are those that were observed: `ada.$name` or `ada.$posts` of an entity, or the node
  /// that ``Query/live`` returned. Each call of ``Query/live`` returns another node.
  public func wakes(only nodes: GraphNode..., reads: Int = 0) -> Bool {
    isRecorded && omittedCount == 0 && readCount == reads
      && calledNodes == Set(nodes.map(\.observedReference.id))
  }

  /// The number of reads of the file by live queries and relationships.
  public var readCount: Int { reads.reduce(0) { $0 + $1.count } }
}
