import StateGraphSQLite

/// The Swift class for a table.
struct EntityModel {
  /// A property of the class, for one column.
  struct Property {
    let column: ColumnSchema
    /// The name without backticks.
    let name: String
    let type: String
    /// The index of the model that the property refers to; nil for a plain value.
    let target: Int?
    let reference: ForeignKeySchema?
  }

  let table: TableSchema
  let typeName: String
  /// The Swift types of the key columns, in key order.
  var keyTypes: [String] = []
  var properties: [Property] = []
  /// The to-many relationships: the attributes and the declaration of each.
  var relationships: [(attributes: String, declaration: String)] = []
  /// Descriptions of the columns and relationships that the class leaves out.
  var omissions: [String] = []
  /// The names of members, in lower case, including those that the macros add.
  private(set) var names: Set<String> = ["id", "typedid", "isdeleted", "graph"]

  init(_ table: TableSchema, typeName: String) {
    self.table = table
    self.typeName = typeName
  }

  /// Reserves a free name: `name`, `other`, or `name` with a suffix.
  mutating func reserve(_ name: String, orElse other: String? = nil) -> String {
    let numbered = (2...999).lazy.map { "\(name)\($0)" }
    for candidate in [name, other, name + "Value"].compactMap({ $0 }) + Array(numbered.prefix(99))
    where names.insert(candidate.lowercased()).inserted {
      return candidate
    }
    return name
  }

  func property(_ column: String) -> Property? {
    properties.first { $0.column.name.isSameName(as: column) }
  }

  /// Returns the Swift type of a key column; nil if an identifier cannot contain its values.
  static func keyType(_ column: ColumnSchema) -> String? {
    switch column.affinity {
    case .integer: "Int"
    case .text: "String"
    case .blob where column.declaredType == "BLOB": "[UInt8]"
    default: nil
    }
  }

  /// Returns the Swift type of a column; nil if no Swift type represents all values that it may
  /// contain.
  static func valueType(_ column: ColumnSchema, of table: TableSchema) -> String? {
    switch column.affinity {
    case .integer: isBoolean(column, of: table) ? "Bool" : "Int"
    case .real: "Double"
    case .text: "String"
    case .blob where column.declaredType == "BLOB": "[UInt8]"
    default: nil
    }
  }

  /// Returns whether the SQL of the table has a CHECK that the column is 0 or 1.
  private static func isBoolean(_ column: ColumnSchema, of table: TableSchema) -> Bool {
    let kept = { (text: String) in
      text.lowercased().filter { !$0.isWhitespace && $0 != "\"" && $0 != "`" }
    }
    let sql = kept(table.sql)
    let name = kept(column.name)
    return ["check(\(name)in(0,1))", "check(\(name)in(1,0))"].contains { sql.contains($0) }
  }
}
