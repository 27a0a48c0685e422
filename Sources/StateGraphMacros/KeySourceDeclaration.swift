import SwiftSyntax

/// What the argument `keys:` of `@Entity` says about who makes the identifiers of new entities.
///
/// The names of the cases are those of `KeySource` in `StateGraphPersistence`.
enum KeySourceDeclaration: String {
  case program, database, uuidV7, ulid

  /// The types that cannot be the identifier.
  ///
  /// The macro knows only the names of types. It accepts every other name, and the compiler checks
  /// the expansion.
  private var impossibleTypes: Set<String> {
    let (integers, texts): (Set, Set) = (["Int", "Int64"], ["String"])
    let others: Set = ["Data", "[UInt8]"]
    return switch self {
    case .program: []
    case .database: texts.union(others).union(["UUID"])
    case .uuidV7: integers.union(texts).union(others)
    case .ulid: integers.union(others).union(["UUID"])
    }
  }

  private var message: MacroMessage {
    switch self {
    case .program, .database: .needsIntegerKey
    case .uuidV7: .needsUUIDKey
    case .ulid: .needsTextKey
    }
  }

  /// Returns the error if an identifier of this type cannot come from this source.
  func problem(_ type: TypeSyntax) -> MacroMessage? {
    guard self != .program else { return nil }
    let name = type.trimmedDescription.split(separator: ".").last.map(String.init) ?? ""
    let isComposite = type.trimmedDescription.contains("CompositeKey<")
    return isComposite || impossibleTypes.contains(name) ? message : nil
  }

  /// The default value of the initialiser's parameter `id`. Nil if the parameter has none.
  var defaultIdentifier: String? {
    switch self {
    case .program: nil
    case .database: "nil"
    case .uuidV7: "TypedID.uuidV7().raw"
    case .ulid: "TypedID.ulid().raw"
    }
  }
}

extension EntityDeclaration {
  /// Who makes the identifiers. It is the program if the argument is missing or wrong.
  var keySource: KeySourceDeclaration { attribute.keySource ?? .program }

  /// The error in the argument `keys:`. Nil if there is none.
  var keySourceProblem: MacroProblem? {
    guard let argument = attribute.keys else { return nil }
    guard let source = attribute.keySource else {
      return MacroProblem(.needsKeySource, at: argument)
    }
    guard source != .program else { return nil }
    if let message = attribute.identifierType.flatMap(source.problem) {
      return MacroProblem(message, at: argument)
    }
    return keyParts.isEmpty ? nil : MacroProblem(.needsKeyWithoutProperty, at: argument)
  }
}

extension EntityAttribute {
  /// The source that the argument `keys:` names. Nil if it is missing, or if it is not the name of
  /// a source.
  fileprivate var keySource: KeySourceDeclaration? {
    keys?.as(MemberAccessExprSyntax.self)
      .flatMap { KeySourceDeclaration(rawValue: $0.declName.baseName.text) }
  }
}
