import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The error messages of all macros. The diagnostic's identifier is the name of the case.
enum MacroMessage: String, DiagnosticMessage {
  case needsVariable = "This macro needs a 'var': a 'let' cannot change."
  case needsOneName = "This macro needs a declaration of one property."
  case needsType = "Write the property's type: the node needs it."
  case needsStoredProperty = "This macro needs a stored property: this one has a getter."
  case needsEagerProperty =
    "A property with a node cannot be 'lazy': the node has a value from the beginning."
  case needsClass =
    "Declare a property with a node in a class, not in a value type, a protocol or an extension."
  case needsProperty = "This macro needs a property, not a local variable."
  case needsOneMacro = "A property has one node: remove one of its node macros."
  case needsNoWrapper = "A property cannot have both a node and a property wrapper."
  case needsNoObservation =
    "'@Observable' replaces this property's storage: remove it, or write '@ObservationIgnored'."
  case needsInitialValue =
    "A static or global property needs an initial value: no 'init' sets it."
  case needsDefault =
    "A backed property needs an initial value, for the time before a value is stored."
  case needsNoInitialValue =
    "The node gives a computed property its value: remove this, and assign '$name' in 'init'."
  case needsNoObservers =
    "A computed property is never set, so its observers are never called: use '$name.onChange'."
  case needsStrongReference =
    "A computed property retains its value: it cannot be 'weak' or 'unowned'."
  case needsInstance =
    "No 'init' assigns a static or global node: write 'let node = Computed { … }' instead."
  case needsViewClass = "This macro needs a class: it gives nodes to the properties."
  case needsFinalClass =
    "An entity must be a final class, because it is the one object of its row."
  case needsNonisolated =
    "An entity is used on every thread: remove '@MainActor', or write 'nonisolated'."
  case needsTypedID =
    "An entity needs an identifier: write '@Entity(id: String.self)'."
  case needsIdentifierType = "The argument of 'id:' must be a type, for example 'String.self'."
  case needsOneIdentifier =
    "'@Entity(id:)' declares the identifier: remove 'typedID' and 'TypedIdentifierRawValue'."
  case needsKeySource =
    "The macro reads this argument: write '.database', '.uuidV7', '.ulid' or '.program' itself."
  case needsIntegerKey =
    "SQLite makes integer keys of one column: write 'id: Int.self', or remove 'keys: .database'."
  case needsUUIDKey = "'.uuidV7' makes UUIDs: write 'id: UUID.self', or choose another source."
  case needsTextKey = "'.ulid' makes text: write 'id: String.self', or choose another source."
  case needsKeyWithoutProperty =
    "A property stores the key, so its value comes from the initialiser: remove 'keys:'."
  case needsConstantID = "'typedID' must be a 'let': an entity never changes its row."
  case needsRawValue =
    "Declare the identifier's type, for example 'typealias TypedIdentifierRawValue = String'."
  case needsKeyColumns =
    "Name one column for each part of the key: '@Entity(…, key: \"book_id\", \"tag_id\")'."
  case needsWholeKey =
    "Another column of the key is a property: make all of them properties, or none."
  case needsKeyPath =
    "The inverse must be a key path of the other entity, for example '\\Post.author'."
  case duplicateColumn = "Another property of this entity has the same column."
  case needsOwnInitializer =
    "Call the initialiser that '@Entity' writes: only that one sets the properties of the key."
  case needsName = "A table or a column needs a name without NUL characters."
  case needsOwnName = "SQLite reserves names that begin with 'sqlite_'."
  case needsLiteralName =
    "A name of a table or a column must be a string literal, because the macro reads it."
  case needsOtherName =
    "'id' is the typed identifier: rename the property, and name its column by '@Column'."
  case needsOneColumnName = "The column is named twice."
  case needsSeveralColumns =
    "Name each column of the referenced key, or write '@Column(\"name\")' for a key of one column."
  case needsReferenceOption =
    "A reference by several columns has only the options '.onDelete' and '.unique'."
  case needsNoReferenceValue =
    "A reference by several columns starts as nil: remove the initial value."
  case needsOwnColumns =
    "'.nullify' sets all columns of the reference to NULL, and another property or the key has one."
  case needsOptionOnce = "The column has this option twice."
  case needsOneConversion = "A column cannot have both '.json' and a conversion."
  case needsRelationship =
    "No initialiser can assign the node of a loaded row: write a computed property or '(inverse:)'."
  case needsText = "'.searchable' is only for a column of text."
  case needsReference = "'.onDelete' is only for a column that refers to another entity."
  case needsOptionalReference =
    "'.nullify' sets the property to nil: make the property optional, or use another rule."
  case needsTimestamp =
    "A timestamp must be 'Date?': it is nil until the entity is inserted."
  case needsColumnOfIndex = "No property of this entity has this column."
  case needsEntityProperty = "'@Column' needs a '@GraphStored' property of an '@Entity' class."
  case needsColumn =
    "A property of an entity is stored in its column: it cannot have another backing."
  case needsStrongColumn =
    "A column stores the key of the other entity: the property cannot be 'weak' or 'unowned'."
  case needsOwnProperty = "A property with a node cannot override another property."
  case needsStorableType =
    "No column can store this type: use another type, or remove '@GraphStored'."
  case needsConversion =
    "A column needs a conversion for this type: use '@Column(.json)' or '@Column(as:)'."
  case needsOnlyOneLink =
    "Give the type of the link, or two references, such as '\\BookTag.book, \\BookTag.tag'."
  case needsArrayOfEntities =
    "A to-many relationship must be an array of entities, for example '[Post]'."
  case needsEntityOfInverse =
    "The array must have the entity of the inverse: for '\\Post.author', write '[Post]'."

