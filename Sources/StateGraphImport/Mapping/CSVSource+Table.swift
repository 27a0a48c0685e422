import StateGraphFormats
import StateGraphSQLite

extension CSVSource {
  /// Creates the source of a CSV input whose records belong to a table.
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
