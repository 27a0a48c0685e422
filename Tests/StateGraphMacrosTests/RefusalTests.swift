import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import StateGraphMacros

/// Declarations that the macros refuse. Each gives one diagnostic, at the wrong token, and leaves
/// the property as it was.
@Suite struct RefusalTests {
  @Test func `a let is refused`() {
    expectRefusal(
      "@GraphStored let name: String",
      "This macro needs a 'var': a 'let' cannot change.",
      column: 16,
      fix: "Replace 'let' with 'var'",
      fixed: "@GraphStored var name: String"
    )
  }

  @Test func `only a literal's type is known`() {
    expectRefusal(
      "@GraphStored var name = compute()",
      "Write the property's type: the node needs it.",
      column: 20,
      fix: "Write the type",
      fixed: "@GraphStored var name: <#Type#> = compute()"
    )
    expectRefusal(
      "@GraphStored var name: some Equatable = 1",
      "Write the property's type: the node needs it.",
      column: 20
    )
  }

  @Test func `a property with a getter is refused`() {
    expectRefusal(
      "@GraphStored var name: String { \"x\" }",
      "This macro needs a stored property: this one has a getter.",
      column: 33,
      fix: "Remove '@GraphStored'",
      fixed: "var name: String { \"x\" }"
    )
  }

  @Test func `a tuple of names is refused`() {
    expectRefusal(
      "@GraphStored var (a, b): (Int, Int)",
      "This macro needs a declaration of one property.",
      column: 20
    )
  }

