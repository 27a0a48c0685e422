import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite struct GraphComputedMacroTests {
  @Test func `the nodes of a graph object take part in Observation`() {
    expectExpansion(
      """
      final class Model: Base, GraphObject {
        @GraphComputed var isEven: Bool
      }
      """,
      """
      final class Model: Base, GraphObject {
        var isEven: Bool {
          get {
            $isEven.wrappedValue
          }
        }

        @exclusivity(unchecked)
        private(set) nonisolated(unsafe) var $isEven: StateGraphCore.Computed<Bool> = \
      StateGraphCore._$observable(.unassigned(name: "Model.isEven"))
      }
      """
    )
  }

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

        @exclusivity(unchecked)
        private(set) nonisolated(unsafe) var $isEven: StateGraphCore.Computed<Bool> = \
      .unassigned(name: "Model.isEven")
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
          set {
            _$entity._$relationships.assign(newValue, \\Post.author, "author", as: "posts")
          }
          _modify {
            var edited = _$entity._$relationships.edit(
              [Post].self, \\Post.author, "author", as: "posts")
            defer {
              edited.finish()
            }
            yield &edited.children
          }
        }

        var $posts: StateGraphCore.Computed<[Post]> {
          _$entity._$relationships.oneToMany(\\Post.author, "author", as: "posts")
        }
      }
      """
    )
  }

  @Test func `a relationship whose inverse has no setter has no setter`() {
    expectExpansion(
      """
      final class Invoice {
        @ReadOnlyRelationship(inverse: \\InvoiceLine.invoice) var lines: [InvoiceLine]
      }
      """,
      """
      final class Invoice {
        var lines: [InvoiceLine] {
          get {
            $lines.wrappedValue
          }
        }

        var $lines: StateGraphCore.Computed<[InvoiceLine]> {
          _$entity._$relationships.oneToMany(\\InvoiceLine.invoice, "invoice", as: "lines")
        }
      }
      """
    )
  }

  @Test func `a relationship with a condition and an order is a query`() {
    expectExpansion(
      """
      final class Plan {
        @ReadOnlyRelationship(inverse: \\Step.plan, where: { $0.isOpen }, order: { $0.position })
        var steps: [Step]
      }
      """,
      """
      final class Plan {
        var steps: [Step] {
          get {
            $steps.wrappedValue
          }
        }

        var $steps: StateGraphCore.Computed<[Step]> {
          _$entity._$relationships.filtered(\\Step.plan, of: Plan.self, as: "steps", where: {
              $0.isOpen
            }, order: {
              $0.position
            })
        }
      }
      """
    )
  }
}
