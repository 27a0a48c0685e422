import StateGraphFormats
import StateGraphSQLite

extension CSVSource {
  /// Creates the source of a CSV input whose records are imported into one table.
  ///
  /// If neither the input nor the request contains names, the fields are the table's columns in
  /// their order. Generated columns have no field, because an import cannot write them.
  init(
    _ source: ByteSource,
    _ input: ImportInput,
    _ format: ImportFormat,
    _ table: TablePlan,
    _ mapping: ResolvedMapping?
  ) throws(ImportError) {
    let stored = table.schema.columns.filter { $0.generation == .none }.map(\.name)
    try self.init(
      source,
      input.dialect,
      format,
      outsideNames: input.columns ?? (input.hasHeader ? nil : stored),
      isColumn: { mapping?.knows($0) ?? table.knows($0) }
    )
  }
}
