/// The steps of one undo log that an undo can reach, without their rows, and their changes in the
/// file.
///
/// Only the thread that holds the writer lock of the database may use this object. If a method
/// throws, the transaction must be rolled back, and the object must not be used again.
final class UndoStepList {
  private let log: String
  /// The steps, the oldest first. A slice loses its first element without moving the others.
  @exclusivity(unchecked) private var steps: ArraySlice<UndoStepHead> = []
  /// Whether the file has steps of the log that were undone.
  @exclusivity(unchecked) private(set) var hasUndone = false

  /// Reads the steps of a log.
  init(of log: String, on connection: Connection) throws(DatabaseError) {
    self.log = log
    try UndoStepTable.forEachHead(of: log, on: connection) { step, isUndone in
      if isUndone { hasUndone = true } else { steps.append(step) }
    }
  }

  var count: Int { steps.count }
  var oldest: UndoStepHead? { steps.first }
  var newest: UndoStepHead? { steps.last }

  /// Adds a step in a new row of the table.
  func append(
    _ step: UndoStepHead,
    named name: String,
    changes: [UInt8],
    on writer: Connection
  ) throws(DatabaseError) {
    var step = step
    step.id = try UndoStepTable.insert(step, named: name, changes: changes, in: log, on: writer)
    steps.append(step)
  }

  /// Adds a step in the row of the oldest one. The list must not be empty.
  ///
  /// A deletion and an insertion would change two pages of the file. This changes one of them.
  func replaceOldest(
    by step: UndoStepHead,
    named name: String,
    changes: [UInt8],
    on writer: Connection
  ) throws(DatabaseError) {
    var step = step
    step.id = steps.removeFirst().id
    try UndoStepTable.replace(by: step, named: name, changes: changes, on: writer)
    steps.append(step)
  }

  /// Changes the newest step. `step` must have its identifier.
  func replaceNewest(
    by step: UndoStepHead,
    named name: String,
    changes: [UInt8],
    on writer: Connection
  ) throws(DatabaseError) {
    try UndoStepTable.replace(by: step, named: name, changes: changes, on: writer)
    steps[steps.endIndex - 1] = step
  }

  func deleteNewest(on writer: Connection) throws(DatabaseError) {
    guard let step = steps.popLast() else { return }
    try UndoStepTable.delete(step.id, on: writer)
  }

  func deleteOldest(_ count: Int, on writer: Connection) throws(DatabaseError) {
    for _ in 0..<count {
      guard let step = steps.popFirst() else { return }
      try UndoStepTable.delete(step.id, on: writer)
    }
  }

  /// Deletes the steps that were undone, so that they cannot be redone.
  func deleteUndone(on writer: Connection) throws(DatabaseError) {
    try UndoStepTable.deleteUndone(of: log, on: writer)
    hasUndone = false
  }

  func deleteAll(on writer: Connection) throws(DatabaseError) {
    try UndoStepTable.deleteAll(of: log, on: writer)
    steps = []
  }
}
