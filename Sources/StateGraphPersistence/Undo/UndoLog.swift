public import StateGraphCore
public import StateGraphSQLite

/// The undoable writes of one place in an app, such as a window. The database file keeps them.
///
/// ```swift
/// let undoLog = try UndoLog("main window", in: database)
/// try database.write(undo: "Rename Book", in: undoLog) { book.title = "Emma" }
/// try undoLog.undo()
/// ```
///
/// Each step keeps the rows that its write has changed, before and after the write, also those that
/// triggers and cascades have changed. The rows of all tables are kept, except virtual tables,
/// tables of the library, and those that the log leaves out. Undo and redo work after a restart,
/// and in another process. All objects with the same name and file are the same log.
///
/// An undo changes the columns that the step has changed. A later change of another column stays.
///
/// An undo or a redo is one transaction. Entities and live nodes follow it as any other commit.
///
/// Any thread can use the log.
public final class UndoLog: Sendable {
  /// The name of the log in the file. Two names are equal if their bytes are equal.
  public let name: String
  /// The database with the log. The log keeps it open.
  public let database: Database
  let limit: UndoLimit
  let stored: StoredUndoLog

  /// Whether a step can be undone.
  ///
  /// The node `$canUndo` follows the commits of all writers: of this object, of other objects with
  /// the same name, and of other processes. Inside a write or a snapshot, it has the value of the
  /// transaction or of the snapshot.
  @StateGraphCore.GraphComputed public var canUndo: Bool
  /// Whether a step can be redone. The node is `$canRedo`.
  @StateGraphCore.GraphComputed public var canRedo: Bool
  /// The name of the step that ``undo()`` would undo, or nil if there is none.
  @StateGraphCore.GraphComputed public var undoName: String?
  /// The name of the step that ``redo()`` would make again, or nil if there is none.
  @StateGraphCore.GraphComputed public var redoName: String?

  /// Opens an undo log, and creates it if the file does not have it.
  ///
  /// The first log of a file creates the table `stategraph_undo`, and the table of settings, so
  /// that undoable writes can set settings.
  ///
  /// - Parameters:
  ///   - name: The name of the log, such as the name of a window.
  ///   - database: The database whose writes the log keeps.
  ///   - tables: The names of tables whose rows an undo does not put back, such as an audit trail
  ///     or a table of messages that were sent. All objects of one log leave out the same tables.
  ///   - stepLimit: The maximum number of steps in the log. A write that exceeds it replaces the
  ///     oldest step.
  ///   - byteLimit: The maximum number of bytes of the rows of all steps. A write that exceeds it
  ///     deletes the oldest steps, an eighth of the bytes at once. A write whose own step is larger
  ///     is refused. So is a step of more than 64 MiB, which SQLite does not store.
  /// - Throws: `DatabaseError`. It is `.schemaMismatch` if the file has another table
  ///   `stategraph_undo`, and `.schemaTooNew` if a newer version has written a step. Nothing is
  ///   written then. It is `.readOnly` in a read-only database whose file has no undo log, and
  ///   `.misuse` if a limit is not positive or the file lacks a table that is left out.
  public init(
    _ name: String,
    in database: Database,
    leavingOut tables: [String] = [],
    stepLimit: Int = 100,
    byteLimit: Int = 64 << 20
  ) throws {
    limit = try UndoLimit(stepCount: stepLimit, byteCount: byteLimit)
    (self.name, self.database) = (name, database)
    stored = StoredUndoLog(name, in: database, leavingOut: tables)
    let names = UndoNames.node(of: stored, in: database)
    $canUndo = Computed(name: "canUndo") { _ in names.wrappedValue.undo != nil }
    $canRedo = Computed(name: "canRedo") { _ in names.wrappedValue.redo != nil }
    $undoName = Computed(name: "undoName") { _ in names.wrappedValue.undo }
    $redoName = Computed(name: "redoName") { _ in names.wrappedValue.redo }
    try stored.open()
    if database.configuration.access == .readWrite { try UndoLog.createSettings(in: database) }
  }

