import SwiftSyntax

/// The arguments of a property's attributes `@Column(…)` and `@GraphStored(backed: .column(…))`.
struct ColumnAttribute {
  /// The expressions that give the name of the column. More than one is an error.
  let names: [ExprSyntax]
  /// The argument of `as:`, which gives the conversion.
  let conversion: ExprSyntax?
  /// The options, such as `.unique`, which the macro copies into the table's definition.
  let options: [ExprSyntax]

  init(_ variable: VariableDeclSyntax) {
    let arguments = variable.attribute("Column")?.argumentList ?? []
    let unlabelled = arguments.filter { $0.label == nil }.map(\.expression)
    let backing = variable.attribute("GraphStored")?.columnBacking
    names = unlabelled.filter { $0.is(StringLiteralExprSyntax.self) } + (backing.map { [$0] } ?? [])
    conversion = arguments.first { $0.label?.text == "as" }?.expression
    options = unlabelled.filter { !$0.is(StringLiteralExprSyntax.self) }
  }

  /// The name of the column, or nil if no attribute gives it.
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

  /// Returns the argument with this label, and all arguments without a label that directly follow
  /// it.
  func arguments(labelled label: String) -> [ExprSyntax] {
    let from = argumentList.drop { $0.label?.text != label }
    let more = from.dropFirst().prefix { $0.label == nil }
    return (from.prefix(1) + more).map(\.expression)
  }

  /// The expression that the attribute passes as `backed:`.
  var backing: ExprSyntax? { arguments(labelled: "backed").first }

  /// The expression for the name in `backed: .column("name")`.
  fileprivate var columnBacking: ExprSyntax? {
    guard let call = backing?.as(FunctionCallExprSyntax.self), call.optionName == "column" else {
      return nil
    }
    return call.arguments.first?.expression
  }
}

extension ExprSyntaxProtocol {
  /// The text of this expression if it is a string literal without interpolations, otherwise nil.
  var literalText: String? { self.as(StringLiteralExprSyntax.self)?.representedLiteralValue }

  /// The name of an option: `check` for `.check("…")`, and `unique` for `.unique` and
  /// `ColumnOption.unique`.
  var optionName: String? {
    let callee = self.as(FunctionCallExprSyntax.self)?.calledExpression ?? ExprSyntax(self)
    return callee.as(MemberAccessExprSyntax.self)?.declName.baseName.text.filter { $0 != "`" }
  }
}
