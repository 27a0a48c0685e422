import StateGraphSQLite

/// What ``SwiftEntityGenerator`` knows about the Swift class that it writes for one table: the
/// names and types of the members.
struct EntityModel {
  /// A property of the class that stores one column.
  struct Property {
    let column: ColumnSchema
    /// The name of the property, without the backticks that Swift requires around a keyword.
    let name: String
    let type: String
    /// The index of the class to which the property refers, or nil if the property has a plain
    /// value, such as a number.
    let target: Int?
    let reference: ForeignKeySchema?
    /// The argument of `@Column` by which the value is stored in another form.
    var form: String?
    /// Comments about values that the type cannot hold, and about numbers that may be dates.
    var remarks: [String] = []
  }

  /// A property of the class that refers to a class whose primary key has several columns.
  struct Reference {
    /// The names of the foreign key's columns, in the order of the referenced primary key.
    let columns: [String]
    /// Whether the primary key or another property also uses one of the columns. If true, the class
    /// does not declare ON DELETE SET NULL, because SQLite would set these columns to NULL too.
    let isShared: Bool
    let name: String
    let type: String
    /// The index of the class to which the property refers.
    let target: Int
    let onDelete: ReferenceAction
  }

  let table: TableSchema
  let typeName: String
  /// One element for each column of the primary key, in its order: the Swift type of the column.
  var keyTypes: [String] = []
  var properties: [Property] = []
  var references: [Reference] = []
  /// One element for each to-many relationship of the class: the Swift source text of its
  /// attributes and of its declaration.
  var relationships: [(attributes: String, declaration: String)] = []
  /// One element for each column or foreign key that the class cannot declare: its name and the
  /// reason. The generator writes them as comments into the class.
  var omissions: [String] = []
  /// The names of all members of the class, in lower case. It includes the members that the entity
  /// macro adds, so that no property collides with them.
  private(set) var names: Set<String> = [
    "id", "typedid", "assignedid", "isdeleted", "isunreadable", "debugdescription", "custommirror",
    "graph", "self",
  ]

  init(_ table: TableSchema, typeName: String) {
    self.table = table
    self.typeName = typeName
  }

  /// Returns a name that no other member of the class has, and adds it to `names`. The first choice
  /// is `name`, the second is `other`, and the last is `name` with a suffix.
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

  /// Returns the Swift type of a column of the primary key. Returns nil if no identifier type can
  /// hold all values of the column.
  static func keyType(_ column: ColumnSchema) -> String? {
    switch column.affinity {
    case .integer: "Int"
    case .text: "String"
    case .blob where column.declaredType == "BLOB": "[UInt8]"
    default: nil
    }
  }
}
