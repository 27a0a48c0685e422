import StateGraphFormats
import StateGraphSQLite

/// Compares the values of all records of one ``RecordKind``, which are the records under one
/// member. It runs SQL on the temporary tables.
struct KindValues {
  let area: StagingArea

  /// Returns whether elements with the same key are in several records. If true, a join table is
  /// necessary, because an element can refer to only one record.
  func isShared(_ kind: RecordKind, key: String) throws(ImportError) -> Bool {
    try exists(
      "SELECT 1 FROM (\(keys(kind, key: key))) GROUP BY k HAVING count(DISTINCT g || ' ' || p) > 1"
    )
  }

  /// Returns whether one array contains several elements with the same key.
  func repeats(_ kind: RecordKind, key: String) throws(ImportError) -> Bool {
    try exists("SELECT 1 FROM (\(keys(kind, key: key))) GROUP BY g, p, k HAVING count(*) > 1")
  }

  /// Returns the members that have different values in elements with the same key, in snake case.
  /// Such a member describes the connection between two records, not the element.
  func varyingMembers(_ kind: RecordKind, key: String) throws(ImportError) -> [String] {
    var names: [String] = []
    for shape in kind.filled {
      for column in shape.columns where column.valueCount > 0 {
        let name = FoldedName.snakeCase(column.name)
        if !name.isSameName(as: key), !names.containsExactly(name) { names.append(name) }
      }
    }
    var varying: [String] = []
    for name in names {
      let rows = union(kind.filled) { shape, _ in
        guard let key = RecordKind.column(key, of: shape),
          let value = RecordKind.column(name, of: shape)
        else { return nil }
        return
          "\(column: StagingTable.column(key)) AS k, \(column: StagingTable.column(value)) AS v"
      }
      // The comparison ignores the type, so the number 1 and the text "1" are equal.
      if try exists("SELECT 1 FROM (\(rows)) GROUP BY k HAVING count(DISTINCT v) > 1") {
        varying.append(name)
      }
    }
    return varying
  }

  /// Returns whether the member `name`, in every record that has it, has the key of the enclosing
  /// record.
  func isKeyOfParent(
    _ name: String,
    in kind: RecordKind,
    parentKey: String
  ) throws(ImportError) -> Bool {
    for shape in kind.filled {
      guard let parent = shape.parent, let column = RecordKind.column(name, of: shape) else {
        continue
      }
      guard let key = RecordKind.column(parentKey, of: parent) else { return false }
      let differs: SQL = """
        SELECT 1 FROM temp.\(table: shape.staging.name) AS c
        JOIN temp.\(table: parent.staging.name) AS p ON p.row = c.parent
        WHERE c.\(column: StagingTable.column(column)) IS NOT NULL
          AND c.\(column: StagingTable.column(column)) IS NOT p.\(column: StagingTable.column(key))
        """
      if try exists(differs) { return false }
    }
    return true
  }

  /// Returns whether every value of the columns `values` is also a value of the column `other`.
  func contains(
    _ other: (shape: RecordShape, column: Int),
    all values: [(shape: RecordShape, column: Int)]
  ) throws(ImportError) -> Bool {
    let known = StagingTable.column(other.column)
    for value in values {
      let column = StagingTable.column(value.column)
      let isMissing = try exists(
        """
        SELECT 1 FROM temp.\(table: value.shape.staging.name)
        WHERE \(column: column) IS NOT NULL AND \(column: column) NOT IN
          (SELECT \(column: known) FROM temp.\(table: other.shape.staging.name)
            WHERE \(column: known) IS NOT NULL)
        """
      )
      if isMissing { return false }
    }
    return true
  }

  /// Returns whether records with the same key list different elements under one member. If true,
  /// the tables contain all elements, but cannot show which record lists which elements.
  func namesDiffer(
    _ kind: RecordKind,
    key: String,
    member: RecordKind,
    memberKey: String
  ) throws(ImportError) -> Bool {
    let isNested = { (shape: RecordShape) in kind.filled.contains { $0 === shape.parent } }
    guard member.filled.contains(where: isNested) else { return false }
    let mentions = union(kind.filled) { shape, number in
      guard let key = RecordKind.column(key, of: shape) else { return nil }
      return "\(number) AS g, row AS r, bare AS b, \(column: StagingTable.column(key)) AS k"
    }
    let named = union(member.filled) { shape, _ in
      guard let key = RecordKind.column(memberKey, of: shape),
        let group = kind.filled.firstIndex(where: { $0 === shape.parent })
      else { return nil }
      return "\(group) AS g, parent AS r, \(column: StagingTable.column(key)) AS n"
    }
    return try exists(
      """
      WITH m AS (SELECT * FROM (\(mentions)) WHERE NOT b),
        e AS (SELECT DISTINCT m.g, m.r, m.k, n FROM m JOIN (\(named)) AS n USING (g, r))
      SELECT 1 FROM e GROUP BY k, n
      HAVING count(*) < (SELECT count(*) FROM m WHERE m.k = e.k)
      """
    )
  }

  private func keys(_ kind: RecordKind, key: String) -> SQL {
    union(kind.filled) { shape, number in
      guard let column = RecordKind.column(key, of: shape) else { return nil }
      return "\(column: StagingTable.column(column)) AS k, \(number) AS g, parent AS p"
    }
  }

  /// Returns a query of the temporary tables of several groups of records, one after the other.
  private func union(_ shapes: [RecordShape], columns: (RecordShape, Int) -> SQL?) -> SQL {
    let parts = shapes.enumerated().compactMap { number, shape in
      columns(shape, number).map { "SELECT \($0) FROM temp.\(table: shape.staging.name)" as SQL }
    }
    return "\(parts, separator: " UNION ALL ")"
  }

  private func exists(_ query: SQL) throws(ImportError) -> Bool {
    try area.count("SELECT EXISTS (\(query))") == 1
  }
}
