extension ImportMapping {
  /// All that the mapping says, in an order that is the same in every process.
  var statements: [String] {
    tables.flatMap { name, table in
      table.statements.map { "\(name.debugDescription): \($0)" }
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension TableMapping {
  /// In no order. The texts are quoted, so that no two mappings say the same.
  fileprivate var statements: [String] {
    renames.map { "rename \($0.debugDescription) \($1.debugDescription)" }
      + constants.map { "constant \($0.debugDescription) \($1)" }
      + ignored.map { "ignore \($0.debugDescription)" }
      + splits.map { "split \($0.debugDescription) \($1)" }
      + dates.map { "date \($0.debugDescription) \($1)" }
      + nullSpellings.map { "nulls \($0.debugDescription) \($1)" }
  }
}
