extension ImportMapping {
  /// All rules of the mapping as texts, in an order that is the same in every process.
  ///
  /// The fingerprint of an import contains these texts. If the mapping changes, an interrupted
  /// import starts again from the beginning.
  var statements: [String] {
    tables.flatMap { name, table in
      table.statements.map { "\(name.debugDescription): \($0)" }
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension TableMapping {
  /// All rules of one table's mapping as texts. The order may differ between processes.
  ///
  /// Names and values are quoted, so that two different mappings never have the same texts.
  fileprivate var statements: [String] {
    renames.map { "rename \($0.debugDescription) \($1.debugDescription)" }
      + constants.map { "constant \($0.debugDescription) \($1)" }
      + ignored.map { "ignore \($0.debugDescription)" }
      + splits.map { "split \($0.debugDescription) \($1)" }
      + dates.map { "date \($0.debugDescription) \($1)" }
      + values.map { column, values in
        let pairs = values.map { "\($0.debugDescription) \($1)" }.sorted()
        return "values \(column.debugDescription) \(pairs)"
      }
      + nullSpellings.map { "nulls \($0.debugDescription) \($1)" }
  }
}
