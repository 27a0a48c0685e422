import SampleDomains
import StateGraph
import Testing

@testable import StateGraphPersistence

@Suite struct DefinitionTests {
  @Test func `a column is found by its property's key path`() {
    let definition = Book._$definition
    #expect(definition.columnIndex(of: \Book.title) == 0)
    #expect(definition.columnIndex(of: \Book.author) == 1)
    #expect(definition.columnIndex(of: \Book.publishedYear) == 2)
  }

  @Test func `a property that is no column has no place among them`() {
    let definition = User._$definition
    #expect(definition.columnIndex(of: \User.typedID) == nil)
    #expect(definition.columnIndex(of: \User.posts) == nil)
    #expect(definition.columnIndex(of: \User.name.count) == nil)
    #expect(definition.columnIndex(of: \Post.title) == nil)
  }

  @Test func `a property that only its type sets is found by what others may write of it`() {
    #expect(Counter._$definition.columnIndex(of: \Counter.count) == 0)
    #expect(Counter._$definition.columnIndex(of: Counter.countPath) == 0)
  }

  @Test func `a new entity has the values of its initialiser, and nobody was told`() {
    let ada = User(id: "ada", name: "Ada")
    let post = Post(id: "p1", title: "Hello", author: ada)
    #expect(post.title == "Hello")
    #expect(post.content == "")
    #expect(post.author === ada)
  }
}

@Entity
final class Counter {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored private(set) var count: Int

  static var countPath: KeyPath<Counter, Int> { \.count }
}
