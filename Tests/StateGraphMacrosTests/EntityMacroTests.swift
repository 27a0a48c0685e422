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

        public let _$entity = StateGraphPersistence.EntityState._$make(
          for: Person.self, initialValues: [:])

        private enum _$Columns {
        }

        public init(_ row: StateGraphPersistence.EntityRow<Person>) {
          // The initial value of '_$entity' is the state of the loaded row.
          self.typedID = row.typedID
        }

        public init(id: TypedIdentifierRawValue) {
          self.typedID = .init(id)
          self._$entity._$initialize(self.typedID.raw, [])
        }
      }

      nonisolated extension Person: StateGraphPersistence.Entity {
        public static let _$definition = StateGraphPersistence.EntityDefinition(
          table: "people",
          keyTypes: Person.TypedIdentifierRawValue.columnTypes,
          columns: [
          ])
      }
      """
    )
  }

  @Test func `the short form declares the identifier`() {
    expectExpansion(
      """
      @Entity(id: Int.self, table: "people")
      public final class Person {
      }
      """,
      """
      public final class Person {

        public typealias TypedIdentifierRawValue = Int

        public let typedID: TypedID

        public let _$entity = StateGraphPersistence.EntityState._$make(
          for: Person.self, initialValues: [:])

        private enum _$Columns {
        }

        public init(_ row: StateGraphPersistence.EntityRow<Person>) {
          // The initial value of '_$entity' is the state of the loaded row.
          self.typedID = row.typedID
        }

        public init(id: TypedIdentifierRawValue) {
          self.typedID = .init(id)
          self._$entity._$initialize(self.typedID.raw, [])
        }
      }

      nonisolated extension Person: StateGraphPersistence.Entity {
        public static let _$definition = StateGraphPersistence.EntityDefinition(
          table: "people",
          keyTypes: Person.TypedIdentifierRawValue.columnTypes,
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
            _$entity._$columns.read(_$Columns.name)
          }
          set {
            _$entity._$columns.write(_$Columns.name, newValue)
          }
          _modify {
            let _$change = _$entity._$beginChange()
            var _$value: String = _$entity._$columns.read(_$Columns.name)
            defer {
              _$change.finish {
                self.name = _$value
              }
            }
            yield &_$value
          }
        }

        var $name: StateGraphCore.Stored<String> {
          _$entity._$columns.node(_$Columns.name)
        }

        let _$entity = StateGraphPersistence.EntityState._$make(
          for: Person.self, initialValues: [:])

        private enum _$Columns {
          static var name: Int {
            0
          }
        }

        init(_ row: StateGraphPersistence.EntityRow<Person>) {
          // The initial value of '_$entity' is the state of the loaded row.
          self.typedID = row.typedID
        }

        init(id: TypedIdentifierRawValue, name: String) {
          self.typedID = .init(id)
          self._$entity._$initialize(self.typedID.raw, [.init(name)])
        }
      }

      nonisolated extension Person: StateGraphPersistence.Entity {
        static let _$definition = StateGraphPersistence.EntityDefinition(
          table: "persons",
          keyTypes: Person.TypedIdentifierRawValue.columnTypes,
          columns: [
            .init(
              "name", String.self, base: "name",
              path: \\Person.name),
          ])
      }
      """
    )
  }

  @Test func `declarations are copied into the definition, and conversions into every call`() {
    expectExpansion(
      """
      @Entity(
        table: "links", renamedFrom: "old", key: "owner_id", "kind", indexes: .index("kind", "labels")
      )
      final class Link {
        typealias TypedIdentifierRawValue = CompositeKey<String, Int>
        let typedID: TypedID
        @GraphStored var owner: User
        @GraphStored var kind: Int
        @GraphStored @Column("labels", .json, .check("labels <> ''")) var tags: [String]? = nil
        @GraphStored @Column(as: Cents.self) var price: Money
      }
      """,
      """
      final class Link {
        typealias TypedIdentifierRawValue = CompositeKey<String, Int>
        let typedID: TypedID
        var owner: User {
          get {
            _$entity._$columns.read(_$Columns.owner)
          }
        }
        var kind: Int {
          get {
            _$entity._$columns.read(_$Columns.kind)
          }
        }
        var tags: [String]? {
          get {
            _$entity._$columns.read(_$Columns.tags, as: StateGraphPersistence.JSONColumnConversion<[String]>.self)
          }
          set {
            _$entity._$columns.write(_$Columns.tags, newValue, as: StateGraphPersistence.JSONColumnConversion<[String]>.self)
          }
          _modify {
            let _$change = _$entity._$beginChange()
            var _$value: [String]? = _$entity._$columns.read(_$Columns.tags, as: StateGraphPersistence.JSONColumnConversion<[String]>.self)
            defer {
              _$change.finish {
                self.tags = _$value
              }
            }
            yield &_$value
          }
        }

        var $tags: StateGraphCore.Stored<[String]?> {
          _$entity._$columns.node(_$Columns.tags, as: StateGraphPersistence.JSONColumnConversion<[String]>.self)
        }
        var price: Money {
          get {
            _$entity._$columns.read(_$Columns.price, as: Cents.self)
          }
          set {
            _$entity._$columns.write(_$Columns.price, newValue, as: Cents.self)
          }
          _modify {
            let _$change = _$entity._$beginChange()
            var _$value: Money = _$entity._$columns.read(_$Columns.price, as: Cents.self)
            defer {
              _$change.finish {
                self.price = _$value
              }
            }
            yield &_$value
          }
        }

        var $price: StateGraphCore.Stored<Money> {
          _$entity._$columns.node(_$Columns.price, as: Cents.self)
        }

        let _$entity = StateGraphPersistence.EntityState._$make(
          for: Link.self, initialValues: [2: .init(nil as [String]?, as: StateGraphPersistence.JSONColumnConversion<[String]>.self)])

        private enum _$Columns {
          static var owner: Int {
            0
          }
          static var kind: Int {
            1
          }
          static var tags: Int {
            2
          }
          static var price: Int {
            3
          }
        }

        init(_ row: StateGraphPersistence.EntityRow<Link>) {
          // The initial value of '_$entity' is the state of the loaded row.
          self.typedID = row.typedID
        }

        init(owner: User, kind: Int, tags: [String]? = nil, price: Money) {
          self.typedID = .init(.init(StateGraphPersistence._$keyPart(owner), StateGraphPersistence._$keyPart(kind)))
          self._$entity._$initialize(self.typedID.raw, [.init(owner), .init(kind), .init(tags, as: StateGraphPersistence.JSONColumnConversion<[String]>.self), .init(price, as: Cents.self)])
        }
      }

      nonisolated extension Link: StateGraphPersistence.Entity {
        static let _$definition = StateGraphPersistence.EntityDefinition(
          table: "links",
          renamedFrom: ["old"],
          key: ["owner_id", "kind"],
          indexes: [.index("kind", "labels")],
          keyTypes: Link.TypedIdentifierRawValue.columnTypes,
          columns: [
            .init(
              "owner", User.self, base: "owner",
              path: \\Link.owner),
            .init(
              "kind", Int.self, base: "kind",
              path: \\Link.kind),
            .init(
              "tags", [String]?.self, column: "labels",
              path: \\Link.tags, as: StateGraphPersistence.JSONColumnConversion<[String]>.self, options: [.json, .check("labels <> ''")]),
            .init(
              "price", Money.self, base: "price",
              path: \\Link.price, as: Cents.self),
          ])
      }
      """
    )
  }

  @Test func `relationships name their keys by key paths`() {
    expectExpansion(
      """
      @Entity final class Book {
        typealias TypedIdentifierRawValue = String
        let typedID: TypedID
        @GraphComputed(inverse: \\Book.series) var parts: [Book]
        @GraphComputed(through: BookTag.self) var tags: [Tag]
        @GraphComputed(through: \\BookTag.book, \\BookTag.tag, order: \\BookTag.position) var all: [Tag]
      }
      """,
      """
      final class Book {
        typealias TypedIdentifierRawValue = String
        let typedID: TypedID
        var parts: [Book] {
          get {
            $parts.wrappedValue
          }
          set {
            _$entity._$relationships.assign(newValue, \\Book.series, "series", as: "parts")
          }
          _modify {
            var edited = _$entity._$relationships.edit(
              [Book].self, \\Book.series, "series", as: "parts")
            defer {
              edited.finish()
            }
            yield &edited.children
          }
        }

        var $parts: StateGraphCore.Computed<[Book]> {
          _$entity._$relationships.oneToMany(\\Book.series, "series", as: "parts")
        }
        var tags: [Tag] {
          get {
            $tags.wrappedValue
          }
          set {
            _$entity._$relationships.assign(newValue, through: BookTag.self, of: Book.self, as: "tags")
          }
          _modify {
            var edited = _$entity._$relationships.edit(
              [Tag].self, through: BookTag.self, of: Book.self, as: "tags")
            defer {
              edited.finish()
            }
            yield &edited.children
          }
        }

        var $tags: StateGraphCore.Computed<[Tag]> {
          _$entity._$relationships.manyToMany(through: BookTag.self, of: Book.self, as: "tags")
        }
        var all: [Tag] {
          get {
            $all.wrappedValue
          }
          set {
            _$entity._$relationships.assign(newValue, through: BookTag.self, owner: \\BookTag.book, target: \\BookTag.tag, order: \\BookTag.position, as: "all")
          }
          _modify {
            var edited = _$entity._$relationships.edit(
              [Tag].self, through: BookTag.self, owner: \\BookTag.book, target: \\BookTag.tag, order: \\BookTag.position, as: "all")
            defer {
              edited.finish()
            }
            yield &edited.children
          }
        }

        var $all: StateGraphCore.Computed<[Tag]> {
          _$entity._$relationships.manyToMany(through: BookTag.self, owner: \\BookTag.book, target: \\BookTag.tag, order: \\BookTag.position, as: "all")
        }

        let _$entity = StateGraphPersistence.EntityState._$make(
          for: Book.self, initialValues: [:])

        private enum _$Columns {
        }

        init(_ row: StateGraphPersistence.EntityRow<Book>) {
          // The initial value of '_$entity' is the state of the loaded row.
          self.typedID = row.typedID
        }

        init(id: TypedIdentifierRawValue) {
          self.typedID = .init(id)
          self._$entity._$initialize(self.typedID.raw, [])
        }
      }

      nonisolated extension Book: StateGraphPersistence.Entity {
        static let _$definition = StateGraphPersistence.EntityDefinition(
          table: "books",
          keyTypes: Book.TypedIdentifierRawValue.columnTypes,
          columns: [
          ],
          relationships: [
            .init(\\Book.parts, inverse: \\Book.series),
            .init(\\Book.tags, through: BookTag.self),
            .init(\\Book.all, through: \\BookTag.book, \\BookTag.tag),
          ])
      }
      """
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
