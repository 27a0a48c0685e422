import StateGraphSQLite

extension ImportPlan {
  /// Returns the meaning of the member `name` in a JSON record of `table`.
  ///
  /// The meaning depends on the form of the member's value:
  ///
  /// - A scalar is the value of a column, or the key of a referenced row. For example, the member
  ///   `author` can be the value of the column `author_id`.
  /// - An object or an array is the value of a column for JSON text. The column has the name of the
  ///   member, or this name with the suffix `_json`. It has priority over tables and references.
  /// - An object is the record to which a foreign key refers.
  /// - An array contains rows of another table. A foreign key or a join table connects these rows
  ///   with the record.
  package func resolve(_ name: String, _ form: MemberForm, in table: Int) -> MemberResolution {
    switch form {
    case .scalar: resolveScalar(name, in: table)
    case .object: resolveObject(name, in: table)
    case .array: resolveArray(name, in: table)
    case .null:
      [resolveScalar(name, in: table), resolveArray(name, in: table)]
        .first { $0 != .unknown } ?? .unknown
    }
  }

  private func resolveScalar(_ name: String, in table: Int) -> MemberResolution {
    if let column = tables[table].columnIndex(name) { return .role(.column(column)) }
    return tables[table].reference(name).map { .role(.reference($0)) } ?? .unknown
  }

  private func resolveObject(_ name: String, in table: Int) -> MemberResolution {
    if let column = tables[table].jsonColumnIndex(name) { return .role(.column(column)) }
    if let key = tables[table].reference(name) { return .role(.reference(key)) }
    return tables[table].columnIndex(name).map { .notAValue(column: $0) } ?? .unknown
  }

  private func resolveArray(_ name: String, in table: Int) -> MemberResolution {
    if let column = tables[table].jsonColumnIndex(name) { return .role(.column(column)) }
    if let rows = ArrayResolution(plan: self, owner: table).resolve(name) { return rows }
    return tables[table].columnIndex(name).map { .notAValue(column: $0) } ?? .unknown
  }
}
