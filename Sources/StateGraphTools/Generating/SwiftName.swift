import StateGraphFormats
import StateGraphSQLite

/// Converts the names of tables and columns to the names of Swift types and properties.
enum SwiftName {
  /// Returns the type name for a table, such as `BookTag` for the table `book_tags`.
  static func type(forTable table: String) -> String {
    let name = EnglishNoun.singular(FoldedName.snakeCase(table))
    let joined = words(of: name).map(capitalized).joined()
    let safe = joined.first.map { $0.isNumber ? "Row" + joined : joined } ?? "Record"
    return [safe, safe + "Row"].first { !shadowed.contains($0) } ?? safe + "Entity"
  }

  /// Returns the property name for a column, such as `publishedYear` for the column
  /// `published_year`. If the result is a Swift keyword, it has no backticks; see ``escaped(_:)``.
  static func property(_ name: String) -> String {
    var words = words(of: FoldedName.snakeCase(name))
    guard let first = words.first else { return "column" }
    words.removeFirst()
    let joined = first + words.map(capitalized).joined()
    return joined.first?.isNumber == true ? "column" + capitalized(joined) : joined
  }

  /// Returns the name as Swift source text: with backticks around it if it is a Swift keyword.
  static func escaped(_ name: String) -> String {
    keywords.contains(name) ? "`\(name)`" : name
  }

  /// Returns whether the entity macro accepts the name of a table or column. It refuses names that
  /// are empty or that SQLite keeps for itself.
  static func canBeDeclared(_ name: String) -> Bool {
    !name.isEmpty && !name.unicodeScalars.contains("\0")
      && !String(name.prefix(7)).isSameName(as: "sqlite_")
  }

  /// Returns a Swift string literal for `text`, including the quotes.
  static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case "\0"..." ", "!"..."~":
        result += scalar.value < 32 ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
      default:
        let isPlain = scalar.properties.isAlphabetic
        result += isPlain ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return result + "\""
  }

  /// Splits a name into words, which consist of ASCII letters and digits. All other characters
  /// separate words, because Swift does not allow all of them in a name.
  private static func words(of name: String) -> [String] {
    name.unicodeScalars.split { scalar in
      !("a"..."z").contains(scalar) && !("A"..."Z").contains(scalar)
        && !("0"..."9").contains(scalar)
    }.map { String($0) }
  }

  private static func capitalized(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  private static let keywords: Set<String> = [
    "actor", "any", "as", "associatedtype", "async", "await", "break", "case", "catch", "class",
    "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough",
    "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "indirect", "infix",
    "init", "inout", "internal", "is", "let", "macro", "nil", "nonisolated", "open", "operator",
    "optional", "package", "postfix", "precedencegroup", "prefix", "private", "protocol", "public",
    "repeat", "required", "rethrows", "return", "self", "some", "static", "struct", "subscript",
    "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "weak", "where",
    "while",
  ]

  /// The type names that a generated class must not have. A class with such a name would hide the
  /// type that generated code or its users need.
  static let shadowed: Set<String> = [
    "Any", "AnyCancellable", "AnyJSON", "Array", "Bindable", "Bool", "ChangeInPlace", "Character",
    "Collection", "Column", "ColumnAccess", "ColumnConversion", "ColumnOption", "ColumnType",
    "CommitReport", "ComparedByValue", "CompositeEntityKey", "CompositeKey", "Computed",
    "ComputedNode", "Data", "Database", "DatabaseCollation", "DatabaseError", "DatabaseFunction",
    "DatabaseReplica", "Date", "Decimal", "DeleteRule", "Dictionary", "DistinctFilter", "Double",
    "Durability", "Duration", "EditedRelationship", "Entity", "EntityColumn", "EntityDefinition",
    "EntityKey", "EntityReference", "EntityReferring", "EntityRelationship", "EntityRow",
    "EntityState", "EntityStore", "Equatable", "Error", "FilteredQuery", "Float", "GraphBinding",
    "GraphComputed", "GraphDump", "GraphEvent", "GraphFilter", "GraphIgnored", "GraphNode",
    "GraphObject", "GraphObservation", "GraphStorable", "GraphStorageBacking", "GraphStorageValue",
    "GraphStored", "GraphTrace", "GraphValues", "GraphView", "GraphWeakReference", "Hashable",
    "Int", "Int64", "JSONColumnConversion", "KeyAccess", "KeyPath", "KeySource", "LikePattern",
    "LiveCollection", "LiveDifference", "Migration", "MigrationSource", "MigrationTransaction",
    "Never", "NodeExplanation", "NodeReference", "NotCompared", "NumericDecimal", "Optional",
    "PassthroughFilter", "PolymorphicReference", "PrefetchPath", "Protocol", "Query",
    "QueryChildren", "QueryCondition", "QueryCursor", "QueryGroup", "QueryGroups",
    "QueryIdentifier", "QueryNumber", "QueryOrderable", "QueryOrdering", "QueryPage", "QueryPlan",
    "QueryRow", "QuerySelectable", "QuerySelection", "QueryText", "QueryUpdate", "QueryValue",
    "Range", "RawQuery", "ReferenceAccess", "RefusedChange", "RefusedWrite", "RelationshipAccess",
    "ReplicaBookmark", "ReplicationLag", "ReplicationStatus", "Result", "Row", "RowKey", "SQL",
    "SQLiteCapabilities", "SQLiteRow", "SQLiteValue", "SchemaDifference", "SelectedExpressions",
    "SelectedRows", "SelectedValues", "Self", "Sendable", "Sequence", "Set", "StatementCounts",
    "StoreIdentified", "Stored", "String", "Substring", "TableIndex", "Task", "TimestampEvent",
    "Type", "TypedID", "TypedIdentifiable", "TypedIdentifier", "URL", "UUID", "UndoConflict",
    "UndoLog", "UnreadableRow", "Void", "WriteConfirmation", "WriteRefused",
  ]
}
