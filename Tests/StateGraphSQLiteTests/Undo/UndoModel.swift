import StateGraphSQLite
import TestSupport

/// The expected behavior of an undo log, computed from whole copies of the tables.
///
/// A step is the difference of two copies. The model knows nothing of statements, triggers or
/// images.
struct UndoModel {
  typealias Tables = CollidingTables.Model

  struct Row: Equatable {
    let old: [SQLiteValue]?
    let new: [SQLiteValue]?
  }

  struct Step {
    var name: String
    var rows: [String: [RowKey: Row]]
    var group: String?
    var writtenAt: Int64
  }

  enum Outcome {
    case nothing
    case conflict
    /// A rule of the schema refuses the rows.
    case constraint
    case applied(Tables, name: String)
  }

  var limit: Int
  private(set) var done: [Step] = []
  private(set) var undone: [Step] = []

  init(limit: Int) { self.limit = limit }

  var undoName: String? { done.last?.name }
  var redoName: String? { undone.last?.name }

  mutating func clear() { (done, undone) = ([], []) }

  mutating func write(
    _ name: String,
    group: String?,
    at time: Int64,
    from before: Tables,
    to after: Tables
  ) {
    let rows = UndoModel.difference(before, after)
    guard !rows.isEmpty else { return }
    if undone.isEmpty, let newest = done.last, let group, newest.group == group,
      time >= newest.writtenAt, time - newest.writtenAt <= 1_000,
      let joined = UndoModel.join(newest.rows, rows)
    {
      done.removeLast()
      if !joined.isEmpty {
        done.append(Step(name: name, rows: joined, group: group, writtenAt: time))
      }
    } else {
      done.append(Step(name: name, rows: rows, group: group, writtenAt: time))
    }
    undone = []
    if done.count > limit { done.removeFirst(done.count - limit) }
  }

  /// The expected tables after an undo or a redo.
  func outcome(isUndo: Bool, of tables: Tables) -> Outcome {
    guard let step = isUndo ? done.last : undone.last else { return .nothing }
    var result = tables
    for (table, rows) in step.rows {
      for (key, row) in rows {
        let (from, to) = isUndo ? (row.new, row.old) : (row.old, row.new)
        let current = tables[table]?[key]
        if UndoModel.areSame(current, from) {
          result[table, default: [:]][key] = to
        } else if let from, let to, let current,
          let merged = UndoModel.merge(current, from: from, to: to)
        {
          result[table, default: [:]][key] = merged
        } else {
          return .conflict
        }
      }
    }
    result = result.filter { !$0.value.isEmpty }
    return UndoModel.isAllowed(result) ? .applied(result, name: step.name) : .constraint
  }

  mutating func apply(isUndo: Bool) {
    guard var step = isUndo ? done.popLast() : undone.popLast() else { return }
    step.group = nil
    if isUndo { undone.append(step) } else { done.append(step) }
  }

  // MARK: Rows

  private static func areSame(_ left: [SQLiteValue]?, _ right: [SQLiteValue]?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.count == right.count && zip(left, right).allSatisfy { $0.isIdentical(to: $1) }
  }

  /// Changes the columns that the step has changed, or returns nil if one of them has another value.
  private static func merge(
    _ current: [SQLiteValue],
    from: [SQLiteValue],
    to: [SQLiteValue]
  ) -> [SQLiteValue]? {
    var merged = current
    for column in current.indices where !from[column].isIdentical(to: to[column]) {
      guard current[column].isIdentical(to: from[column]) else { return nil }
      merged[column] = to[column]
    }
    return merged
  }

  private static func difference(_ before: Tables, _ after: Tables) -> [String: [RowKey: Row]] {
    var result: [String: [RowKey: Row]] = [:]
    for table in Set(before.keys).union(after.keys) {
      let (old, new) = (before[table] ?? [:], after[table] ?? [:])
      for key in Set(old.keys).union(new.keys) where !areSame(old[key], new[key]) {
        result[table, default: [:]][key] = Row(old: old[key], new: new[key])
      }
    }
    return result
  }

  private static func join(
    _ earlier: [String: [RowKey: Row]],
    _ later: [String: [RowKey: Row]]
  ) -> [String: [RowKey: Row]]? {
    var result = earlier
    for (table, rows) in later {
      for (key, row) in rows {
        guard let first = earlier[table]?[key] else {
          result[table, default: [:]][key] = row
          continue
        }
        guard areSame(first.new, row.old) else { return nil }
        let isBack = areSame(first.old, row.new)
        result[table]?[key] = isBack ? nil : Row(old: first.old, new: row.new)
      }
    }
    return result.filter { !$0.value.isEmpty }
  }

  /// Whether the UNIQUE rules and the foreign keys of ``CollidingTables`` allow these rows.
  private static func isAllowed(_ tables: Tables) -> Bool {
    let a = (tables["t"] ?? [:]).values.map { $0[1] }.filter { !$0.isNull }
    guard Set(a).count == a.count else { return false }
    let k = (tables["k"] ?? [:]).keys.map { key -> String in
      if case .text(let text) = key.first { text.lowercased() } else { "" }
    }
    guard Set(k).count == k.count else { return false }
    return (tables["c"] ?? [:]).values.allSatisfy { row in
      row[1].isNull || tables["t"]?[RowKey([row[1]])] != nil
    }
  }
}
