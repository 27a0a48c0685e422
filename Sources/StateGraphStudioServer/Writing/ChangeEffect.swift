import StateGraphRows
import StateGraphSQLite

/// How many rows a transaction has changed, by table, with cascades and triggers.
struct ChangeEffect: Sendable {
  struct Table: Sendable {
    let name: String
    var inserted = 0
    var updated = 0
    var deleted = 0
    /// False if so many rows were changed that they were not counted one by one.
    var isComplete = true
  }

  let tables: [Table]
  let changedRowCount: Int
  /// Whether a statement has changed the tables themselves.
  var changesSchema = false

  init(_ changes: ChangeSet, changedRowCount: Int) {
    self.changedRowCount = changedRowCount
    tables = changes.tables.sorted { $0.key < $1.key }.compactMap { name, changes in
      var table = Table(name: name.string)
      guard case .rows(let rows) = changes else {
        table.isComplete = false
        return table
      }
      for row in rows {
        switch (row.old, row.new) {
        case (nil, nil): break
        case (nil, _): table.inserted += 1
        case (_, nil): table.deleted += 1
        default: table.updated += 1
        }
      }
      return table
    }
  }

  func json(isUndoable: Bool, batch: Int?) -> [UInt8] {
    JSONBuilder.answer { writer in
      writer.key("effects")
      writer.array(of: tables) { writer, table in
        writer.object { writer in
          writer.member("table", text: table.name)
          writer.member("inserted", integer: table.inserted)
          writer.member("updated", integer: table.updated)
          writer.member("deleted", integer: table.deleted)
          writer.member("isComplete", boolean: table.isComplete)
        }
      }
      writer.member("changedRows", integer: changedRowCount)
      writer.member("changesSchema", boolean: changesSchema)
      writer.member("isUndoable", boolean: isUndoable)
      writer.key("batch")
      if let batch { writer.raw(String(batch).utf8) } else { writer.null() }
    }
  }
}
