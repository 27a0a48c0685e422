/// The steps of one undo log that an undo can reach, without their rows. Each method changes the
/// steps in this list and in the file.
///
/// Only the thread that holds the writer lock of the database may use this object. If a method
/// throws, the transaction must be rolled back, and the object must not be used again.
final class UndoStepList {
  private let log: String
  /// The steps, the oldest first. A slice loses its first element without moving the others.
  @exclusivity(unchecked) private var steps: ArraySlice<UndoStepHead> = []
  /// Whether the file has steps of the log that were undone.
  @exclusivity(unchecked) private(set) var hasUndone = false

  /// Reads the newest steps of a log, and deletes older ones.
  ///
  /// Another program may have written any number of steps.
  init(of log: String, atMost count: Int, on writer: Connection) throws(DatabaseError) {
    self.log = log
    let found = try UndoStepTable.newest(min(count, Int.max - 1) + 1, of: log, on: writer)
    steps = found[...]
    hasUndone = try UndoStepTable.hasUndone(of: log, on: writer)
    try deleteOldest(found.count - count, on: writer)
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
  /// A deletion and an insertion mostly change two pages of the file. A replacement mostly changes
  /// one.
  func replaceOldest(
    by step: UndoStepHead,
    named name: String,
    changes: [UInt8],
    on writer: Connection
  ) throws(DatabaseError) {
    var step = step
    step.id = steps.removeFirst().id
    if try !UndoStepTable.replace(by: step, named: name, changes: changes, on: writer) {
      // A trigger of the file has deleted the row.
      step.id = try UndoStepTable.insert(step, named: name, changes: changes, in: log, on: writer)
    }
    steps.append(step)
  }

  /// Changes the newest step. `step` must have its identifier.
  func replaceNewest(
    by step: UndoStepHead,
    named name: String,
    changes: [UInt8],
    on writer: Connection
  ) throws(DatabaseError) {
    guard try UndoStepTable.replace(by: step, named: name, changes: changes, on: writer) else {
      throw UndoStepTable.stepPrevented
    }
    steps[steps.endIndex - 1] = step
  }

  func deleteNewest(on writer: Connection) throws(DatabaseError) {
    guard let step = steps.popLast() else { return }
    try UndoStepTable.delete(step.id, on: writer)
  }

  /// Deletes the oldest steps, but never the newest one.
  func deleteOldest(_ count: Int, on writer: Connection) throws(DatabaseError) {
    guard count > 0, steps.count > 1 else { return }
    steps.removeFirst(min(count, steps.count - 1))
    if let oldest { try UndoStepTable.delete(before: oldest, of: log, on: writer) }
  }

  /// Deletes the steps that begin before the byte `byte` of the log, but never the newest one.
  func delete(beforeByte byte: Int64, on writer: Connection) throws(DatabaseError) {
    try deleteOldest(steps.prefix { $0.bytesBefore < byte }.count, on: writer)
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

/// One step of an undo log without its rows.
struct UndoStepHead {
  /// The identifier of the step's row. 0 for a step that is not in the file yet.
  var id: Int64 = 0
  /// The number of the step. A later step of the log has a higher number.
  var number: Int64
  /// The key by which later writes join the step, or nil if no write may join it.
  var group: String?
  /// The time of the newest write of the step, in milliseconds since 2001, or nil without a group.
  var writtenAt: Int64?
  /// The number of bytes of all earlier steps of the log, also of those that were deleted.
  var bytesBefore: Int64
  /// The number of bytes of the rows of this step.
  var byteCount: Int64

  /// The number of bytes of all steps up to this one.
  ///
  /// Any program may have written the numbers, so the addition must not trap.
  var bytesThrough: Int64 { bytesBefore &+ byteCount }
}

/// The direction in which a step of an undo log is applied.
package enum UndoDirection: Sendable {
  case undo, redo
}

/// The names of the steps that the next undo and the next redo of a log apply.
package struct UndoNames: Equatable, Sendable {
  /// The value is nil if no step can be undone.
  package var undo: String?
  /// The value is nil if no step can be redone.
  package var redo: String?

  package init(undo: String? = nil, redo: String? = nil) {
    (self.undo, self.redo) = (undo, redo)
  }

  package static func == (left: UndoNames, right: UndoNames) -> Bool {
    left.undo.map { ByteText($0) } == right.undo.map { ByteText($0) }
      && left.redo.map { ByteText($0) } == right.redo.map { ByteText($0) }
  }
}
