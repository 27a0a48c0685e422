extension DatabaseError {
  static var unknownUndoTable: DatabaseError {
    DatabaseError(
      .schemaMismatch,
      "The table \(UndoStepTable.name) of the file is not the one that this version of the library "
        + "creates. A newer version or another program has created or removed it.",
      remedy: "Update the program, or open the undo log again."
    )
  }

  static var newerUndoStep: DatabaseError {
    DatabaseError(
      .schemaTooNew,
      "A newer version of the library has written a step of the undo log.",
      remedy: "Update the program, or clear the undo log."
    )
  }

  static var damagedUndoStep: DatabaseError {
    DatabaseError(
      .corrupt,
      "A step of the undo log is damaged.",
      remedy: "Clear the undo log."
    )
  }

  static var undoOfSchemaChange: DatabaseError {
    DatabaseError(
      .misuse,
      "A write that changes the schema cannot be undone.",
      remedy: "Change the schema in a migration, or write without `undo`."
    )
  }

  static func tooManyRowsToUndo(_ table: String) -> DatabaseError {
    DatabaseError(
      .tooBig,
      "It is not known which rows of the table \(table) the write has changed: more than "
        + "\(RememberedRowLimit.standard.rowsPerTable), or rows without a usable key.",
      remedy: "Write without `undo`, or in smaller steps."
    )
  }

  static var tooLargeUndoStep: DatabaseError {
    DatabaseError(
      .tooBig,
      "The changed rows of the write need more bytes than the undo log may have.",
      remedy: "Raise the limit of the log, or write without `undo`."
    )
  }

  static var undoInsideWrite: DatabaseError {
    DatabaseError(
      .misuse,
      "An undo, a redo or an undoable write began inside another write.",
      remedy: "Begin it outside, or inside an undoable write of the same log."
    )
  }

  static func undoConflict(_ row: RowTarget, of table: TableSchema) -> DatabaseError {
    let conflict = UndoConflict(row, of: table)
    return DatabaseError(
      .undoConflict,
      "The step cannot be applied, because another write has changed \(conflict) since.",
      remedy: "The step stays in the log, and can be applied when the row is as it was.",
      cause: conflict
    )
  }

  static func undoOfChangedTable(_ table: String) -> DatabaseError {
    DatabaseError(
      .schemaMismatch,
      "The step cannot be applied, because the table \(table) was dropped, or its columns or its "
        + "key have changed since.",
      remedy: "The step stays in the log. Clear the log if the new schema is here to stay."
    )
  }

  static func undoBlockedByTriggers(_ table: String) -> DatabaseError {
    DatabaseError(
      .undoConflict,
      "The step cannot be applied, because triggers or rules change other rows of the table "
        + "\(table) whenever its rows are put back.",
      remedy: "The step stays in the log. Change the triggers, or clear the log."
    )
  }

  static func undoBreaksReference(_ reference: BrokenReference) -> DatabaseError {
    DatabaseError(
      .constraint,
      "The step cannot be applied, because a row of the table \(reference.child) would "
        + "refer to a missing row of the table \(reference.parent).",
      remedy: "The step stays in the log, and can be applied when no such row exists.",
      constraint: Constraint(kind: .foreignKey, table: nil, columns: [], name: nil)
    )
  }
}
