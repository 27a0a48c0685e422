import Testing

/// Declarations that `@Entity` and the macros of columns refuse, each once, at the wrong token.
@Suite struct EntityRefusalTests {
  // MARK: The class

  @Test func `an entity is a final class`() {
    expectComplaint(
      "@Entity class Thing {}",
      at: "class",
      "An entity must be a final class, because it is the one object of its row.",
      fixed: "@Entity final class Thing {}"
    )
    expectComplaint(
      """
      @Entity(id: Int.self) struct Thing {
        @GraphStored var name: String
        @GraphComputed(inverse: \\Part.thing) var parts: [Part]
      }
      """,
      at: "struct",
      "An entity must be a final class, because it is the one object of its row."
    )
  }

  @Test func `an entity is not isolated to the main actor`() {
    expectComplaint(
      "@MainActor @Entity(id: Int.self) final class Thing {}",
      at: "@MainActor",
      "An entity is used on every thread: remove '@MainActor', or write 'nonisolated'."
    )
  }

  @Test func `an entity has an identifier`() {
    expectComplaint(
      "@Entity final class Thing {\n  @GraphStored var name: String\n}",
      at: "Thing",
      "An entity needs an identifier: write '@Entity(id: String.self)'.",
      fixed: """
        @Entity(id: String.self) final class Thing {
          @GraphStored var name: String
        }
        """
    )
  }

  @Test func `the fix keeps the other arguments`() {
    expectComplaint(
      "@Entity(table: \"people\") final class Thing {}",
      at: "Thing",
      "An entity needs an identifier: write '@Entity(id: String.self)'.",
      fixed: "@Entity(id: String.self, table: \"people\") final class Thing {}"
    )
  }

  @Test func `a declared type is kept`() {
    expectComplaint(
      "@Entity final class Thing {\n  typealias TypedIdentifierRawValue = Int\n}",
      at: "Thing",
      "An entity needs an identifier: write '@Entity(id: String.self)'.",
      fixed: """
        @Entity final class Thing {
          let typedID: TypedID
          typealias TypedIdentifierRawValue = Int
        }
        """
    )
  }

  @Test(arguments: ["typealias TypedIdentifierRawValue = Int", "let typedID: TypedID"])
  func `an identifier is declared once`(member: String) {
    expectComplaint(
      "@Entity(id: Int.self) final class Thing {\n  \(member)\n  @GraphStored var a: Int\n}",
      at: member.hasPrefix("let") ? "typedID" : "TypedIdentifierRawValue",
      "'@Entity(id:)' declares the identifier: remove 'typedID' and 'TypedIdentifierRawValue'.",
      fixed: "@Entity(id: Int.self) final class Thing {\n  @GraphStored var a: Int\n}"
    )
  }

  @Test func `the argument of id is a type`() {
    expectComplaint(
      "@Entity(id: String) final class Thing {}",
      at: "String",
      "The argument of 'id:' must be a type, for example 'String.self'."
    )
  }

  @Test func `an identifier has a type`() {
    expectComplaint(
      "@Entity final class Thing {\n  let typedID: TypedID\n}",
      at: "typedID",
      "Declare the identifier's type, for example 'typealias TypedIdentifierRawValue = String'.",
      fixed: """
        @Entity final class Thing {
          typealias TypedIdentifierRawValue = String
          let typedID: TypedID
        }
        """
    )
  }

  @Test func `an identifier never changes`() {
    expectComplaint(
      """
      @Entity final class Thing {
        typealias TypedIdentifierRawValue = Int
        var typedID: TypedID
      }
      """,
      at: "var",
      "'typedID' must be a 'let': an entity never changes its row.",
      fixed: "let typedID: TypedID"
    )
  }

  // MARK: The names

  @Test(arguments: [
    ("table: \"\"", "\"\"", "A table or a column needs a name without NUL characters."),
    (
      "table: \"SQLite_things\"", "\"SQLite_things\"",
      "SQLite reserves names that begin with 'sqlite_'."
    ),
    (
      "table: name", "name",
      "A name of a table or a column must be a string literal, because the macro reads it."
    ),
    (
      "renamedFrom: \"a\\0b\"", "\"a\\0b\"",
      "A table or a column needs a name without NUL characters."
    ),
    ("key: \"a\", \"A\"", "\"A\"", "Another property of this entity has the same column."),
    (
      "indexes: .index(\"name\", \"nme\")", "\"nme\"",
      "No property of this entity has this column."
    ),
  ])
  func `a table has names that it can have`(arguments: String, token: String, message: String) {
    expectComplaint(
      """
      @Entity(\(arguments)) final class Thing {
        typealias TypedIdentifierRawValue = String
        let typedID: TypedID
        @GraphStored var name: String
      }
      """,
      at: token,
      message
    )
  }

