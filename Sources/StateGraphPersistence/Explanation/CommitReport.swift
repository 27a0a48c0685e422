public import StateGraphCore
public import StateGraphSQLite

/// What a commit did, and what became of it: which rows changed, which live nodes that marked,
/// which of them have asked the file again and why, and which observers were called.
///
/// ```swift
/// let report = database.explain { ada.name = "Ada Lovelace" }
/// #expect(report.wakes(only: ada.$name))
/// ```
///
/// A value, as of the moment of asking. It names types, columns, statements and places in the
/// program's text, and contains no value of any row.
public struct CommitReport: Sendable {
  /// What the commit did to one table.
  public struct Table: Sendable, Hashable {
    /// The table's name.
    public let name: String
    /// Rows that were not there before.
    public let insertedRowCount: Int
    /// Rows that are there no more.
    public let deletedRowCount: Int
    /// Rows with another value in some column.
    public let updatedRowCount: Int
    /// The columns in which those differ, in declared order.
    public let updatedColumns: [String]
    /// Whether more changed than it pays to remember: everything live on the table is read again,
    /// and nothing else is known.
    public let isReset: Bool
  }

  /// Live nodes that the commit has marked, as many as have one name.
  public struct Mark: Sendable, Hashable {
    /// What they are: a property ("User.name"), a relationship ("User.posts"), the statement of a
    /// live query with `?` for each value, a setting, a table's membership.
    public let name: String
    /// How many nodes of that name.
    public let count: Int
  }

  /// SQL that live nodes have run.
  public struct Read: Sendable, Hashable {
    /// Which ones, as ``Mark/name`` says it.
    public var name: String { kind.name }
    /// Why.
    public var reason: Reason { kind.reason }
    /// How often.
    public let count: Int

    let kind: Kind

    struct Kind: Hashable {
      let name: String
      let reason: Reason
    }
  }

  /// Observers that were called, as many as were registered at one place for nodes of one name.
  public struct Observer: Sendable, Hashable {
    /// Where they were registered, "Module/File.swift"; nil for an asynchronous sequence, and for
    /// Swift's Observation.
    public var fileID: String? { kind.fileID }
    /// The line there, or 0.
    public var line: Int { kind.line }
    /// What they observe: as ``Mark/name`` says it, or the place of a node of the program's own.
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

  /// The commit's number, counted from 1 since the database was opened. Of several, the newest's.
  public let number: UInt64
  /// How many commits this is about: 1, unless it is of a piece of code that made more or none.
  public let commitCount: Int
  /// Whether a table was made, altered or dropped: then every table is read again.
  public let isSchemaChanged: Bool
  /// What changed in the tables that stores, relationships, settings and cells are over, by name.
  public let tables: [Table]
  /// How many live queries and relationships were marked.
  public let markedSlotCount: Int
  /// How many nodes of all kinds were marked directly.
  public let touchedNodeCount: Int

  /// Whether the rest was recorded. Not so for `Database.lastCommit` unless
  /// `Database.Configuration.explainsCommits` says so.
  public let isRecorded: Bool
  /// Which nodes were marked, by name.
  public let marks: [Mark]
  /// Which live queries and relationships have asked the file since, by name. Reads are lazy: they
  /// happen when somebody reads, or an observer has to know. Entities that were loaded for their
  /// result, because they were not in memory, are among the ``statements`` only.
  public let reads: [Read]
  /// Which observers were called because of the commit, or of what those called have set in memory
  /// in turn, by place. An observer that is called somewhere else, on an actor or an executor,
  /// counts when it is woken.
  public let observers: [Observer]
  /// The statements that the database has run since, of whatever kind and on whatever thread.
  public let statements: StatementCounts
  /// How many marks, reads and calls are not listed: of each, 1,000 different ones are kept.
  public let omittedCount: Int

  let calledNodes: Set<UInt>
}

extension CommitReport.Read {
  /// Why a live query or a relationship has asked the file.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// Nothing was kept: its first read, or the first after more changes than it pays to follow,
    /// a change of the schema, or an import.
    case first
    /// More rows left a window than it keeps behind its end.
    case refill
    /// Rows of another table have changed, and those that they belong to were asked again.
    case related
    /// A row could not be followed: it is gone again by a later commit.
    case lost
    /// Only SQL can answer it.
    case unfollowed
    /// A fault of the library's: the kept rows did not fit the commit's.
    case inconsistent
  }
}

extension CommitReport {
  /// Whether observers of exactly these nodes were called, and live nodes have asked the file
  /// exactly `reads` times. Not where something is missing: see ``isRecorded`` and
  /// ``omittedCount``.
  ///
  /// A node is what was observed: of an entity `ada.$name` and `ada.$posts`, of a query the node
  /// that ``Query/live`` gave, of which there is another each time.
  public func wakes(only nodes: GraphNode..., reads: Int = 0) -> Bool {
    isRecorded && omittedCount == 0 && readCount == reads
      && calledNodes == Set(nodes.map(\.observedReference.id))
  }

  /// How often live queries and relationships have asked the file.
  public var readCount: Int { reads.reduce(0) { $0 + $1.count } }
}
