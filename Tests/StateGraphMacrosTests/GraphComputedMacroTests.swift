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
}
