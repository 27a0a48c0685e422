import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite struct GraphComputedMacroTests {
  @Test func `a computed property reads a node that init assigns`() {
    expectExpansion(
      """
      final class Model {
        @GraphComputed var isEven: Bool
      }
      """,
      """
      final class Model {
        var isEven: Bool {
          get {
            $isEven.wrappedValue
          }
        }

        let $isEven: StateGraph.Computed<Bool>
      }
      """
    )
  }

  @Test func `a relationship reads a node that the entity's state keeps`() {
    expectExpansion(
      """
      final class User {
        @GraphComputed(inverse: \\Post.author) var posts: [Post]
      }
      """,
      """
      final class User {
        var posts: [Post] {
          get {
            $posts.wrappedValue
          }
        }

        var $posts: StateGraph.Computed<[Post]> {
          _$entity.oneToMany(\\Post.author, "author", as: "posts")
        }
      }
      """
    )
  }

  @Test(arguments: [
    (
      "@GraphComputed(inverse: \\Post.author) var posts: Set<Post>",
      "A to-many relationship is an array of entities, such as '[Post]'.", 52
    ),
    (
      "@GraphComputed(inverse: author) var posts: [Post]",
      "Name the inverse with a key path of the other entity, such as '\\Post.author'.", 3
    ),
    (
      "@GraphComputed var sum: Int = 3",
      "A computed property gets its value from its node: assign '$name' in 'init'.", 33
    ),
  ])
  func `a property that cannot be computed is refused where it says why`(
    declaration: String,
    message: String,
    column: Int
  ) {
    let plain = declaration.split(separator: " ").drop { $0 != "var" }.joined(separator: " ")
    expectExpansion(
      "final class M {\n  \(declaration)\n}",
      "final class M {\n  \(plain.replacing(" = 3", with: "")) {\n    get {\n"
        + "      $\(plain.split(separator: " ")[1].dropLast()).wrappedValue\n    }\n  }\n}",
      diagnostics: [DiagnosticSpec(message: message, line: 2, column: column)]
    )
  }
}
