import CSQLiteLoops

/// The loops of `CSQLiteLoops`, which are written in C.
class CSide: Side {
  class var name: String { SideName.c }

  fileprivate let db: OpaquePointer
  private let rows: UserRows
  private var held: Range<Int> = 0..<0
  private var cached: [String: OpaquePointer] = [:]

  required init(path: String, rows: UserRows) {
    db = loop_open(path)
    self.rows = rows
  }

  deinit {
    for statement in cached.values { sqlite3_finalize(statement) }
    loop_close(db)
  }

  private func prepared(_ sql: String) -> OpaquePointer {
    if let known = cached[sql] { return known }
    let statement = loop_prepare(db, sql)
    cached[sql] = statement
    return statement
  }

  func insert() { loop_insert(db, rows.forC, rows.all.count) }

  func hold(_ range: Range<Int>) { held = range }

  func setNames(shift: Int) {
    let statement = prepared("UPDATE users SET name = ? WHERE id = ?")
    loop_set_names(statement, rows.forC + held.lowerBound, held.count, shift)
  }

  func setNamesInOneTransaction(shift: Int) {
    loop_execute(db, "BEGIN IMMEDIATE")
    setNames(shift: shift)
    loop_execute(db, "COMMIT")
  }

  func get(_ indexes: [Int]) -> loop_sum {
    let statement = prepared(
      "SELECT id, name, email, age, visits, balance FROM users WHERE id = ?"
    )
    return indexes.map(Int64.init).withUnsafeBufferPointer { indexes in
      indexes.baseAddress.map { loop_get(statement, rows.forC, $0, indexes.count) } ?? loop_sum()
    }
  }

  /// Decodes each row without keeping it. No side can load the rows in less time.
  func load() -> Loaded {
    let sum = loop_load(db, "SELECT id, name, email, age, visits, balance FROM users")
    return Loaded { sum }
  }
}

/// Gets all rows in one read transaction, without the locks of a transaction for each row.
final class COneReadSide: CSide {
  override class var name: String { "C, all in one read" }

  override func get(_ indexes: [Int]) -> loop_sum {
    loop_execute(db, "BEGIN")
    defer { loop_execute(db, "COMMIT") }
    return super.get(indexes)
  }
}

/// Changes the oldest of 100 rows of another table with each UPDATE, as a full `UndoLog` does. It
/// reads and encodes nothing, so that its time is SQLite's part of a step.
final class CStepSide: CSide {
  override class var name: String { "C, with steps" }

  /// The number of steps in a full log of `UndoableWriteSide`.
  private static let stepCount = 100
  /// The number of bytes of one of its steps.
  private static let stepBytes = 150

  required init(path: String, rows: UserRows) {
    super.init(path: path, rows: rows)
    loop_execute(
      db,
      """
      CREATE TABLE steps (id INTEGER PRIMARY KEY, number INTEGER NOT NULL, changes BLOB NOT NULL)
      STRICT
      """
    )
    loop_execute(
      db,
      """
      INSERT INTO steps SELECT id, id, zeroblob(\(CStepSide.stepBytes))
      FROM (SELECT rowid AS id FROM users WHERE rowid <= \(CStepSide.stepCount))
      """
    )
    // Neighbouring rows have consecutive rowids, so that the steps are replaced one after the other.
    loop_execute(
      db,
      """
      CREATE TRIGGER step AFTER UPDATE ON users BEGIN
        UPDATE steps
        SET number = number + \(CStepSide.stepCount), changes = zeroblob(\(CStepSide.stepBytes))
        WHERE id = NEW.rowid % \(CStepSide.stepCount) + 1;
      END
      """
    )
  }
}
