import CSQLiteLoops
import GRDB

/// GRDB's records, in a `DatabasePool` with GRDB's default settings.
class GRDBRecordSide<Record: UserRecord>: Side {
  class var name: String { Record.sideName }

  let pool: DatabasePool
  let rows: UserRows
  private var held: [Record] = []
  private var heldRange: Range<Int> = 0..<0

  required init(path: String, rows: UserRows) throws {
    pool = try DatabasePool(path: path)
    self.rows = rows
  }

  func insert() throws {
    try pool.write { db in
      for row in rows.all { try Record(row).insert(db) }
    }
  }

  func hold(_ range: Range<Int>) throws {
    heldRange = range
    held = try pool.read { db in
      try range.map { try Record.find(db, key: rows.all[$0].id) }
    }
  }

  func setNames(shift: Int) throws {
    for index in held.indices {
      try pool.write { db in try setName(index, shift: shift, db) }
    }
  }

  func setNamesInOneTransaction(shift: Int) throws {
    try pool.write { db in
      for index in held.indices { try setName(index, shift: shift, db) }
    }
  }

  private func setName(_ index: Int, shift: Int, _ db: GRDB.Database) throws {
    held[index].name = rows.name(heldRange.lowerBound + index, in: heldRange, shift: shift)
    try held[index].update(db, columns: ["name"])
  }

  func get(_ indexes: [Int]) throws -> loop_sum {
    var sum = loop_sum()
    for index in indexes {
      sum.add(try pool.read { db in try Record.find(db, key: rows.all[index].id) })
    }
    return sum
  }

  func load() throws -> Loaded {
    Loaded(try pool.read { db in try Record.fetchAll(db) })
  }
}

/// Gets all rows in one `read`, without the cost of beginning a read for each row.
final class GRDBOneReadSide: GRDBRecordSide<HandwrittenUser> {
  override class var name: String { "GRDB record, all in one read" }

  override func get(_ indexes: [Int]) throws -> loop_sum {
    try pool.read { db in
      var sum = loop_sum()
      for index in indexes {
        sum.add(try HandwrittenUser.find(db, key: rows.all[index].id))
      }
      return sum
    }
  }
}