  @Test(arguments: [
    ("@Column(\"\")", "\"\"", "A table or a column needs a name without NUL characters."),
    (
      "@Column(\"a\\(b)\")", "\"a\\(b)\"",
      "A name of a table or a column must be a string literal, because the macro reads it."
    ),
    (
      "@Column(.renamed(from: \"\"))", "\"\"",
      "A table or a column needs a name without NUL characters."
    ),
  ])
  func `a column has names that it can have`(column: String, token: String, message: String) {
    expectColumnComplaint("@GraphStored \(column) var name: String", at: token, message)
  }

  @Test(arguments: [
    ("@GraphStored @Column(\"NAME\") var label: String", "\"NAME\""),
    ("@GraphStored(backed: .column(\"name\")) var label: String", "\"name\""),
    ("@GraphStored var Name: String", "Name"),
  ])
  func `two properties cannot share a column, also in another case`(
    second: String,
    token: String
  ) {
    expectColumnComplaint(
      "@GraphStored var name: String\n  \(second)",
      at: token,
      "Another property of this entity has the same column."
    )
  }

  @Test func `a property cannot have the name of the identifier`() {
    expectColumnComplaint(
      "@GraphStored var id: String",
      at: "id",
      "'id' is the typed identifier: rename the property, and name its column by '@Column'."
    )
  }

  // MARK: The key

  @Test func `a key of several parts has as many columns`() {
    expectComplaint(
      """
      @Entity(key: "a") final class Thing {
        typealias TypedIdentifierRawValue = CompositeKey<String, Int>
        let typedID: TypedID
      }
      """,
      at: "CompositeKey",
      "Name one column for each part of the key: '@Entity(…, key: \"book_id\", \"tag_id\")'."
    )
  }

  @Test func `a key of several parts in the short form has as many columns`() {
    expectComplaint(
      "@Entity(id: CompositeKey<String, Int>.self, key: \"a\") final class Thing {}",
      at: "CompositeKey",
      "Name one column for each part of the key: '@Entity(…, key: \"book_id\", \"tag_id\")'."
    )
  }

  @Test func `either all columns of a key have properties or no column has one`() {
    expectComplaint(
      """
      @Entity(key: "a", "b") final class Thing {
        typealias TypedIdentifierRawValue = CompositeKey<String, Int>
        let typedID: TypedID
        @GraphStored var a: String
      }
      """,
      at: "\"b\"",
      "Another column of the key is a property: make all of them properties, or none."
    )
  }

  @Test func `a key that is made of properties is initialised by the macro's initialiser`() {
    expectComplaint(
      """
      @Entity(key: "a") final class Thing {
        typealias TypedIdentifierRawValue = String
        let typedID: TypedID
        @GraphStored var a: String
        init() { typedID = "x" }
      }
      """,
      at: "init",
      "Call the initialiser that '@Entity' writes: only that one sets the properties of the key.",
      fixed: "convenience init() { typedID = \"x\" }"
    )
  }

  // MARK: The columns

  @Test(arguments: [
    "(Int, Int)", "() -> Void", "@Sendable () -> Void", "Any", "any Equatable", "AnyObject",
    "Int??", "Optional<Int?>", "Int.Type", "()", "A & B", "[Int]??",
  ])
  func `a column of a type without storable values is refused`(type: String) {
    expectColumnComplaint(
      "@GraphStored var name: \(type)",
      at: type,
      "No column can store this type: use another type, or remove '@GraphStored'."
    )
  }

  @Test(arguments: [
    "[String]", "[String: Int]", "Set<Int>", "Array<Int>", "Dictionary<Int, Int>", "[Int]?",
    "Swift.Set<Int>", "([Int])", "[[UInt8]]",
  ])
  func `a collection is stored as JSON`(type: String) {
    expectColumnComplaint(
      "@GraphStored var name: \(type)",
      at: type,
      "A column needs a conversion for this type: use '@Column(.json)' or '@Column(as:)'.",
      fixed: "@GraphStored @Column(.json) var name: \(type)"
    )
  }

  @Test func `the fix keeps the options of the column`() {
    expectColumnComplaint(
      "@GraphStored @Column(\"names\", .indexed) var name: [String]",
      at: "[String]",
      "A column needs a conversion for this type: use '@Column(.json)' or '@Column(as:)'.",
      fixed: "@GraphStored @Column(\"names\", .indexed, .json) var name: [String]"
    )
  }

  @Test(arguments: ["[UInt8]", "Array<UInt8>", "[UInt8]?", "(Int)", "String!", "Data", "Foo.Bar"])
  func `a type that may be a column type is not refused by its spelling`(type: String) {
    let source = """
      @Entity final class Thing {
        typealias TypedIdentifierRawValue = String
        let typedID: TypedID
        @GraphStored var name: \(type)
      }
      """
    #expect(complaints(about: source, tokenLength: 5) == [])
  }

