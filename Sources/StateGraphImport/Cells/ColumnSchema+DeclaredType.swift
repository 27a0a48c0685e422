package import StateGraphSQLite

// SQLite takes every declared type that contains INT for an integer, also POINT, INTERVAL and
// FLOATING POINT (https://sqlite.org/datatype3.html, section 3.1). It then stores the other values
// of these columns as they are. The import does not take them for mistakes.

extension ColumnSchema {
  /// The affinity of the values that the declared type means.
  package var meantAffinity: Affinity {
    if isOfGeometry { return .blob }
    return affinity == .integer && !isOfIntegers ? .numeric : affinity
  }

  /// Whether the declared type is one of the bytes with which GeoPackage and SpatiaLite store a
  /// geometry.
  package var isOfGeometry: Bool {
    let name = declaredType.split(separator: " ").first.map { String($0) } ?? ""
    return affinity != .text && Self.geometryTypes.contains(name)
  }

  private var isOfIntegers: Bool {
    let name = declaredType.prefix { $0 != "(" }
    return name.split(separator: " ").allSatisfy { word in
      Self.integerWords.contains(String(word.reversed().drop { $0.isNumber }.reversed()))
    }
  }

  private static let geometryTypes: Set<String> = [
    "GEOMETRY", "POINT", "LINESTRING", "POLYGON", "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON",
    "GEOMETRYCOLLECTION", "CIRCULARSTRING", "COMPOUNDCURVE", "CURVEPOLYGON", "MULTICURVE",
    "MULTISURFACE", "CURVE", "SURFACE",
  ]

  /// The words of integer types of SQLite, MySQL, PostgreSQL and others, without digits at the end.
  private static let integerWords: Set<String> = [
    "INT", "INTEGER", "TINYINT", "SMALLINT", "MEDIUMINT", "BIGINT", "LONGINT", "HUGEINT", "UINT",
    "UTINYINT", "USMALLINT", "UMEDIUMINT", "UINTEGER", "UBIGINT", "BIG", "LONG", "SHORT",
    "UNSIGNED", "SIGNED", "ZEROFILL", "IDENTITY", "AUTO_INCREMENT", "AUTOINCREMENT",
  ]
}

extension TableSchema {
  /// Whether a column is another name of the rowid, which is always an integer.
  package func isRowID(_ column: ColumnSchema) -> Bool {
    hasRowID && primaryKey.count == 1 && column.declaredType == "INTEGER"
      && primaryKey[0].isSameName(as: column.name)
  }
}
