import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite struct GraphStoredMacroTests {
  @Test func `a property without an initial value gets accessors and a constant node`() {
    expectExpansion(
      """
      final class Model {
        @GraphStored public var name: String
      }
      """,
      """
      final class Model {
        public var name: String {
          @storageRestrictions(initializes: $name)
          init(initialValue) {
            $name = .init(wrappedValue: initialValue)
          }
          get {
            $name.wrappedValue
          }
          set {
            $name.wrappedValue = newValue
          }
          _modify {
            yield &$name.wrappedValue
          }
        }

        public let $name: StateGraph.Stored<String>
      }
      """
    )
  }

  @Test func `a property of an entity is a column and its node is made on demand`() {
    expectExpansion(
      """
      @Entity
      final class User {
        @GraphStored var name: String
      }
      """,
      """
      final class User {
        var name: String {
          get {
            _$entity.read(_$Columns.name)
          }
          set {
            _$entity.write(_$Columns.name, newValue)
          }
        }

        var $name: StateGraph.Stored<String> {
          _$entity.node(_$Columns.name)
        }
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "An entity needs 'let typedID: TypedID' and 'typealias TypedIdentifierRawValue = String'.",
          line: 2,
          column: 13
        )
      ]
    )
  }

  @Test func `a let is refused, with a fix`() {
    expectExpansion(
      """
      final class Model {
        @GraphStored let name: String
      }
      """,
      """
      final class Model {
        let name: String
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "This macro goes on a 'var'; a 'let' cannot change.",
          line: 2,
          column: 16,
          fixIts: [FixItSpec(message: "Replace 'let' with 'var'")]
        )
      ],
      fixed: """
        final class Model {
          @GraphStored var name: String
        }
        """
    )
  }

  @Test(arguments: [
    ("var name = compute()", "Write the property's type: the node has to know it.", 20),
    (
      "var name: String { \"x\" }",
      "This macro goes on a property without a getter of its own.", 33
    ),
    ("var (a, b): (Int, Int)", "This macro goes on a property with one name.", 20),
  ])
  func `a property that cannot have a node is refused where it says why`(
    declaration: String,
    message: String,
    column: Int
  ) {
    expectExpansion(
      "final class M {\n  @GraphStored \(declaration)\n}",
      "final class M {\n  \(declaration)\n}",
      diagnostics: [DiagnosticSpec(message: message, line: 2, column: column)]
    )
  }
}
