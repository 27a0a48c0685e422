import StateGraphPersistence

/// Sets each property in a `write`, the same transaction as an undoable write without its log.
class PlainWriteSide: StateGraphSide {
  override class var name: String { "write" }

  override func setNames(shift: Int) {
    forEachName(shift: shift) { user, name in try database.write { user.name = name } }
  }
}

/// Sets each property in a `write` that has no undo log, while the database has an open log with
/// steps.
final class OpenLogSide: PlainWriteSide {
  override class var name: String { "write, beside an open log" }

  private var log: UndoLog?

  required init(path: String, rows: UserRows) throws {
    try super.init(path: path, rows: rows)
    log = try UndoLog("edits", in: database)
  }

  override func hold(_ range: Range<Int>) {
    super.hold(range)
    guard let log else { return }
    forEachName(shift: 1) { user, name in
      try database.write(undo: "Rename", in: log) { user.name = name }
    }
  }
}

/// Sets each property in an undoable `write`, which is a step of its own.
final class UndoableWriteSide: StateGraphSide {
  override class var name: String { "undoable write" }

  private var log: UndoLog?

  required init(path: String, rows: UserRows) throws {
    try super.init(path: path, rows: rows)
    log = try UndoLog("edits", in: database)
  }

  override func setNames(shift: Int) {
    guard let log else { return }
    forEachName(shift: shift) { user, name in
      try database.write(undo: "Rename", in: log) { user.name = name }
    }
  }
}