  // The compiler says of such a declaration that it cannot have accessors; the macro's part is the
  // fix, which the test support does not get to see.
  @Test(arguments: [
    ("@A var a, b: Int", "@A var a: Int\n@A var b: Int"),
    (
      "public var a: Int = 1, b = 2, c: [Int]?",
      "public var a: Int = 1\npublic var b = 2\npublic var c: [Int]?"
    ),
  ])
  func `several names are split into declarations`(source: String, split: String) throws {
    let declaration = try #require(("\(raw: source)" as DeclSyntax).as(VariableDeclSyntax.self))
    let fixIt = try #require(declaration.fixBySplitting())
    guard case .replace(_, let new) = try #require(fixIt.changes.first) else {
      Issue.record("the fix does not replace the declaration")
      return
    }
    #expect(new.description == split)
  }

  @Test func `a lazy property is refused`() {
    expectRefusal(
      "@GraphStored lazy var name: Int = 0",
      "A property with a node cannot be 'lazy': the node has a value from the beginning.",
      column: 16,
      fix: "Remove 'lazy'",
      fixed: "@GraphStored var name: Int = 0"
    )
  }

  @Test(arguments: ["struct M", "enum M", "protocol M", "extension M"])
  func `a property belongs in a class`(type: String) {
    expectRefusal(
      "@GraphStored var name: Int",
      "Declare a property with a node in a class, not in a value type, a protocol or an extension.",
      column: 3,
      fix: "Remove '@GraphStored'",
      fixed: "var name: Int",
      in: type
    )
  }

  @Test func `a local variable is refused`() {
    expectRefusal(
      "@GraphStored var name: Int",
      "This macro needs a property, not a local variable.",
      column: 3,
      fix: "Remove '@GraphStored'",
      fixed: "var name: Int",
      in: "func run()"
    )
  }

  @Test func `a property wrapper has a storage of its own`() {
    expectRefusal(
      "@GraphStored @Published var name: Int",
      "A property cannot have both a node and a property wrapper.",
      column: 16,
      fix: "Remove '@Published'",
      fixed: "@GraphStored var name: Int"
    )
  }

  @Test func `a stored property of an @Observable class needs @ObservationIgnored`() {
    expectRefusal(
      "@GraphStored var name: Int",
      "'@Observable' replaces this property's storage: remove it, or write '@ObservationIgnored'.",
      column: 3,
      fix: "Write '@ObservationIgnored'",
      fixed: "@GraphStored @ObservationIgnored var name: Int",
      in: "@Observable final class M"
    )
  }

  @Test func `a static property needs an initial value`() {
    expectRefusal(
      "@GraphStored static var name: Int",
      "A static or global property needs an initial value: no 'init' sets it.",
      column: 27,
      fix: "Give it an initial value",
      fixed: "@GraphStored static var name: Int = <#value#>"
    )
  }

  @Test func `a backed property needs an initial value unless it is optional`() {
    expectExpansion(
      """
      final class M {
        @GraphStored(backed: .userDefaults(key: "name")) var name: Int
      }
      """,
      """
      final class M {
        var name: Int
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "A backed property needs an initial value, for the time before a value is stored.",
          line: 2,
          column: 56,
          fixIts: [FixItSpec(message: "Give it an initial value")]
        )
      ],
      fixed: """
        final class M {
          @GraphStored(backed: .userDefaults(key: "name")) var name: Int = <#value#>
        }
        """
    )
  }

  @Test func `a property has one node`() {
    expectExpansion(
      """
      final class M {
        @GraphComputed @GraphStored var name: Int
      }
      """,
      """
      final class M {
        var name: Int {
          get {
            $name.wrappedValue
          }
        }

        @exclusivity(unchecked)
        private(set) nonisolated(unsafe) var $name: StateGraphCore.Computed<Int> = \
      .unassigned(name: "M.name")
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "A property has one node: remove one of its node macros.",
          line: 2,
          column: 18,
          fixIts: [FixItSpec(message: "Remove '@GraphStored'")]
        )
      ],
      fixed: """
        final class M {
          @GraphComputed var name: Int
        }
        """
    )
  }

  @Test func `a computed property has no value of its own`() {
    expectRefusal(
      "@GraphComputed var sum: Int = 3",
      "The node gives a computed property its value: remove this, and assign '$name' in 'init'.",
      column: 33,
      fix: "Remove the initial value",
      fixed: "@GraphComputed var sum: Int"
    )
  }

  @Test func `a computed property is not set`() {
    expectRefusal(
      "@GraphComputed var sum: Int { didSet {} }",
      "A computed property is never set, so its observers are never called: use '$name.onChange'.",
      column: 31
    )
  }

  @Test func `a computed property keeps its value`() {
    expectRefusal(
      "@GraphComputed weak var sum: Model?",
      "A computed property retains its value: it cannot be 'weak' or 'unowned'.",
      column: 18,
      fix: "Remove 'weak'",
      fixed: "@GraphComputed var sum: Model?"
    )
  }

  @Test func `a static computed property is refused`() {
    expectRefusal(
      "@GraphComputed static var sum: Int",
      "No 'init' assigns a static or global node: write 'let node = Computed { … }' instead.",
      column: 3,
      fix: "Remove '@GraphComputed'",
      fixed: "static var sum: Int"
    )
  }

  @Test(arguments: [
    (
      "@GraphComputed(inverse: \\Post.author) var posts: Set<Post>",
      "A to-many relationship must be an array of entities, for example '[Post]'.", 52
    ),
    (
      "@GraphComputed(inverse: author) var posts: [Post]",
      "The inverse must be a key path of the other entity, for example '\\Post.author'.", 3
    ),
  ])
  func `a relationship names an array and its inverse`(
    declaration: String,
    message: String,
    column: Int
  ) {
    let plain = declaration.split(separator: " ").drop { $0 != "var" }.joined(separator: " ")
    let type = plain.split(separator: " ").last ?? ""
    expectExpansion(
      "final class M {\n  \(declaration)\n}",
      """
      final class M {
        \(plain) {
          get {
            $posts.wrappedValue
          }
        }

        var $posts: StateGraphCore.Computed<\(type)> {
          Swift.preconditionFailure()
        }
      }
      """,
      diagnostics: [DiagnosticSpec(message: message, line: 2, column: column)]
    )
  }
}
