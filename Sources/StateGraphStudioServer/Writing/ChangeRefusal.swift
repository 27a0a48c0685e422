import StateGraphSQLite

/// An answer that says why changes were not made: another program has changed a row, or a rule of
/// the schema refuses one.
struct ChangeRefusal {
  let answer: StudioAnswer

  /// Creates the answer for an error that concerns the changes and not the file, or returns nil for
  /// any other error.
  init?(_ error: DatabaseError) {
    switch error.code {
    case .undoConflict:
      answer = StudioAnswer(
        StudioError(
          409,
          "conflict",
          "Another program has changed a row of the batch since.",
          remedy: "Change the rows by hand."
        )
      )
    case .constraint where error.constraint?.kind == .foreignKey:
      answer = StudioAnswer(
        StudioError(
          409,
          "refused",
          "After all changes, a row refers to a row that does not exist.",
          remedy: "Add that row in the same changes, or change the row that refers to it."
        )
      )
    // These messages name tables, columns and rules, and contain no values.
    case .constraint, .typeMismatch, .invalidSQL, .missingExtension:
      answer = StudioAnswer(
        StudioError(409, "refused", error.message, remedy: error.remedy)
      )
    default: return nil
    }
  }

  /// Creates the answer for an error of one change, which the page shows beside the change, or
  /// returns nil for an error that concerns the file.
  init?(_ error: DatabaseError, of failure: ChangeFailure, at index: Int) {
    let codes: [DatabaseError.Code] = [
      .constraint, .typeMismatch, .invalidSQL, .missingExtension,
    ]
    guard codes.contains(error.code) else { return nil }
    let json = JSONBuilder.answer { writer in
      writer.key("error")
      failure.error(error).write(to: &writer)
      writer.member("change", integer: index)
    }
    answer = StudioAnswer(json, status: 409)
  }

  /// The answer if a statement changes another number of rows than its preview.
  static func answer(count: Int, expected: Int) -> StudioAnswer {
    StudioAnswer(
      StudioError(
        409,
        "conflict",
        "The statement would change \(count) rows now, and its preview has shown \(expected).",
        remedy: "Run the statement again to see what it changes now."
      )
    )
  }

  /// The answer if rows are not as the user saw them.
  static func answer(_ conflicts: [(change: Int, current: [UInt8])]) -> StudioAnswer {
    let error = StudioError(
      409,
      "conflict",
      "Another program has changed a row since it was read.",
      remedy: "Compare the values, and stage the change again."
    )
    let json = JSONBuilder.answer { writer in
      writer.key("error")
      error.write(to: &writer)
      writer.key("conflicts")
      writer.array(of: conflicts) { writer, conflict in
        writer.object { writer in
          writer.member("change", integer: conflict.change)
          writer.key("current")
          writer.raw(conflict.current)
        }
      }
    }
    return StudioAnswer(json, status: 409)
  }
}
