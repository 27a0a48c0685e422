import StateGraphCore
import StateGraphLive
import StateGraphSQLite
import StateGraphThreads

/// The cells of a database that nodes are over, and which of them a commit has touched.
///
/// A cell is here while a node over it lives. Nothing of ours may die under the lock, since a
/// cell's last moment takes it again: whatever is loaded from a weak reference leaves the lock
/// before it is let go.
final class DatabaseCells: Sendable {
  private struct Entry {
    let number: UInt64
    weak var cell: DatabaseCell?
    /// What the router has for the address.
    var route: (slot: SlotNumber, template: RouteTemplate)?
  }

  private struct State {
    var entries: [CellAddress: Entry] = [:]
    var router = Router()
    var slots = NumberedSlots<CellAddress>()
    /// The tables that were asked for, by name, as the last commit declares them. Nil where there
    /// is none.
    var tables: [SQLiteValue: TableSchema?] = [:]
    /// The names of those that were looked up inside the open write: it may yet be undone.
    var unsettled: Set<SQLiteValue> = []
    var lastNumber: UInt64 = 0

    /// Lets the router find the address, where the file has the cell.
    mutating func route(_ address: CellAddress) {
      guard let table = tables[.text(address.table)], entries[address]?.route == nil,
        let layout = try? CellLayout(address, table)
      else { return }
      let slot = slots.insert(address)
      router.insert(slot, for: layout.template, values: [address.id], in: layout.table)
      entries[address]?.route = (slot, layout.template)
    }
  }

  private let state = Guarded(State())

  /// How many cells are here.
  var count: Int { state.withLock { $0.entries.count } }

  /// How many of them the router finds by that table's rows.
  func slotCount(in table: String) -> Int {
    state.withLock { $0.router.slots(affectedBy: .reset(of: table)).count }
  }

  /// The cell at that address, made where nobody has it.
  func cell(
    at address: CellAddress,
    in database: Database,
    make: (_ number: UInt64) -> DatabaseCell
  ) -> DatabaseCell {
    let cell = state.withLock { state -> DatabaseCell in
      if let cell = state.entries[address]?.cell { return cell }
      state.lastNumber += 1
      let cell = make(state.lastNumber)
      // A cell that is just dying leaves its slot to this one.
      let route = state.entries[address]?.route
      state.entries[address] = Entry(number: state.lastNumber, cell: cell, route: route)
      state.route(address)
      return cell
    }
    // Where it fails, the first read does so again, and says it.
    _ = try? table(of: address, in: database)
    return cell
  }

  func forget(_ address: CellAddress, _ number: UInt64) {
    state.withLock { state in
      guard let entry = state.entries[address], entry.number == number else { return }
      state.entries[address] = nil
      if let (slot, template) = entry.route {
        state.router.remove(slot, for: template, values: [address.id])
        _ = state.slots.remove(slot)
      }
    }
  }

  /// How to reach the cell in the last commit; nil for a setting while there is no table of
  /// settings.
  func layout(of address: CellAddress, in database: Database) throws -> CellLayout? {
    let table = try table(of: address, in: database)
    if table == nil, address.isSetting { return nil }
    return try CellLayout(address, table)
  }

  /// The table as the last commit declares it; nil where no cell is in it.
  func knownTable(_ name: String) -> TableSchema? {
    state.withLock { $0.tables[.text(name)] ?? nil }
  }

  private func table(of address: CellAddress, in database: Database) throws -> TableSchema? {
    let name = SQLiteValue.text(address.table)
    if let known = state.withLock({ $0.tables[name] }) { return known }
    // With the turn, so that no commit comes between the look and the watch.
    return try database.readHoldingTurn { _ in
      try look(for: [name], in: database)
      return state.withLock { $0.tables[name] ?? nil }
    }
  }

  /// Takes the tables as the file declares them now. Call with the turn held.
  private func look(for names: some Sequence<SQLiteValue>, in database: Database) throws {
    for case .text(let name) in names {
      let table = try database.table(name)
      if let table { try database.watch(table) }
      state.withLock { state in
        state.tables[.text(name)] = .some(table)
        if database.isWriting { state.unsettled.insert(.text(name)) }
      }
    }
    state.withLock { state in
      (state.router, state.slots) = (Router(), NumberedSlots())
      for address in Array(state.entries.keys) {
        state.entries[address]?.route = nil
        state.route(address)
      }
    }
  }
}

// MARK: - Commits

extension DatabaseCells {
  /// Brings the cells up to date with a commit. Call with the turn held.
  func didCommit(_ changeSet: ChangeSet, in database: Database, _ epoch: inout GraphEpoch) {
    if changeSet.schemaChanged { lookAgain(in: database) }
    let touched = state.withLock { state -> [DatabaseCell] in
      if !state.unsettled.isEmpty { state.unsettled = [] }
      if state.entries.isEmpty { return [] }
      let addresses =
        changeSet.schemaChanged
        ? Array(state.entries.keys)
        : state.router.slots(affectedBy: changeSet).compactMap { state.slots[$0] }
      return addresses.compactMap { state.entries[$0]?.cell }
    }
    for cell in touched where cell.didCommit() { epoch.touch(cell.signal) }
  }

  /// A table that the undone write had made or altered is not what it was when it was looked up.
  func didRollBack(in database: Database) {
    let names = state.withLock { state in
      defer { state.unsettled = [] }
      return state.unsettled
    }
    forgetTables(names)
    if !names.isEmpty { try? look(for: names, in: database) }
  }

  private func lookAgain(in database: Database) {
    let names = state.withLock { Set($0.tables.keys) }
    forgetTables(names)
    try? look(for: names, in: database)
  }

  /// Those that cannot be read now are asked for again by who needs them.
  private func forgetTables(_ names: Set<SQLiteValue>) {
    state.withLock { state in for name in names { state.tables[name] = nil } }
  }
}

extension DatabaseGraph {
  /// The cell at that address, the same for everybody.
  func cell(at address: CellAddress, in database: Database) -> DatabaseCell {
    cells.cell(at: address, in: database) { number in
      DatabaseCell(address, database, self, number: number)
    }
  }
}