  @Test(arguments: [
    (
      "@Column(.unique, .unique) var name: String", ".unique)",
      "The column has this option twice."
    ),
    (
      "@Column(as: Cents.self, .json) var name: Money", ".json",
      "A column cannot have both '.json' and a conversion."
    ),
    (
      "@Column(.json, .onDelete(.cascade)) var name: Money", ".onDelete",
      "'.onDelete' is only for a column that refers to another entity."
    ),
    (
      "@Column(.timestamp(.update)) var name: Date", ".timestamp",
      "A timestamp must be 'Date?': it is nil until the entity is inserted."
    ),
    (
      "@Column(.timestamp(.insertion)) var name: Int?", ".timestamp",
      "A timestamp must be 'Date?': it is nil until the entity is inserted."
    ),
    (
      "@Column(as: Days.self, .timestamp(.insertion)) var name: Date?", ".timestamp",
      "A timestamp must be 'Date?': it is nil until the entity is inserted."
    ),
    (
      "@Column(.onDelete(.nullify)) var name: User", ".onDelete",
      "'.nullify' sets the property to nil: make the property optional, or use another rule."
    ),
    (
      "@Column(.onDelete(.cascade)) var name: String", ".onDelete",
      "'.onDelete' is only for a column that refers to another entity."
    ),
    (
      "@Column(.onDelete(.nullify)) var name: Foundation.UUID?", ".onDelete",
      "'.onDelete' is only for a column that refers to another entity."
    ),
    (
      "@Column(.searchable) var name: Int", ".searchable",
      "'.searchable' is only for a column of text."
    ),
    (
      "@Column(.unique, .searchable) var name: Data?", ".searchable",
      "'.searchable' is only for a column of text."
    ),
  ])
  func `options do not contradict each other`(rest: String, token: String, message: String) {
    expectColumnComplaint("@GraphStored \(rest)", at: token, message)
  }

  @Test func `an entity has no node that an initialiser must assign`() {
    expectColumnComplaint(
      "@GraphComputed var name: String",
      at: "@GraphComputed",
      "No initialiser can assign the node of a loaded row: write a computed property or "
        + "'(inverse:)'."
    )
  }

  @Test func `a column has one name`() {
    expectColumnComplaint(
      "@GraphStored(backed: .column(\"b\")) @Column(\"a\") var name: String",
      at: "\"b\"",
      "The column is named twice."
    )
  }

  @Test func `a property of an entity cannot have another backing`() {
    expectColumnComplaint(
      "@GraphStored(backed: .userDefaults(key: \"k\")) var name: String = \"\"",
      at: ".userDefaults",
      "A property of an entity is stored in its column: it cannot have another backing.",
      fixed: "@GraphStored var name: String = \"\""
    )
  }

  @Test func `a reference cannot be weak or unowned`() {
    expectColumnComplaint(
      "@GraphStored weak var name: User?",
      at: "weak",
      "A column stores the key of the other entity: the property cannot be 'weak' or 'unowned'.",
      fixed: "@GraphStored var name: User?"
    )
  }

  @Test func `a property with a node cannot override another property`() {
    expectComplaint(
      "class Thing: Base {\n  @GraphStored override var name: String\n}",
      at: "override",
      "A property with a node cannot override another property.",
      fixed: "override var name: String"
    )
  }

  @Test(arguments: [
    "final class Thing {\n  @GraphStored @Column(.unique) var name: String\n}",
    "final class Thing {\n  @Column(.unique) var name: String\n}",
    "@Entity struct Thing {\n  @Column(.unique) var name: String\n}",
  ])
  func `@Column is refused outside of an entity`(source: String) {
    let found = complaints(about: source, tokenLength: 7)
      .filter { $0.message == "'@Column' needs a '@GraphStored' property of an '@Entity' class." }
    #expect(found.map(\.token) == ["@Column"])
    #expect(found.first?.fixed?.contains("@Column") == false)
  }

  // MARK: The relationships

  @Test(arguments: [
    ("@GraphComputed(through: \\Link.a) var tags: [Tag]", "@GraphComputed"),
    ("@GraphComputed(through: link) var tags: [Tag]", "@GraphComputed"),
  ])
  func `a link is named by its type or by both of its references`(member: String, token: String) {
    expectColumnComplaint(
      member,
      at: token,
      "Give the type of the link, or two references, such as '\\BookTag.book, \\BookTag.tag'."
    )
  }

  @Test func `a relationship through a link is an array`() {
    expectColumnComplaint(
      "@GraphComputed(through: Link.self) var tags: Set<Tag>",
      at: "Set<Tag>",
      "A to-many relationship must be an array of entities, for example '[Post]'."
    )
  }

  @Test(arguments: ["[Comment]", "[App.Comment]"])
  func `a relationship has the entity of its inverse`(type: String) {
    expectColumnComplaint(
      "@GraphComputed(inverse: \\Post.author) var posts: \(type)",
      at: type,
      "The array must have the entity of the inverse: for '\\Post.author', write '[Post]'."
    )
  }

  @Test(arguments: ["[App.Post]", "[any Marked]"])
  func `a name in another form is left to the compiler`(type: String) {
    let source = """
      @Entity(id: Int.self) final class Author {
        @GraphComputed(inverse: \\Post.author) var posts: \(type)
      }
      """
    #expect(complaints(about: source, tokenLength: 1) == [])
  }
}
