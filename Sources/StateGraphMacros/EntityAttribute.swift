import SwiftSyntax

/// The attribute `@Entity(…)` with its arguments.
struct EntityAttribute {
  let syntax: AttributeSyntax
  /// The argument of `id:`, the type of the identifier.
  let identifier: ExprSyntax?
  let table: ExprSyntax?
  let formerTables: [ExprSyntax]
  /// The names of the key's columns; empty for the column `id`.
  let key: [ExprSyntax]
  /// The indexes over several columns, to be copied into the definition.
  let indexes: [ExprSyntax]

  init(_ syntax: AttributeSyntax) {
    self.syntax = syntax
    identifier = syntax.arguments(labelled: "id").first
    table = syntax.arguments(labelled: "table").first
    formerTables = syntax.arguments(labelled: "renamedFrom")
    key = syntax.arguments(labelled: "key")
    indexes = syntax.arguments(labelled: "indexes")
  }

  /// The type in `id: String.self`; nil without the argument, or if it is another expression.
  var identifierType: TypeSyntax? {
    guard let member = identifier?.as(MemberAccessExprSyntax.self), let base = member.base,
      member.declName.baseName.tokenKind == .keyword(.`self`)
    else { return nil }
    return "\(raw: base.trimmedDescription)"
  }

  /// The names of the key's columns that are literals. `problem` reports the others.
  var keyNames: [String] { key.isEmpty ? ["id"] : key.compactMap(\.literalText) }

  /// The position of a column in the key, or nil if it is not part of the key.
  func keyIndex(of column: ColumnDeclaration) -> Int? {
    let possible = column.possibleNames.map(SQLName.folded)
    return keyNames.firstIndex { possible.contains(SQLName.folded($0)) }
  }

  /// The first name that SQLite does not allow for a table or a column.
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
