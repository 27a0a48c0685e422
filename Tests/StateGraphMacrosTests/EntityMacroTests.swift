import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import StateGraphMacros

@Suite struct EntityMacroTests {
  @Test func `an entity gets its state, its initialisers and its definition`() {
    expectExpansion(
      """
      @Entity(table: "people")
      public final class Person {
        public typealias TypedIdentifierRawValue = String
        public let typedID: TypedID
      }
      """,
      """
      public final class Person {
        public typealias TypedIdentifierRawValue = String
        public let typedID: TypedID

        public let _$entity = StateGraphPersistence.EntityState.make(
          for: Person.self, initialValues: [:])

        private enum _$Columns {
        }

        public init(_ row: StateGraphPersistence.EntityRow<Person>) {
          self.typedID = row.typedID
        }

        public init(id: TypedIdentifierRawValue) {
          self.typedID = .init(id)
          self._$entity.initialize(self.typedID.raw, [])
        }
      }

      extension Person: StateGraphPersistence.Entity {
        public static let _$definition = StateGraphPersistence.EntityDefinition(
          table: "people",
          columns: [
          ])
      }
      """
    )
  }

  @Test func `a property is a column that is found by its key path`() {
    expectExpansion(
      """
      @Entity final class Person {
        typealias TypedIdentifierRawValue = String
        let typedID: TypedID
        @GraphStored var name: String
      }
      """,
      """
      final class Person {
        typealias TypedIdentifierRawValue = String
        let typedID: TypedID
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

        let _$entity = StateGraphPersistence.EntityState.make(
          for: Person.self, initialValues: [:])

        private enum _$Columns {
          static var name: Int {
            0
          }
        }

        init(_ row: StateGraphPersistence.EntityRow<Person>) {
          self.typedID = row.typedID
        }

        init(id: TypedIdentifierRawValue, name: String) {
          self.typedID = .init(id)
          self._$entity.initialize(self.typedID.raw, [.init(name)])
        }
      }

      extension Person: StateGraphPersistence.Entity {
        static let _$definition = StateGraphPersistence.EntityDefinition(
          table: "persons",
          columns: [
            .init(
              "name", String.self, base: "name",
              path: \\Person.name),
          ])
      }
      """
    )
  }

  @Test func `a class that can be subclassed is refused`() {
    expectExpansion(
      "@Entity class Person {\n}",
      "class Person {\n}",
      diagnostics: [
        DiagnosticSpec(
          message: "An entity is a final class: there is one object for each row.",
          line: 1,
          column: 9
        )
      ]
    )
  }

  @Test(arguments: [
    ("User", "users"), ("Category", "categories"), ("Day", "days"), ("Class", "classes"),
    ("BookTag", "book_tags"), ("URLEntry", "url_entries"), ("Box", "boxes"),
  ])
  func `a table is its type's name in snake case and plural`(type: String, table: String) {
    #expect(SQLName.table(forType: type) == table)
  }

  @Test(arguments: [
    ("name", "name"), ("publishedYear", "published_year"), ("avatarURL", "avatar_url"),
    ("urlOfHome", "url_of_home"), ("`default`", "default"), ("x2Y", "x2_y"),
  ])
  func `a column is its property's name in snake case`(property: String, column: String) {
    #expect(SQLName.column(forProperty: property) == column)
  }
}
