extension ImportMapping {
  /// All entries of the mapping as texts, in an order that is the same in every process. The
  /// fingerprint of an import contains them, so a changed mapping does not resume an old import.
  var statements: [String] {
    tables.flatMap { name, table in
      table.statements.map { "\(name.debugDescription): \($0)" }
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension TableMapping {
  /// All entries of one table's mapping as texts, in no particular order. Names and values are
  /// quoted, so that different mappings never give the same texts.
  fileprivate var statements: [String] {
    renames.map { "rename \($0.debugDescription) \($1.debugDescription)" }
      + constants.map { "constant \($0.debugDescription) \($1)" }
      + ignored.map { "ignore \($0.debugDescription)" }
      + splits.map { "split \($0.debugDescription) \($1)" }
      + dates.map { "date \($0.debugDescription) \($1)" }
      + nullSpellings.map { "nulls \($0.debugDescription) \($1)" }
  }
}
