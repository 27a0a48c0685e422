import CSQLiteLoops
import StateGraphPersistence

/// This library: an `EntityStore` with live entities.
class StateGraphSide: Side {
  class var name: String { "StateGraph" }

  let database: Database
  let users: EntityStore<User>
  let rows: UserRows
  private var held: [User] = []
  private var heldRange: Range<Int> = 0..<0
  private weak var firstOfLastGet: User?

  required convenience init(path: String, rows: UserRows) throws {
    try self.init(Database(path: path), rows: rows)
  }

  init(_ database: Database, rows: UserRows) throws {
    self.database = database
    users = try EntityStore<User>(database)
    self.rows = rows
  }

  deinit { try? database.close() }

  func insert() throws {
    try database.write {
      for row in rows.all { users.add(User(row)) }
    }
  }

  func hold(_ range: Range<Int>) {
    heldRange = range
    held = range.compactMap { users.get(by: .init(rows.all[$0].id)) }
    precondition(held.count == range.count)
  }

  func setNames(shift: Int) {
    for index in held.indices {
      held[index].name = rows.name(heldRange.lowerBound + index, in: heldRange, shift: shift)
    }
  }

  /// Calls `body` with each held entity and its new name. An error ends the program.
  func forEachName(shift: Int, _ body: (User, String) throws -> Void) {
    for index in held.indices {
      let name = rows.name(heldRange.lowerBound + index, in: heldRange, shift: shift)
      do {
        try body(held[index], name)
      } catch {
        preconditionFailure("The write has failed: \(error)")
      }
    }
  }

  func setNamesInOneTransaction(shift: Int) throws {
    try database.write { setNames(shift: shift) }
  }

  func get(_ indexes: [Int]) -> loop_sum {
    precondition(firstOfLastGet == nil, "An entity of the previous round is still in memory.")
    var sum = loop_sum()
    for (place, index) in indexes.enumerated() {
      guard let user = users.get(by: .init(rows.all[index].id)) else { continue }
      sum.add(user)
      if place == 0 { firstOfLastGet = user }
    }
    return sum
  }

  func load() -> Loaded { Loaded(users.getAll()) }
}

/// Adds a sequence that creates its entities while it is added.
final class StateGraphSequenceSide: StateGraphSide {
  override class var name: String { "StateGraph, a sequence" }

  override func insert() throws {
    try database.write { users.add(rows.all.lazy.map { User($0) }) }
  }
}
