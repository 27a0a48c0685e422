import StateGraphFormats
import StateGraphSQLite

extension CSVSource {
  /// Creates the source of a CSV input whose records are imported into one table.
  ///
  /// If neither the input nor the request contains names, the fields are the table's columns in
  /// their order. Generated columns have no field, because an import cannot write them. In a table
  /// that was inferred from an input without names, the key may also have no field.
  init(
    _ source: ByteSource,
    input: ImportInput,
    format: ImportFormat,
    table: TablePlan,
    mapping: ResolvedMapping?
  ) throws(ImportError) {
    try self.init(
      source,
      request: input.dialect,
      format: format,
      outsideNames: input.columns ?? (input.hasHeader ? nil : Self.names(of: table)),
      isColumn: { mapping?.knows($0) ?? table.knows($0) }
    )
  }

  private static func names(of table: TablePlan) -> [String] {
    let stored = table.schema.columns.filter { $0.generation == .none }.map(\.name)
    let numbered = stored.indices.map { CSVColumn.name(ofColumn: $0 + 1) }.prefix {
      table.columnIndex($0) != nil
    }
    return numbered.isEmpty ? stored : Array(numbered)
  }
}
