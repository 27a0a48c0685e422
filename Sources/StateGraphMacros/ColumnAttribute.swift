import SwiftSyntax

/// The arguments of `@Column(…)` and `@GraphStored(backed: .column(…))` of one property.
struct ColumnAttribute {
  /// The expressions that name the column; more than one is an error.
  let names: [ExprSyntax]
  /// The argument of `as:`.
  let conversion: ExprSyntax?
  /// The options, to be copied into the definition.
  let options: [ExprSyntax]

  init(_ variable: VariableDeclSyntax) {
    let arguments = variable.attribute("Column")?.argumentList ?? []
    let unlabelled = arguments.filter { $0.label == nil }.map(\.expression)
    let backing = variable.attribute("GraphStored")?.columnBacking
    names = unlabelled.filter { $0.is(StringLiteralExprSyntax.self) } + (backing.map { [$0] } ?? [])
    conversion = arguments.first { $0.label?.text == "as" }?.expression
    options = unlabelled.filter { !$0.is(StringLiteralExprSyntax.self) }
  }

  /// The column's name, if an attribute gives it.
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

  /// The argument with a label, and the following arguments without a label.
  func arguments(labelled label: String) -> [ExprSyntax] {
    let from = argumentList.drop { $0.label?.text != label }
    let more = from.dropFirst().prefix { $0.label == nil }
    return (from.prefix(1) + more).map(\.expression)
  }

  /// The argument of `backed:`.
  var backing: ExprSyntax? { arguments(labelled: "backed").first }

  /// The name in `backed: .column("name")`.
  fileprivate var columnBacking: ExprSyntax? {
    guard let call = backing?.as(FunctionCallExprSyntax.self), call.optionName == "column" else {
      return nil
    }
    return call.arguments.first?.expression
  }
}

extension ExprSyntaxProtocol {
  /// The text of a string literal without interpolations.
  var literalText: String? { self.as(StringLiteralExprSyntax.self)?.representedLiteralValue }

  /// `check` of `.check("…")`, `unique` of `.unique` and of `ColumnOption.unique`.
  var optionName: String? {
    let callee = self.as(FunctionCallExprSyntax.self)?.calledExpression ?? ExprSyntax(self)
    return callee.as(MemberAccessExprSyntax.self)?.declName.baseName.text.filter { $0 != "`" }
  }
}
