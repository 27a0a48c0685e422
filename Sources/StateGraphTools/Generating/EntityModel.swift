import StateGraphSQLite

/// A description of the Swift class that the generator writes for one table.
struct EntityModel {
  /// A property of the generated class. Each property represents one column.
  struct Property {
    let column: ColumnSchema
    /// The name of the property in Swift, without the backticks that a keyword needs.
    let name: String
    let type: String
    /// The index of the class to which the property refers.
    ///
    /// Nil for a property with a plain value.
    let target: Int?
    let reference: ForeignKeySchema?
  }

  /// A property that refers to a class whose key has several columns.
  struct Reference {
    /// The names of the columns, in the order of the referenced key.
    let columns: [String]
    /// Whether another property or the primary key also uses one of the columns.
    let isShared: Bool
    let name: String
    let type: String
    /// The index of the class to which the property refers.
    let target: Int
    let onDelete: ReferenceAction
  }

  let table: TableSchema
  let typeName: String
  /// The Swift types of the primary key columns, in the order of the primary key.
  var keyTypes: [String] = []
  var properties: [Property] = []
  var references: [Reference] = []
  /// The Swift source text of the to-many relationships of the class.
  ///
  /// Each relationship has two parts: its attributes and its declaration.
  var relationships: [(attributes: String, declaration: String)] = []
  /// Descriptions of the columns and relationships that are missing in the generated class.
  ///
  /// The generator writes them as comments in the class.
  var omissions: [String] = []
  /// The names of all members in lower case. Each name must be unique.
  ///
  /// The set includes the members that the entity macro adds.
  private(set) var names: Set<String> = [
    "id", "typedid", "assignedid", "isdeleted", "isunreadable", "debugdescription", "custommirror",
    "graph",
  ]

  init(_ table: TableSchema, typeName: String) {
    self.table = table
    self.typeName = typeName
  }

  /// Returns a name that no other member has, and adds this name to `names`.
  ///
  /// The first choice is `name`, then `other`, then `name` with a suffix.
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

  /// Returns the Swift type for a column of the primary key.
  ///
  /// Returns nil if no identifier type can contain all values of the column.
  static func keyType(_ column: ColumnSchema) -> String? {
    switch column.affinity {
    case .integer: "Int"
    case .text: "String"
    case .blob where column.declaredType == "BLOB": "[UInt8]"
    default: nil
    }
  }

  /// Returns the Swift type for a column.
  ///
  /// Returns nil if no Swift type can represent all possible values of the column.
  static func valueType(_ column: ColumnSchema, of table: TableSchema) -> String? {
    switch column.affinity {
    case .integer: isBoolean(column, of: table) ? "Bool" : "Int"
    case .real: "Double"
    case .text: "String"
    case .blob where column.declaredType == "BLOB": "[UInt8]"
    default: nil
    }
  }

  /// Returns whether a CHECK in the SQL of the table allows only 0 and 1 in the column.
  private static func isBoolean(_ column: ColumnSchema, of table: TableSchema) -> Bool {
    let kept = { (text: String) in
      text.lowercased().filter { !$0.isWhitespace && $0 != "\"" && $0 != "`" }
    }
    let sql = kept(table.sql)
    let name = kept(column.name)
    return ["check(\(name)in(0,1))", "check(\(name)in(1,0))"].contains { sql.contains($0) }
  }
}
