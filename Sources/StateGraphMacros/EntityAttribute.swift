import SwiftSyntax

/// The arguments of the attribute `@Entity(…)` of a class.
struct EntityAttribute {
  /// The argument of `id:`, such as `String.self`. It gives the type of the identifier.
  let identifier: ExprSyntax?
  /// The argument of `keys:`, such as `.database`, or nil if it is missing.
  let keys: ExprSyntax?
  let table: ExprSyntax?
  let formerTables: [ExprSyntax]
  /// The names of the primary key's columns, as expressions. If empty, the key is the column `id`.
  let key: [ExprSyntax]
  /// The indexes in the argument `indexes:`. The macro copies them into the table's definition.
  let indexes: [ExprSyntax]

  init(_ syntax: AttributeSyntax) {
    identifier = syntax.arguments(labelled: "id").first
    keys = syntax.arguments(labelled: "keys").first
    table = syntax.arguments(labelled: "table").first
    formerTables = syntax.arguments(labelled: "renamedFrom")
    key = syntax.arguments(labelled: "key")
    indexes = syntax.arguments(labelled: "indexes")
  }

  /// The type in the argument `id:`, for example `String` for `id: String.self`.
  ///
  /// The value is nil if the argument is missing or does not have this form.
  var identifierType: TypeSyntax? {
    guard let member = identifier?.as(MemberAccessExprSyntax.self), let base = member.base,
      member.declName.baseName.tokenKind == .keyword(.`self`)
    else { return nil }
    return "\(raw: base.trimmedDescription)"
  }

  /// The names of the primary key's columns, in the order of the key.
  ///
  /// A name that is not a string literal is left out. `problem` reports such a name.
  var keyNames: [String] { key.isEmpty ? ["id"] : key.compactMap(\.literalText) }

  /// Returns the position of `column` in the primary key, starting at 0.
  ///
  /// Returns nil if the key does not contain the column.
  func keyIndex(of column: ColumnDeclaration) -> Int? {
    let possible = column.possibleNames.map(SQLName.folded)
    return keyNames.firstIndex { possible.contains(SQLName.folded($0)) }
  }

  /// Returns one element for each possible name of the column: the position of the name in the
  /// primary key. An element is nil if the key does not contain the name.
  private func keyIndexes(of column: ColumnDeclaration) -> [Int?] {
    column.possibleNames.map(SQLName.folded).map { name in
      keyNames.firstIndex { SQLName.folded($0) == name }
    }
  }

  /// Returns whether all columns of a property belong to the primary key. The macro writes no
  /// setter for such a property.
  func isOnlyKey(_ column: ColumnDeclaration) -> Bool {
    guard column.isReference else { return keyIndex(of: column) != nil }
    return keyIndexes(of: column).allSatisfy { $0 != nil }
  }

  /// The first error in the names of the table, the former tables and the key columns, or nil if
  /// all names are correct.
  var problem: MacroProblem? {
    for name in [table].compactMap({ $0 }) + formerTables + key where !name.isNil {
      if let message = MacroMessage(forName: name) { return MacroProblem(message, at: name) }
    }
    var seen: Set<[UInt8]> = []
    for (name, text) in zip(key, keyNames) where !seen.insert(SQLName.folded(text)).inserted {
      return MacroProblem(.duplicateColumn, at: name)
    }
    return nil
  }
}

extension ExprSyntax {
  fileprivate var isNil: Bool { self.is(NilLiteralExprSyntax.self) }
}
