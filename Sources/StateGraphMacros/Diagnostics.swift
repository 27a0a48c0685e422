import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Every message of the macros.
enum MacroMessage: String, DiagnosticMessage {
  case needsVariable = "This macro goes on a 'var'; a 'let' cannot change."
  case needsOneName = "This macro goes on a property with one name."
  case needsType = "Write the property's type: the node has to know it."
  case needsStoredProperty = "This macro goes on a property without a getter of its own."
  case needsEagerProperty = "A node has its value from the start: this property cannot be 'lazy'."
  case needsClass =
    "A property with a node belongs in a class, not in a copy of a value or in an extension."
  case needsProperty = "This macro goes on a property, not on a local variable."
  case needsOneMacro = "A property has one node: only one of its attributes can make it."
  case needsNoWrapper = "A property has one storage: a node or a property wrapper, not both."
  case needsNoObservation =
    "'@Observable' wants this property's storage too: leave it out, or let it ignore the property."
  case needsInitialValue =
    "A static or global property has no 'init' to set it in: give it an initial value."
  case needsDefault =
    "A backed property needs an initial value, for when nothing is stored yet."
  case needsNoInitialValue =
    "A computed property gets its value from its node: assign '$name' in 'init'."
  case needsNoObservers =
    "A computed property is not set, so nothing would call its observers: use '$name.onChange'."
  case needsStrongReference = "A computed property keeps its value: it cannot be weak or unowned."
  case needsInstance =
    "No 'init' assigns a static or global node: write 'let node = Computed { … }' instead."
  case needsViewClass = "This macro goes on a class: its properties get nodes."
  case needsFinalClass = "An entity is a final class: there is one object for each row."
  case needsTypedID =
    "An entity needs 'let typedID: TypedID' and 'typealias TypedIdentifierRawValue = String'."
  case needsConstantID = "An entity is the same row for as long as it lives: 'typedID' is a 'let'."
  case needsRawValue =
    "Write the identifier's type, such as 'typealias TypedIdentifierRawValue = String'."
  case needsKeyColumns =
    "Name one column for each part of the key: '@Entity(key: \"book_id\", \"tag_id\")'."
  case needsWholeKey =
    "This column of the key is no property's, and another is: give all of them a property, or none."
  case needsKeyPath =
    "Name the inverse with a key path of the other entity, such as '\\Post.author'."
  case duplicateColumn = "Another property of this entity has the same column."
  case needsOwnInitializer =
    "Properties that are the key are set by the initialiser that '@Entity' writes: call that one."
  case needsName = "A table or column needs a name, with no NUL in it."
  case needsOwnName = "Names that begin with 'sqlite_' are SQLite's own."
  case needsLiteralName = "A table's or column's name is a string literal: it is read when compiling."
  case needsOtherName =
    "'id' is the entity's typed identifier: rename the property, and name its column by '@Column'."
  case needsOneColumnName = "The column has a name already."
  case needsOptionOnce = "The column has this option already."
  case needsOneConversion = "A value is stored as JSON or by a conversion of your own, not by both."
  case needsReference = "Only a column that refers to another entity has a delete rule."
  case needsOptionalReference =
    "'.nullify' sets the property to nil: make it optional, or choose another rule."
  case needsColumnOfIndex = "No property of this entity has this column."
  case needsEntityProperty = "'@Column' goes on a '@GraphStored' property of an '@Entity'."
  case needsColumn =
    "An entity's property is a column of its row: it cannot be kept anywhere else besides."
  case needsStrongColumn =
    "A column keeps the other entity's key, not the object: it is never weak or unowned."
  case needsOwnProperty = "A property with a node overrides no other: its storage is its own."
  case needsStorableType =
    "No column can hold this type: store something else, or leave out '@GraphStored'."
  case needsConversion =
    "A column cannot hold this type as it is: store it as JSON, or by a conversion of your own."
  case needsOnlyOneLink =
    "Name the link by its type, or by key paths to its two references: '\\BookTag.book, \\BookTag.tag'."
  case needsArrayOfEntities = "A to-many relationship is an array of entities, such as '[Post]'."

  var message: String { rawValue }
  var diagnosticID: MessageID { MessageID(domain: "StateGraph", id: "\(self)") }
  var severity: DiagnosticSeverity { .error }
}

/// What is wrong with a declaration, where, and how to mend it.
struct MacroProblem {
  let message: MacroMessage
  let place: Syntax
  var fixIts: [FixIt] = []

  init(_ message: MacroMessage, at place: some SyntaxProtocol, _ fixIts: FixIt...) {
    self.message = message
    self.place = Syntax(place)
    self.fixIts = fixIts
  }
}

extension MacroProblem: Error {
  var diagnostic: Diagnostic { Diagnostic(node: place, message: message, fixIts: fixIts) }

  /// What the accessor expansion throws, so that the compiler has nothing to add about accessors
  /// that did not come.
  var asError: DiagnosticsError { DiagnosticsError(diagnostics: [diagnostic]) }

  /// Whether the compiler asks for no accessors here, so that the peer expansion has to say it.
  var isForPeer: Bool { [.needsOneName, .needsStoredProperty].contains(message) }
}

extension MacroExpansionContext {
  func report(_ message: MacroMessage, at node: some SyntaxProtocol) {
    report(MacroProblem(message, at: node))
  }

  func report(_ problem: MacroProblem) { diagnose(problem.diagnostic) }
}
