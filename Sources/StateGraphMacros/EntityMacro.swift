import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Implements `@Entity`, which turns a class into an entity with a table.
///
/// The macro writes the identifier, the initialisers and the definition of the table. It also adds
/// the conformance to the protocol `Entity`.
enum EntityMacro {}

extension EntityMacro: MemberMacro {
  static func expansion(
    of attribute: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let entity: EntityDeclaration
    do {
      entity = try EntityDeclaration(attribute, declaration: declaration)
    } catch {
      context.report(error)
      return placeholders(declaration)
    }
    for problem in entity.problems { context.report(problem) }
    var members = identifier(entity)
    members += [
      stateProperty(entity),
      indexes("_$Columns", properties: entity.columns),
      rowInitializer(entity),
    ]
    if !entity.references.isEmpty {
      members.append(indexes("_$References", properties: entity.references))
    }
    if entity.initializer == nil { members.append(memberwiseInitializer(entity)) }
    return members
  }

  /// Returns the members of a class with an error to which the code of its properties refers. The
  /// compiler then reports only the error itself. The program does not compile, so they never run.
  private static func placeholders(_ declaration: some DeclGroupSyntax) -> [DeclSyntax] {
    let properties = EntityDeclaration.columns(in: declaration)
    let state: DeclSyntax =
      "var _$entity: StateGraphPersistence.EntityState { Swift.preconditionFailure() }"
    let members = [
      state,
      indexes("_$Columns", properties: properties.filter { !$0.isReference }),
      indexes("_$References", properties: properties.filter(\.isReference)),
    ]
    let hasInitializer = declaration.memberBlock.members.contains {
      $0.decl.is(InitializerDeclSyntax.self)
    }
    return hasInitializer ? members : members + ["init() { Swift.preconditionFailure() }"]
  }

  /// Returns the declarations of the typed identifier.
  ///
  /// Without the argument `id:`, the class declares the identifier, so the result is empty.
  private static func identifier(_ entity: EntityDeclaration) -> [DeclSyntax] {
    guard let type = entity.attribute.identifierType else { return [] }
    // The database generates the identifier when the row is inserted. So the identifier is a part
    // of the row, and not a stored property.
    let isInRow = entity.keySource == .database
    return [
      "\(raw: entity.access)typealias TypedIdentifierRawValue = \(type)",
      isInRow
        ? "\(raw: entity.access)var typedID: TypedID { self._$entity._$key.identifier() }"
        : "\(raw: entity.access)let typedID: TypedID",
    ]
  }

  private static func rowInitializer(_ entity: EntityDeclaration) -> DeclSyntax {
    let parameter = "_ row: StateGraphPersistence.EntityRow<\(entity.name)>"
    guard entity.keySource != .database else {
      return """
        \(raw: entity.access)init(\(raw: parameter)) {
          // The initial value of '_$entity' is the state of the loaded row, with its identifier.
        }
        """
    }
    return """
      \(raw: entity.access)init(\(raw: parameter)) {
        // The initial value of '_$entity' is the state of the loaded row.
        self.typedID = row.typedID
      }
      """
  }

  private static func stateProperty(_ entity: EntityDeclaration) -> DeclSyntax {
    let initialValues = entity.columns.enumerated().compactMap { index, column in
      column.initialValue.map {
        "\(index): .init(\($0) as \(column.type)\(column.conversionArgument))"
      }
    }
    let dictionary = initialValues.isEmpty ? ":" : initialValues.joined(separator: ", ")
    return """
      \(raw: entity.access)let _$entity = StateGraphPersistence.EntityState._$make(
        for: \(raw: entity.name).self, initialValues: [\(raw: dictionary)])
      """
  }

  private static func indexes(_ name: String, properties: [ColumnDeclaration]) -> DeclSyntax {
    let lines = properties.enumerated().map { index, property in
      "\n  static var \(property.name): Int { \(index) }"
    }
    return "private enum \(raw: name) {\(raw: lines.joined())\n}"
  }

  private static func memberwiseInitializer(_ entity: EntityDeclaration) -> DeclSyntax {
    let key = entity.keyParts
    var parameters = key.isEmpty ? [identifierParameter(entity)] : []
    for column in entity.properties {
      let preset = column.initialValue.map { " = \($0)" } ?? ""
      parameters.append("\(column.name): \(column.type)\(preset)")
    }
    let id =
      switch key.count {
      case 0: "id"
      case 1: key[0]
      default: ".init(\(key.joined(separator: ", ")))"
      }
    let values = entity.columns.map { ".init(\($0.name)\($0.conversionArgument))" }
    guard entity.keySource != .database else {
      return """
        \(raw: entity.access)init(\(raw: parameters.joined(separator: ", "))) {
          self._$entity._$initialize(id, [\(raw: values.joined(separator: ", "))])\
        \(raw: initializationOfReferences(entity))
        }
        """
    }
    return """
      \(raw: entity.access)init(\(raw: parameters.joined(separator: ", "))) {
        self.typedID = .init(\(raw: id))
        self._$entity._$initialize(self.typedID.raw, [\(raw: values.joined(separator: ", "))])\
      \(raw: initializationOfReferences(entity))
      }
      """
  }

