import StateGraphPersistence

/// Sets each property in a `write`, the same transaction as an undoable write without its log.
final class PlainWriteSide: StateGraphSide {
  override class var name: String { "write" }

  override func setNames(shift: Int) {
    forEachName(shift: shift) { user, name in try database.write { user.name = name } }
  }
}

/// Sets each property in an undoable `write`, which is a step of its own.
class UndoableWriteSide: StateGraphSide {
  override class var name: String { "undoable write" }

  private let log: UndoLog

  required init(path: String, rows: UserRows) throws {
    let database = try Database(path: path)
    log = try UndoLog("edits", in: database)
    try super.init(database, rows: rows)
  }

  override func setNames(shift: Int) {
    forEachName(shift: shift) { user, name in
      try database.write(undo: "Rename", in: log) { user.name = name }
    }
  }
}

/// Sets each property in a `write` without an undo log, while the database has an open log with
/// steps.
final class OpenLogSide: UndoableWriteSide {
  override class var name: String { "write, beside an open log" }

  override func hold(_ range: Range<Int>) {
    super.hold(range)
    super.setNames(shift: 1)
  }

  override func setNames(shift: Int) {
    forEachName(shift: shift) { user, name in try database.write { user.name = name } }
  }
}