  var message: String { rawValue }
  var diagnosticID: MessageID { MessageID(domain: "StateGraph", id: "\(self)") }
  var severity: DiagnosticSeverity { .error }
}

/// An error in a declaration, with its message, the syntax to mark, and fix-its.
struct MacroProblem {
  let message: MacroMessage
  let place: Syntax
  var fixIts: [FixIt] = []

  init(_ message: MacroMessage, at place: some SyntaxProtocol, fixIts: FixIt...) {
    self.message = message
    self.place = Syntax(place)
    self.fixIts = fixIts
  }
}

extension MacroProblem: Error {
  var diagnostic: Diagnostic { Diagnostic(node: place, message: message, fixIts: fixIts) }

  /// This problem as an error that an accessor macro throws.
  ///
  /// The macro must throw. If it only reported the problem, the compiler would also report missing
  /// accessors.
  var asError: DiagnosticsError { DiagnosticsError(diagnostics: [diagnostic]) }

  /// Whether the peer macro must report this problem instead of the accessor macro.
  ///
  /// The compiler expands no accessor macro for these declarations, for example for
  /// `var a, b: Int`.
  var isForPeer: Bool { [.needsOneName, .needsStoredProperty].contains(message) }
}

extension MacroExpansionContext {
  func report(_ message: MacroMessage, at node: some SyntaxProtocol) {
    report(MacroProblem(message, at: node))
  }

  func report(_ problem: MacroProblem) { diagnose(problem.diagnostic) }

  /// Returns the accessors of a property with a problem, or reports the problem.
  func accessors(despite problem: MacroProblem) throws -> [AccessorDeclSyntax] {
    // The compiler may not expand accessors here, so the peer macro reports this problem.
    if problem.isForPeer { return [] }
    let type = lexicalContext.first?.asProtocol((any WithAttributesSyntax).self)
    // `@Entity` reports that its type is no class.
    if problem.message == .needsClass,
      type?.attributes.all.contains(where: { $0.plainName == "Entity" }) == true
    {
      return ["get { Swift.preconditionFailure() }", "set {}"]
    }
    throw problem.asError
  }
}
