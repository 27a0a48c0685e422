import SwiftSyntax

/// Whether a column can store values of a type, as far as the source text of the type shows.
enum StorableType {
  /// A column can probably store the type. The compiler decides this when it checks the expanded
  /// code.
  case possible
  /// A column can store the type only with a conversion, for example a dictionary as JSON.
  case needsConversion
  /// No column can store the type, for example a function type.
  case impossible

  init(_ type: TypeSyntax) {
    switch type.as(TypeSyntaxEnum.self) {
    case .arrayType(let array): self = StorableType(elements: array.element)
    case .dictionaryType: self = .needsConversion
    case .identifierType(let name):
      self = StorableType(name.name.text, arguments: name.genericArgumentClause)
    case .memberType(let member) where member.baseType.trimmedDescription == "Swift":
      self = StorableType(member.name.text, arguments: member.genericArgumentClause)
    case .optionalType(let optional):
      self = StorableType(optional: optional.wrappedType)
    case .implicitlyUnwrappedOptionalType(let optional):
      self = StorableType(optional: optional.wrappedType)
    case .tupleType(let tuple):
      guard tuple.elements.count == 1, let only = tuple.elements.first, only.firstName == nil else {
        self = .impossible
        return
      }
      self = StorableType(only.type)
    case .attributedType(let attributed): self = StorableType(attributed.baseType)
    case .functionType, .metatypeType, .someOrAnyType, .compositionType, .suppressedType:
      self = .impossible
    default: self = .possible
    }
  }

  private init(_ name: String, arguments: GenericArgumentClauseSyntax?) {
    let argument: TypeSyntax? =
      if case .type(let type) = arguments?.arguments.first?.argument { type } else { nil }
    switch (name, argument) {
    case ("Any", _), ("AnyObject", _): self = .impossible
    case ("Optional", let wrapped?): self = StorableType(optional: wrapped)
    case ("Array", let element?): self = StorableType(elements: element)
    case ("Dictionary", _?), ("Set", _?): self = .needsConversion
    default: self = .possible
    }
  }

  /// Creates the result for an array with these elements.
  ///
  /// Only an array of bytes (`[UInt8]`) needs no conversion. A column stores the bytes as a BLOB.
  private init(elements: TypeSyntax) {
    self = elements.trimmedDescription == "UInt8" ? .possible : .needsConversion
  }

  /// Creates the result for an optional with this wrapped type.
  ///
  /// A column cannot store an optional of an optional. A single NULL cannot represent both `nil`
  /// and `.some(nil)`.
  private init(optional wrapped: TypeSyntax) {
    self = wrapped.unwrappedOptional == nil ? StorableType(wrapped) : .impossible
  }
}

extension TypeSyntax {
  /// The source text of the type, with `T!` replaced by `T?`, because Swift does not allow `T!`
  /// everywhere.
  var written: String {
    guard let implicit = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) else {
      return trimmedDescription
    }
    return "\(implicit.wrappedType.trimmedDescription)?"
  }
}
