import StateGraphFormats
package import StateGraphSQLite

/// Draws tables as an entity relationship diagram in the language of Mermaid, which Markdown
/// documents can contain.
///
/// The syntax is described at <https://mermaid.js.org/syntax/entityRelationshipDiagram.html>.
package struct MermaidDiagram {
  private let tables: [TableSchema]

  package init(_ tables: [TableSchema]) { self.tables = tables }

  package var text: String {
    var lines = ["erDiagram"]
    for table in tables {
      lines.append("    \(Self.entity(table.name)) {")
      for column in table.columns { lines.append("        " + attribute(column, of: table)) }
      lines.append("    }")
    }
    for table in tables {
      for key in table.foreignKeys where hasTable(key.referencedTable) {
        lines.append("    " + relationship(key, of: table))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func hasTable(_ name: String) -> Bool {
    tables.contains { $0.name.isSameName(as: name) }
  }

  /// Returns the name of a table in quotes, with the characters replaced that Mermaid does not
  /// accept inside of quotes.
  private static func entity(_ name: String) -> String {
    "\"" + quotable(name) + "\""
  }

  private static func quotable(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\"": text += "'"
      case "%", "\\", ";", "#": text += "_"
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: text += "_"
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
    return text.isEmpty ? "_" : text
  }

  private func attribute(_ column: ColumnSchema, of table: TableSchema) -> String {
    var marks: [String] = []
    if table.isKey(column) { marks.append("PK") }
    if table.isReference(column) { marks.append("FK") }
    if table.isUnique(column) { marks.append("UK") }
    let type = Self.word(column.declaredType.isEmpty ? "ANY" : column.declaredType)
    let name = Self.word(column.name)
    var text = "\(type) \(name)"
    if !marks.isEmpty { text += " " + marks.joined(separator: ", ") }
    var comments: [String] = []
    if !name.utf8.elementsEqual(column.name.utf8) { comments.append(Self.quotable(column.name)) }
    if !column.isNotNull, !table.isKey(column) { comments.append("may be NULL") }
    if !comments.isEmpty { text += " \"\(comments.joined(separator: "; "))\"" }
    return text
  }

  /// Returns a form of `name` that Mermaid accepts without quotes. All characters except ASCII
  /// letters, digits and underscores become underscores.
  private static func word(_ name: String) -> String {
    var word = ""
    for scalar in name.unicodeScalars {
      let isPlain =
        scalar.isASCII
        && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_")
      word += isPlain ? String(Character(scalar)) : "_"
    }
    guard let first = word.first, first.isLetter || first == "_" else { return "_" + word }
    return word
  }

  /// Returns the Mermaid line that stands for a foreign key. The line begins with the table that
  /// has the foreign key and ends with the referenced table.
  private func relationship(_ key: ForeignKeySchema, of table: TableSchema) -> String {
    let isOptional = key.columns.contains { table.column($0)?.isNotNull == false }
    let many = table.isUnique(key.columns) ? "|o" : "}o"
    let one = isOptional ? "o|" : "||"
    let label = Self.quotable(key.columns.joined(separator: ", "))
    return "\(Self.entity(table.name)) \(many)--\(one) \(Self.entity(key.referencedTable)) : "
      + "\"\(label)\""
  }
}
