import SwiftSyntax

/// The source of the identifiers of new entities: the argument `keys:` of `@Entity`.
///
/// The names of the cases are those of `KeySource` in `StateGraphPersistence`.
enum KeySourceDeclaration: String {
  case program, database, uuidV7, ulid

  /// The names of the types that identifiers from this source cannot have. For example, a UUIDv7
  /// cannot be an `Int`.
  ///
  /// The macro knows only the names of types. It accepts every other name, because the compiler
  /// later checks the expanded code.
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

  /// Returns an error if this source cannot generate identifiers of the given type, otherwise nil.
  func problem(_ type: TypeSyntax) -> MacroMessage? {
    guard self != .program else { return nil }
    let name = type.trimmedDescription.split(separator: ".").last.map(String.init) ?? ""
    let isComposite = type.trimmedDescription.contains("CompositeKey<")
    return isComposite || impossibleTypes.contains(name) ? message : nil
  }

  /// The default value of the initialiser's parameter `id`, or nil if the parameter has no default
  /// value.
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
  /// The source of the identifiers of new entities. If the argument `keys:` is missing or wrong,
  /// the source is the program.
  var keySource: KeySourceDeclaration { attribute.keySource ?? .program }

  /// The error in the argument `keys:`, or nil if the argument is correct or missing.
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
  /// The source in the argument `keys:`, or nil if the argument is missing or does not name a
  /// source.
  fileprivate var keySource: KeySourceDeclaration? {
    keys?.as(MemberAccessExprSyntax.self)
      .flatMap { KeySourceDeclaration(rawValue: $0.declName.baseName.text) }
  }
}
