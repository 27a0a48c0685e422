import SwiftSyntax

/// `@Entity(…)` as it is written.
struct EntityAttribute {
  let syntax: AttributeSyntax
  let table: ExprSyntax?
  let formerTables: [ExprSyntax]
  /// What names the key's columns, where that is not `id`.
  let key: [ExprSyntax]
  /// The indexes over several columns, to be copied into the definition.
  let indexes: [ExprSyntax]

  init(_ syntax: AttributeSyntax) {
    self.syntax = syntax
    table = syntax.arguments(labelled: "table").first
    formerTables = syntax.arguments(labelled: "renamedFrom")
    key = syntax.arguments(labelled: "key")
    indexes = syntax.arguments(labelled: "indexes")
  }

  /// Names that cannot be read here are refused elsewhere.
  var keyNames: [String] { key.isEmpty ? ["id"] : key.compactMap(\.literalText) }

  /// The place in the key of a column, if it has one.
  func keyIndex(of column: ColumnDeclaration) -> Int? {
    let possible = column.possibleNames.map(SQLName.folded)
    return keyNames.firstIndex { possible.contains(SQLName.folded($0)) }
  }

  /// The first name that no table or column can have.
  var problem: MacroProblem? {
    for name in [table].compactMap({ $0 }) + formerTables + key where !name.isNil {
      if let message = MacroMessage(forName: name) { return MacroProblem(message, at: name) }
    }
    var seen: Set<String> = []
    for (name, text) in zip(key, keyNames) where !seen.insert(SQLName.folded(text)).inserted {
      return MacroProblem(.duplicateColumn, at: name)
    }
    return nil
  }
}

extension ExprSyntax {
  fileprivate var isNil: Bool { self.is(NilLiteralExprSyntax.self) }
}
