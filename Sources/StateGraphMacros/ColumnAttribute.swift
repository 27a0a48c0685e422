import SwiftSyntax

/// The arguments of the attributes `@Column(…)` and `@GraphStored(backed: .column(…))` of a
/// property.
struct ColumnAttribute {
  /// The arguments that name the column. More than one name is an error, unless ``isReference`` is
  /// true.
  let names: [ExprSyntax]
  /// Whether the attribute has the form `@Column(columns: …)`. If true, the property refers to an
  /// entity whose primary key has several columns.
  let isReference: Bool
  /// The argument of `as:`: the type that converts the column's values, or nil if the attribute has
  /// no such argument.
  let conversion: ExprSyntax?
  /// The options of the column, such as `.unique`. The macro copies them into the table's
  /// definition.
  let options: [ExprSyntax]

  init(_ variable: VariableDeclSyntax) {
    let column = variable.attribute("Column")
    let arguments = column?.argumentList ?? []
    isReference = arguments.contains { $0.label?.text == "columns" }
    if let column, isReference {
      names = column.arguments(labelled: "columns")
      conversion = nil
      options = column.arguments(labelled: "options")
      return
    }
    let unlabelled = arguments.filter { $0.label == nil }.map(\.expression)
    let backing = variable.attribute("GraphStored")?.columnBacking
    names = unlabelled.filter { $0.is(StringLiteralExprSyntax.self) } + (backing.map { [$0] } ?? [])
    conversion = arguments.first { $0.label?.text == "as" }?.expression
    options = unlabelled.filter { !$0.is(StringLiteralExprSyntax.self) }
  }

  /// The column name in the attribute, or nil for the default name.
  var name: String? { names.first?.literalText }

  func option(_ name: String) -> ExprSyntax? { options.first { $0.optionName == name } }
}

extension VariableDeclSyntax {
  func attribute(_ name: String) -> AttributeSyntax? {
    attributes.all.first { $0.plainName == name }
  }
}

extension AttributeSyntax {
  var argumentList: [LabeledExprSyntax] {
    guard case .argumentList(let list) = arguments else { return [] }
    return Array(list)
  }

  /// Returns the argument with this label, and the unlabelled arguments directly after it.
  ///
  /// For `key: "book_id", "tag_id"`, the result is the two strings.
  func arguments(labelled label: String) -> [ExprSyntax] {
    let from = argumentList.drop { $0.label?.text != label }
    let more = from.dropFirst().prefix { $0.label == nil }
    return (from.prefix(1) + more).map(\.expression)
  }

  /// The argument of `backed:`, which states where the value is stored, or nil if it is missing.
  var backing: ExprSyntax? { arguments(labelled: "backed").first }

  /// The column's name in `backed: .column("name")`, as an expression, or nil if the argument of
  /// `backed:` is not `.column(…)`.
  fileprivate var columnBacking: ExprSyntax? {
    guard let call = backing?.as(FunctionCallExprSyntax.self), call.optionName == "column" else {
      return nil
    }
    return call.arguments.first?.expression
  }
}

extension ExprSyntaxProtocol {
  /// The value of this string literal.
  ///
  /// The value is nil for other expressions and for a literal with interpolations. A macro cannot
  /// compute their values.
  var literalText: String? { self.as(StringLiteralExprSyntax.self)?.representedLiteralValue }

  /// The name of a column option without its arguments.
  ///
  /// The name is `check` for `.check("…")`, and `unique` for `.unique` and `ColumnOption.unique`.
  var optionName: String? {
    let callee = self.as(FunctionCallExprSyntax.self)?.calledExpression ?? ExprSyntax(self)
    return callee.as(MemberAccessExprSyntax.self)?.declName.baseName.text.filter { $0 != "`" }
  }
}
