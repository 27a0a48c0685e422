import StateGraphImport

extension ImportPlan {
  /// Returns the sorted indices of `tables` and of all tables that foreign keys connect with them,
  /// directly or through other tables. The direction of a foreign key does not matter.
  func connected(with tables: [Int]) -> [Int] {
    var found = Set(tables)
    var waiting = tables
    while let next = waiting.popLast() {
      for table in self.tables.indices {
        let isConnected =
          self.tables[table].foreignKeys.contains { $0.parent == next }
          || self.tables[next].foreignKeys.contains { $0.parent == table }
        if isConnected, found.insert(table).inserted { waiting.append(table) }
      }
    }
    return found.sorted()
  }
}
