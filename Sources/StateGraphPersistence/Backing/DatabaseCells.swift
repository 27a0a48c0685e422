import StateGraphCore
import StateGraphLive
import StateGraphSQLite
import StateGraphThreads

/// The cells of a database that graph nodes use. A cell is the value of one column in one row.
///
/// A router finds the cells that a commit changes. The `deinit` of a cell takes the lock of this
/// registry. A method that holds the lock must therefore not release the last reference to a cell.
final class DatabaseCells: CommitFollower {
  private struct Entry {
    let number: UInt64
    weak var cell: DatabaseCell?
    /// The number and the template by which the router knows the cell. They are needed to remove
    /// it.
    var route: (slot: SlotNumber, template: RouteTemplate)?
  }

  private struct State {
    var entries: [CellAddress: Entry] = [:]
    var router = Router()
    var slots = NumberedSlots<CellAddress>()
    /// The schemas of the cells' tables as of the last commit, by name.
    ///
    /// The schema is nil for a table that the file does not have.
    var tables: [SQLiteValue: TableSchema?] = [:]
    /// The names of tables that were read inside the open write.
    ///
    /// If the write is rolled back, these tables must be read again.
    var tablesOfWrite: Set<SQLiteValue> = []
    var lastNumber: UInt64 = 0

    /// Registers the address with the router, if the file has the column.
    ///
    /// Each commit that changes the row then finds the cell.
    mutating func route(_ address: CellAddress) {
      guard let table = tables[.text(address.table)], entries[address]?.route == nil,
        let layout = try? CellLayout(address, table: table)
      else { return }
      let slot = slots.insert(address)
      router.insert(slot, for: layout.template, values: [address.id], in: layout.table)
      entries[address]?.route = (slot, layout.template)
    }
  }

  private let state = Guarded(State())

  /// The number of cells that graph nodes use.
  var count: Int { state.withLock { $0.entries.count } }

  /// Returns the number of cells that the router finds for rows of this table.
  func slotCount(in table: String) -> Int {
    state.withLock { $0.router.slots(affectedBy: .reset(of: table)).count }
  }

  /// Returns the cell at an address. Creates the cell if there is none.
  func cell(
    at address: CellAddress,
    in database: Database,
    make: (_ number: UInt64) -> DatabaseCell
  ) -> DatabaseCell {
    let cell = state.withLock { state -> DatabaseCell in
      if let cell = state.entries[address]?.cell { return cell }
      state.lastNumber += 1
      let cell = make(state.lastNumber)
      // If an old cell at this address is being released, the new cell takes over its registration
      // in the router.
      let route = state.entries[address]?.route
      state.entries[address] = Entry(number: state.lastNumber, cell: cell, route: route)
      state.route(address)
      return cell
    }
    // If the schema cannot be read here, the cell's first read tries again and reports the error.
    _ = try? table(of: address, in: database)
    return cell
  }

  func forget(_ address: CellAddress, number: UInt64) {
    state.withLock { state in
      guard let entry = state.entries[address], entry.number == number else { return }
      state.entries[address] = nil
      if let (slot, template) = entry.route {
        state.router.remove(slot, for: template, values: [address.id])
        _ = state.slots.remove(slot)
      }
    }
  }

  /// Returns the SQL statements of a cell, for the schema as of the last commit.
  ///
  /// Returns `nil` for a setting if the table of settings does not exist yet.
  func layout(of address: CellAddress, in database: Database) throws -> CellLayout? {
    let table = try table(of: address, in: database)
    if table == nil, address.isSetting { return nil }
    return try CellLayout(address, table: table)
  }

  func knownTable(_ name: String) -> TableSchema? {
    state.withLock { $0.tables[.text(name)] ?? nil }
  }

  private func table(of address: CellAddress, in database: Database) throws -> TableSchema? {
    let name = SQLiteValue.text(address.table)
    if let known = state.withLock({ $0.tables[name] }) { return known }
    // The write lock prevents a commit between reading the schema and watching the table.
    return try database.readHoldingWriterLock { _ in
      try readTables([name], in: database)
      return state.withLock { $0.tables[name] ?? nil }
    }
  }

  /// Reads the schemas of these tables from the file again.
  ///
  /// Also registers all cells with a new router. The caller must hold the write lock.
  private func readTables(_ names: some Sequence<SQLiteValue>, in database: Database) throws {
    for case .text(let name) in names {
      let table = try database.table(name)
      if let table { try database.watch(table) }
      state.withLock { state in
        state.tables[.text(name)] = .some(table)
        if database.isWriting { state.tablesOfWrite.insert(.text(name)) }
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
  func didCommit(_ changeSet: ChangeSet, in database: Database, epoch: inout GraphEpoch) {
    if changeSet.schemaChanged { readTablesAgain(in: database) }
    let touched = state.withLock { state -> [DatabaseCell] in
      if !state.tablesOfWrite.isEmpty { state.tablesOfWrite = [] }
      if state.entries.isEmpty { return [] }
      let addresses =
        changeSet.schemaChanged
        ? Array(state.entries.keys)
        : state.router.slots(affectedBy: changeSet).compactMap { state.slots[$0] }
      return addresses.compactMap { state.entries[$0]?.cell }
    }
    for cell in touched where cell.didCommit() { epoch.touch(cell.signal) }
  }

  func didRollBack(in database: Database) {
    let names = state.withLock { state in
      defer { state.tablesOfWrite = [] }
      return state.tablesOfWrite
    }
    forgetTables(names)
    if !names.isEmpty { try? readTables(names, in: database) }
  }

  private func readTablesAgain(in database: Database) {
    let names = state.withLock { Set($0.tables.keys) }
    forgetTables(names)
    try? readTables(names, in: database)
  }

  /// Removes the cached schemas of these tables.
  ///
  /// The schema is read again at the next use of a cell of the table.
  private func forgetTables(_ names: Set<SQLiteValue>) {
    state.withLock { state in for name in names { state.tables[name] = nil } }
  }
}

extension DatabaseGraph {
  /// The registry of the cells that graph nodes of this database use.
  var cells: DatabaseCells { attachments.object { DatabaseCells() } }

  /// Returns the cell at an address. All graph nodes with this address share the cell.
  func cell(at address: CellAddress, in database: Database) -> DatabaseCell {
    cells.cell(at: address, in: database) { number in
      DatabaseCell(address, in: database, graph: self, number: number)
    }
  }
}
