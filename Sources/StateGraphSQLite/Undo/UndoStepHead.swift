/// One step of an undo log without its rows.
struct UndoStepHead {
  /// The identifier of the step's row. 0 for a step that is not in the file yet.
  var id: Int64 = 0
  /// The number of the step. A later step of the log has a higher number.
  var number: Int64
  /// The key by which later writes join the step. Nil if no write may join it.
  var group: String?
  /// The time of the newest write of the step, in milliseconds since 2001. Nil without a group.
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
  /// Nil if no step can be undone.
  package var undo: String?
  /// Nil if no step can be redone.
  package var redo: String?

  package init(undo: String? = nil, redo: String? = nil) {
    (self.undo, self.redo) = (undo, redo)
  }

  package static func == (left: UndoNames, right: UndoNames) -> Bool {
    left.undo.map { ByteText($0) } == right.undo.map { ByteText($0) }
      && left.redo.map { ByteText($0) } == right.redo.map { ByteText($0) }
  }
}
