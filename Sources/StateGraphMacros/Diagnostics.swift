import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Every message of the macros.
enum MacroMessage: String, DiagnosticMessage {
  case needsVariable = "This macro goes on a 'var'; a 'let' cannot change."
  case needsOneName = "This macro goes on a property with one name."
  case needsType = "Write the property's type: the node has to know it."
  case needsStoredProperty = "This macro goes on a property without a getter of its own."
  case needsNoInitialValue =
    "A computed property gets its value from its node: assign '$name' in 'init'."
  case needsFinalClass = "An entity is a final class: there is one object for each row."
  case needsTypedID =
    "An entity needs 'let typedID: TypedID' and 'typealias TypedIdentifierRawValue = String'."
  case needsKeyPath =
    "Name the inverse with a key path of the other entity, such as '\\Post.author'."
  case duplicateColumn = "Another property of this entity has the same column."
  case needsArrayOfEntities = "A to-many relationship is an array of entities, such as '[Post]'."

  var message: String { rawValue }
  var diagnosticID: MessageID { MessageID(domain: "StateGraph", id: "\(self)") }
  var severity: DiagnosticSeverity { .error }
}

extension MacroExpansionContext {
  func report(_ message: MacroMessage, at node: some SyntaxProtocol, fixIts: [FixIt] = []) {
    diagnose(Diagnostic(node: Syntax(node), message: message, fixIts: fixIts))
  }
}

struct FixItText: FixItMessage {
  let message: String
  var fixItID: MessageID { MessageID(domain: "StateGraph", id: message) }
}
