import SwiftSyntax

extension TypeSyntax {
  /// The type `Wrapped` of `Wrapped?`, `Wrapped!` or `Optional<Wrapped>`, or nil for other types.
  var unwrappedOptional: TypeSyntax? {
    if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType }
    if let implicit = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return implicit.wrappedType
    }
    let arguments: GenericArgumentClauseSyntax?
    if let name = self.as(IdentifierTypeSyntax.self), name.name.text == "Optional" {
      arguments = name.genericArgumentClause
    } else if let member = self.as(MemberTypeSyntax.self),
      member.baseType.trimmedDescription == "Swift", member.name.text == "Optional"
    {
      arguments = member.genericArgumentClause
    } else {
      return nil
    }
    guard case .type(let type) = arguments?.arguments.first?.argument else { return nil }
    return type
  }

  /// The name of the type without its module or enclosing type, or nil for a type without a name.
  private var lastName: String? {
    self.as(IdentifierTypeSyntax.self)?.name.text ?? self.as(MemberTypeSyntax.self)?.name.text
  }

  /// Returns whether both types have the same last name. True if a type has no name, because only
  /// the compiler can compare it.
  func isNamed(as other: TypeSyntax) -> Bool {
    guard let lastName, let name = other.lastName else { return true }
    return lastName == name
  }

  /// Whether the type is `some P`.
  ///
  /// Generated code cannot repeat such a type. A second `some P` would be a different type.
  var isOpaque: Bool {
    self.as(SomeOrAnyTypeSyntax.self)?.someOrAnySpecifier.tokenKind == .keyword(.some)
  }
}

extension ExprSyntax {
  /// The type that Swift infers for this literal, for example `Int` in `var count = 0`.
  ///
  /// The value is nil for all other expressions. A macro cannot find out their types.
  var literalType: TypeSyntax? {
    if self.is(IntegerLiteralExprSyntax.self) { return "Int" }
    if self.is(FloatLiteralExprSyntax.self) { return "Double" }
    if self.is(BooleanLiteralExprSyntax.self) { return "Bool" }
    if self.is(StringLiteralExprSyntax.self) { return "String" }
    if let negative = self.as(PrefixOperatorExprSyntax.self), negative.operator.text == "-",
      !negative.expression.is(BooleanLiteralExprSyntax.self),
      !negative.expression.is(StringLiteralExprSyntax.self)
    {
      return negative.expression.literalType
    }
    return nil
  }
}
