import StateGraphSQLite

/// An answer that says why changes were not made: another program has changed a row, or a rule of
/// the schema refuses one.
struct ChangeRefusal {
  let answer: StudioAnswer

  /// Creates the answer for an error that concerns the changes and not the file. Nil for any other
  /// error.
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
    // These messages name tables, columns and rules, and contain no values.
    case .constraint, .typeMismatch, .invalidSQL:
      answer = StudioAnswer(
        StudioError(409, "refused", error.message, remedy: error.remedy)
      )
    default: return nil
    }
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
          writer.member("change", conflict.change)
          writer.key("current")
          writer.raw(conflict.current)
        }
      }
    }
    return StudioAnswer(json, status: 409)
  }
}
