import StateGraphFormats
import StateGraphSQLite

extension JSONRecordWriter {
  /// Returns one element for each column of the table, with values only for the columns of the
  /// primary key.
  ///
  /// Returns nil if a column of the primary key has no value. This method writes nothing and
  /// ignores nested objects.
  func keyCells(of record: JSONValue, in table: Int) -> [Cell]? {
    let plan = plan.tables[table]
    var cells = [Cell](repeating: .absent, count: plan.schema.columns.count)
    let record = (try? mapped(record, table: table)) ?? record
    for member in record.members ?? [] {
      let resolution = resolver.resolve(member.key, form: member.value.form, in: table)
      guard case .role(.column(let column)) = resolution, plan.keyIndexes.contains(column),
        let cell = try? plan.cell(member.value, column: column, in: file)
      else { continue }
      cells[column] = cell
    }
    return plan.keyCells(of: cells)
  }
}
