import StateGraphFormats
import StateGraphImport
import StateGraphSQLite

/// Finds the records of a JSON document that was read as one record.
enum RecordPlace {
  /// Returns a warning if the input is one object of records under their keys, if pandas has
  /// written one object for each column, or if one array in the object probably has the records.
  static func warning(_ root: RecordShape) -> String? {
    guard root.rowCount == 1 else { return nil }
    if let warning = keyedRecords(root) { return warning }
    let arrays = arrays(below: root, path: [])
    guard arrays.count == 1, !hasKey(root) else { return nil }
    let features = root.children.first { $0.name == "features" }
    if arrays == [["features"]],
      features.map(memberNames)?.isSuperset(of: ["geometry", "properties"]) == true
    {
      return "\(root.name): the input is GeoJSON: pass --format geojson, which makes a row of each "
        + "feature"
    }
    return "\(root.name): the input is one record with an array of objects: pass --root "
      + "\(arrays[0].joined(separator: ".")) if these are the records"
  }

  private static func keyedRecords(_ root: RecordShape) -> String? {
    let members = root.children.filter { $0.role == .object && $0.rowCount > 0 }
    guard members.count > 1, members.count == root.children.count,
      root.columns.allSatisfy({ $0.valueCount == 0 }), let first = members.first
    else { return nil }
    let names = memberNames(first)
    guard !names.isEmpty, members.allSatisfy({ memberNames($0) == names }) else { return nil }
    return names.contains("0")
      ? "\(root.name): the input is one record with an object for each column, as of pandas: "
        + "write it with to_json(orient='records')"
      : "\(root.name): the input is one record, whose members have the same form: pass --map-by-id "
        + "if each of them is a record under its key"
  }

  private static func memberNames(_ shape: RecordShape) -> Set<String> {
    Set(shape.columns.map(\.name) + shape.children.map(\.name))
  }

  private static func hasKey(_ root: RecordShape) -> Bool {
    let table = InferredTable(root.name)
    let names = KeyName.of(table)
    return root.columns.contains { column in
      names.contains { $0.isSameName(as: FoldedName.snakeCase(column.name)) }
    }
  }

  /// Returns the paths of the arrays of objects that are in no other array, and whose paths
  /// `--root` can name.
  private static func arrays(below shape: RecordShape, path: [String]) -> [[String]] {
    shape.children.flatMap { child -> [[String]] in
      let path = path + [child.name]
      guard child.rowCount > 0, !child.name.contains(".") else { return [] }
      if child.role == .array { return child.scalarCount < child.rowCount ? [path] : [] }
      return arrays(below: child, path: path)
    }
  }
}
