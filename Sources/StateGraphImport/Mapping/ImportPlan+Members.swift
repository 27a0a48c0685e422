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
  ///   with the record. An object without another meaning is an array of one, and so is a scalar if
  ///   the elements are plain values.
  package func resolve(_ name: String, form: MemberForm, in table: Int) -> MemberResolution {
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
    if let key = tables[table].reference(name) { return .role(.reference(key)) }
    // A single value is an array of one if the elements are values, such as tags. Where elements
    // are records, the value may be anything, such as their number.
    if case .role(.links(let link))? = ArrayResolution(plan: self, owner: table).resolve(name) {
      let element = tables[tables[link.joinTable].foreignKeys[link.elementKey].parent]
      if element.schema.columns.count == element.keyIndexes.count { return .role(.links(link)) }
    }
    return tables[table].jsonColumnIndex(name).map { .role(.column($0)) } ?? .unknown
  }

  private func resolveObject(_ name: String, in table: Int) -> MemberResolution {
    if let column = tables[table].jsonColumnIndex(name) { return .role(.column(column)) }
    if let key = tables[table].reference(name) { return .role(.reference(key)) }
    // A single record is an array of one.
    if case .role(let role)? = ArrayResolution(plan: self, owner: table).resolve(name) {
      return .role(role)
    }
    return tables[table].columnIndex(name).map { .notAValue(column: $0) } ?? .unknown
  }

  private func resolveArray(_ name: String, in table: Int) -> MemberResolution {
    if let column = tables[table].jsonColumnIndex(name) { return .role(.column(column)) }
    if let rows = ArrayResolution(plan: self, owner: table).resolve(name) { return rows }
    return tables[table].columnIndex(name).map { .notAValue(column: $0) } ?? .unknown
  }
}
