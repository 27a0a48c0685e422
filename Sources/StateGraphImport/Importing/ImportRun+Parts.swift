import StateGraphFormats
import StateGraphSQLite

/// A reference to a missing row, noted once the record that has it is whole.
struct MissingNote {
  let tracker: ReferenceTracker
  let cells: [Cell]
  let place: InputPlace
}

extension ImportRun {
  /// What a rollback does not undo by itself.
  private struct Memory {
    let counts: [RowCounts?]
    /// The tables whose references had been prepared; temporary tables belong to them.
    let hasReferences: [Bool]
    let outerNotes: [MissingNote]?
  }

  /// Runs `body`, of which all or nothing is kept.
  func whole(_ body: () throws(ImportError) -> Void) throws(ImportError) {
    let memory = Memory(
      counts: writers.map { $0?.counts },
      hasReferences: references.map { $0 != nil },
      outerNotes: missingNotes
    )
    try database { () throws(DatabaseError) in try connection.run("SAVEPOINT stategraph_record") }
    missingNotes = []
    do {
      try body()
    } catch {
      try undo(memory, after: error)
      throw error
    }
    let notes = missingNotes ?? []
    missingNotes = memory.outerNotes
    try database { () throws(DatabaseError) in
      try connection.run("RELEASE stategraph_record")
      for note in notes { try note.tracker.noteMissing(note.cells, at: note.place) }
    }
  }

  private func undo(_ memory: Memory, after error: ImportError) throws(ImportError) {
    missingNotes = memory.outerNotes
    // The table may have a rule that ends the transaction; then there is nothing left to undo.
    guard !connection.isAutocommit else { return }
    try database { () throws(DatabaseError) in
      try connection.run("ROLLBACK TO stategraph_record")
      try connection.run("RELEASE stategraph_record")
    }
    for (table, writer) in writers.enumerated() { writer?.restore(memory.counts[table]) }
    forgetReferences { !memory.hasReferences[$0] }
    forgetRows()
  }

  /// Forgets what is known of rows without looking.
  func forgetRows() {
    for writer in writers { writer?.forgetSettled() }
    for reference in references.flatMap({ $0 ?? [] }) { reference.tracker.forgetFound() }
  }
}