  /// Creates the table of settings. A write that creates it cannot be undone.
  private static func createSettings(in database: Database) throws {
    guard try database.table(CellAddress.settingsTable) == nil else { return }
    try CommittedWrite(to: database).run {
      guard try database.table(CellAddress.settingsTable) == nil else { return }
      try database.execute(CellAddress.settingsDefinition)
    }
  }
}

// MARK: - Undo and redo

extension UndoLog {
  /// Puts the rows of the newest step back, in one transaction.
  ///
  /// - Returns: The name of the step, or nil if there is no step to undo.
  /// - Throws: `DatabaseError`. The code is `.undoConflict` if another write has inserted or
  ///   deleted a row of the step since, or has changed the same columns of it and no trigger keeps
  ///   them; the cause is then an `UndoConflict` that names the row. It is
  ///   `.schemaMismatch` if a table or its columns have changed since, `.constraint` if a rule of
  ///   the schema refuses a row, `.misuse` inside a write, `.corrupt` or `.schemaTooNew` if the
  ///   step cannot be read, and `.readOnly` in a read-only database. After an error, nothing has
  ///   changed, and the step stays in the log. If the step was put back but is not durable, the
  ///   method returns, and `Configuration.onWriteFailure` gets the error `.notDurable`.
  @discardableResult
  public func undo() throws -> String? { try stored.apply(.undo, keeping: timestamps) }

  /// Makes the changes of the step that was undone last again, in one transaction.
  ///
  /// - Returns: The name of the step, or nil if there is no step to redo.
  /// - Throws: The errors of ``undo()``.
  @discardableResult
  public func redo() throws -> String? { try stored.apply(.redo, keeping: timestamps) }

  /// Deletes all steps of the log. The rows of the tables stay as they are.
  ///
  /// - Throws: `DatabaseError` if SQLite reports an error. After `.notDurable`, the steps are
  ///   deleted.
  public func clear() throws { try stored.clear() }

  /// The columns with the option `.timestamp(.update)`, by table, of the entity types in use.
  private var timestamps: [ByteText: [String]] {
    var result: [ByteText: [String]] = [:]
    for table in DatabaseGraph.of(database).openTables {
      let definition = table.context.definition
      let names = definition.updateTimestamps.map { definition.columns[$0].name }
      result[ByteText(table.schema.name), default: []] += names
    }
    return result
  }
}

/// Invalidates the nodes of all undo logs of a database after each commit that changes their steps.
final class UndoSteps: CommitFollower {
  /// The signal on which the nodes of all undo logs depend.
  let signal = Signal(keeping: SignalName("undo logs"))

  private static let table = ByteText(LibraryTable.undo)

  func didCommit(_ changeSet: ChangeSet, in database: Database, epoch: inout GraphEpoch) {
    guard changeSet.schemaChanged || changeSet.hasChanges(of: UndoSteps.table) else { return }
    epoch.touch(signal)
  }

  func didRollBack(in database: Database) {}

  func knownTable(_ name: String) -> TableSchema? { nil }
}

extension DatabaseGraph {
  /// The follower of the undo logs of this database.
  var undoSteps: UndoSteps { attachments.object { UndoSteps() } }
}

extension UndoNames {
  /// Returns a node that contains the names of the next steps of an undo log.
  ///
  /// The node reads the file again after each commit that changes steps. If it cannot read the
  /// file, it logs the error and contains no name. It keeps the database open.
  static func node(of log: StoredUndoLog, in database: Database) -> Computed<UndoNames> {
    let graph = DatabaseGraph.of(database)
    let signal = graph.undoSteps.signal
    return Computed(name: "undo log") { _ in
      // Inside a write or a snapshot, the result is not cached, so that it needs no dependency.
      if !UncommittedValues.areVisible { signal.depend() }
      do {
        return try log.names()
      } catch {
        graph.report(error, while: "reading an undo log")
        return UndoNames()
      }
    }
  }
}