  private static func initializationOfReferences(_ entity: EntityDeclaration) -> String {
    let references = entity.references.map(\.name).joined(separator: ", ")
    return references.isEmpty
      ? "" : "\n  StateGraphPersistence.ReferenceAccess(self._$entity).initialize([\(references)])"
  }

  private static func identifierParameter(_ entity: EntityDeclaration) -> String {
    let mark = entity.keySource == .database ? "?" : ""
    let preset = entity.keySource.defaultIdentifier.map { " = \($0)" } ?? ""
    return "id: TypedIdentifierRawValue\(mark)\(preset)"
  }
}

extension EntityMacro: ExtensionMacro {
  static func expansion(
    of attribute: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // The member macro already reports the errors of the declaration. If this macro reported them
    // too, the compiler would show each error twice.
    guard let entity = try? EntityDeclaration(attribute, declaration: declaration) else {
      return []
    }
    // The compiler puts the extension at file level. The extended name must therefore include the
    // enclosing types. Without `nonisolated`, a module whose code is isolated to the main actor
    // would also isolate the conformance, and no other thread could use the entity.
    let name = type.trimmedDescription
    let lists = referencesArgument(entity, type: name) + relationshipsArgument(entity, type: name)
    let declaration: DeclSyntax = """
      nonisolated extension \(type.trimmed): StateGraphPersistence.Entity {
        \(raw: entity.access)static let _$definition = StateGraphPersistence.EntityDefinition(
          table: \(literal: entity.table),\(raw: tableArguments(entity, type: name))
          columns: [\(raw: entity.columns.map { columnArgument($0, of: name) }.joined())
          ]\(raw: lists))
      }
      """
    return [declaration.cast(ExtensionDeclSyntax.self)]
  }

  /// Returns the arguments of the table's definition that come from the attribute.
  ///
  /// The definition has default values for all missing arguments.
  private static func tableArguments(_ entity: EntityDeclaration, type: String) -> String {
    let attribute = entity.attribute
    let lists = [
      ("renamedFrom", attribute.formerTables), ("key", attribute.key),
      ("indexes", attribute.indexes),
    ]
    let arguments = lists.filter { !$1.isEmpty }.map { label, expressions in
      "\(label): [\(expressions.map(\.trimmedDescription).joined(separator: ", "))],"
    }
    let types = "keyTypes: \(type).TypedIdentifierRawValue.columnTypes,"
    let keys = entity.keySource == .database ? ["keys: .database,"] : []
    return (keys + arguments + [types]).map { "\n    \($0)" }.joined()
  }

  private static func referencesArgument(_ entity: EntityDeclaration, type: String) -> String {
    let references = entity.references.map { reference in
      let columns = reference.possibleNames.map { "\(StringLiteralExprSyntax(content: $0))" }
      let options = reference.attribute.options.map(\.trimmedDescription).joined(separator: ", ")
      let written = options.isEmpty ? "" : ", options: [\(options)]"
      return """

              .init(
                "\(reference.property.plainName)", \(reference.type).self, \
        columns: [\(columns.joined(separator: ", "))],
                path: \\\(type).\(reference.name)\(written)),
        """
    }
    return references.isEmpty ? "" : ",\n    references: [\(references.joined())\n    ]"
  }

  private static func relationshipsArgument(_ entity: EntityDeclaration, type: String) -> String {
    let relationships = entity.relationships.map { property, source in
      "\n      .init(\\\(type).\(property), \(source)),"
    }
    return relationships.isEmpty
      ? "" : ",\n    relationships: [\(relationships.joined())\n    ]"
  }

  private static func columnArgument(
    _ column: ColumnDeclaration,
    of type: String
  ) -> String {
    let label = column.attribute.name == nil ? "base" : "column"
    let options = column.attribute.options.map(\.trimmedDescription).joined(separator: ", ")
    let written = options.isEmpty ? "" : ", options: [\(options)]"
    return """

            .init(
              "\(column.property.plainName)", \(column.type).self, \
      \(label): \(StringLiteralExprSyntax(content: column.columnName)),
              path: \\\(type).\(column.name)\(column.conversionArgument)\(written)),
      """
  }
}
