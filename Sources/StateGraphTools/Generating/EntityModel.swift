import StateGraphSQLite

/// The Swift class that is generated for a table.
struct EntityModel {
  /// A property of the generated class, for one column.
  struct Property {
    let column: ColumnSchema
    /// The name of the property, without backticks.
    let name: String
    let type: String
    /// The index of the class that the property refers to; nil for a property with a plain value.
    let target: Int?
    let reference: ForeignKeySchema?
  }

  let table: TableSchema
  let typeName: String
  /// The Swift types of the columns of the primary key, in key order.
  var keyTypes: [String] = []
  var properties: [Property] = []
  /// The to-many relationships of the class. For each: its attributes and its declaration, as Swift
  /// text.
  var relationships: [(attributes: String, declaration: String)] = []
  /// Descriptions of the columns and relationships that the class leaves out.
  var omissions: [String] = []
  /// The names of all members, in lower case. They include the members that the entity macro adds.
  private(set) var names: Set<String> = ["id", "typedid", "isdeleted", "graph"]

  init(_ table: TableSchema, typeName: String) {
    self.table = table
    self.typeName = typeName
  }

  /// Chooses a free name and reserves it: `name`, else `other`, else `name` with a suffix.
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

  /// Returns the Swift type for a column of the primary key, or nil if no identifier type can
  /// contain its values.
  static func keyType(_ column: ColumnSchema) -> String? {
    switch column.affinity {
    case .integer: "Int"
    case .text: "String"
    case .blob where column.declaredType == "BLOB": "[UInt8]"
    default: nil
    }
  }

  /// Returns the Swift type for a column, or nil if no Swift type represents all values that the
  /// column may contain.
  static func valueType(_ column: ColumnSchema, of table: TableSchema) -> String? {
    switch column.affinity {
    case .integer: isBoolean(column, of: table) ? "Bool" : "Int"
    case .real: "Double"
    case .text: "String"
    case .blob where column.declaredType == "BLOB": "[UInt8]"
    default: nil
    }
  }

  /// Returns whether the SQL of the table contains a CHECK that restricts the column to 0 and 1.
  private static func isBoolean(_ column: ColumnSchema, of table: TableSchema) -> Bool {
    let kept = { (text: String) in
      text.lowercased().filter { !$0.isWhitespace && $0 != "\"" && $0 != "`" }
    }
    let sql = kept(table.sql)
    let name = kept(column.name)
    return ["check(\(name)in(0,1))", "check(\(name)in(1,0))"].contains { sql.contains($0) }
  }
}
