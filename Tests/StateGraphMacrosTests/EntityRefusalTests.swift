import Testing

/// What `@Entity` and the columns' macros refuse: each once, at the token that is wrong.
@Suite struct EntityRefusalTests {
  // MARK: The class

  @Test func `an entity is a final class`() {
    expectComplaint(
      "@Entity class Thing {}",
      at: "class",
      "An entity is a final class: there is one object for each row.",
      fixed: "@Entity final class Thing {}"
    )
    expectComplaint(
      "@Entity struct Thing {}",
      at: "struct",
      "An entity is a final class: there is one object for each row."
    )
  }

  @Test func `an entity has an identifier`() {
    expectComplaint(
      "@Entity final class Thing {\n  @GraphStored var name: String\n}",
      at: "Thing",
      "An entity needs 'let typedID: TypedID' and 'typealias TypedIdentifierRawValue = String'.",
      fixed: """
        @Entity final class Thing {
          typealias TypedIdentifierRawValue = String
          let typedID: TypedID
          @GraphStored var name: String
        }
        """
    )
  }

  @Test func `an identifier has a type`() {
    expectComplaint(
      "@Entity final class Thing {\n  let typedID: TypedID\n}",
      at: "typedID",
      "Write the identifier's type, such as 'typealias TypedIdentifierRawValue = String'.",
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
      "An entity is the same row for as long as it lives: 'typedID' is a 'let'.",
      fixed: "let typedID: TypedID"
    )
  }

  // MARK: The names

  @Test(arguments: [
    ("table: \"\"", "\"\"", "A table or column needs a name, with no NUL in it."),
    (
      "table: \"SQLite_things\"", "\"SQLite_things\"",
      "Names that begin with 'sqlite_' are SQLite's own."
    ),
    (
      "table: name", "name",
      "A table's or column's name is a string literal: it is read when compiling."
    ),
    ("renamedFrom: \"a\\0b\"", "\"a\\0b\"", "A table or column needs a name, with no NUL in it."),
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
    ("@Column(\"\")", "\"\"", "A table or column needs a name, with no NUL in it."),
    (
      "@Column(\"a\\(b)\")", "\"a\\(b)\"",
      "A table's or column's name is a string literal: it is read when compiling."
    ),
    ("@Column(.renamed(from: \"\"))", "\"\"", "A table or column needs a name, with no NUL in it."),
  ])
  func `a column has names that it can have`(column: String, token: String, message: String) {
    expectColumnComplaint("@GraphStored \(column) var name: String", at: token, message)
  }

  @Test(arguments: [
    ("@GraphStored @Column(\"NAME\") var label: String", "\"NAME\""),
    ("@GraphStored(backed: .column(\"name\")) var label: String", "\"name\""),
    ("@GraphStored var Name: String", "Name"),
  ])
  func `two properties have two columns, and case tells them not apart`(
    second: String,
    token: String
  ) {
    expectColumnComplaint(
      "@GraphStored var name: String\n  \(second)",
      at: token,
      "Another property of this entity has the same column."
    )
  }

  @Test func `a property is not called as the identifier is`() {
    expectColumnComplaint(
      "@GraphStored var id: String",
      at: "id",
      "'id' is the entity's typed identifier: rename the property, and name its column by '@Column'."
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
      "Name one column for each part of the key: '@Entity(key: \"book_id\", \"tag_id\")'."
    )
  }

  @Test func `all columns of a key have properties, or none`() {
    expectComplaint(
      """
      @Entity(key: "a", "b") final class Thing {
        typealias TypedIdentifierRawValue = CompositeKey<String, Int>
        let typedID: TypedID
        @GraphStored var a: String
      }
      """,
      at: "\"b\"",
      "This column of the key is no property's, and another is: give all of them a property, or none."
    )
  }

  @Test func `what is made of properties is initialised by the macro`() {
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
      "Properties that are the key are set by the initialiser that '@Entity' writes: call that one.",
      fixed: "convenience init() { typedID = \"x\" }"
    )
  }

  // MARK: The columns

  @Test(arguments: [
    "(Int, Int)", "() -> Void", "@Sendable () -> Void", "Any", "any Equatable", "AnyObject",
    "Int??", "Optional<Int?>", "Int.Type", "()", "A & B", "[Int]??",
  ])
  func `no column holds what has no value`(type: String) {
    expectColumnComplaint(
      "@GraphStored var name: \(type)",
      at: type,
      "No column can hold this type: store something else, or leave out '@GraphStored'."
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
      "A column cannot hold this type as it is: store it as JSON, or by a conversion of your own.",
      fixed: "@GraphStored @Column(.json) var name: \(type)"
    )
  }

  @Test func `the fix keeps what is said of the column`() {
    expectColumnComplaint(
      "@GraphStored @Column(\"names\", .indexed) var name: [String]",
      at: "[String]",
      "A column cannot hold this type as it is: store it as JSON, or by a conversion of your own.",
      fixed: "@GraphStored @Column(\"names\", .indexed, .json) var name: [String]"
    )
  }

  @Test(arguments: ["[UInt8]", "Array<UInt8>", "[UInt8]?", "(Int)", "String!", "Data", "Foo.Bar"])
  func `what may be a column is not refused by its looks`(type: String) {
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
      "The column has this option already."
    ),
    (
      "@Column(as: Cents.self, .json) var name: Money", ".json",
      "A value is stored as JSON or by a conversion of your own, not by both."
    ),
    (
      "@Column(.json, .onDelete(.cascade)) var name: Money", ".onDelete",
      "Only a column that refers to another entity has a delete rule."
    ),
    (
      "@Column(.onDelete(.nullify)) var name: User", ".onDelete",
      "'.nullify' sets the property to nil: make it optional, or choose another rule."
    ),
  ])
  func `options do not contradict each other`(rest: String, token: String, message: String) {
    expectColumnComplaint("@GraphStored \(rest)", at: token, message)
  }

  @Test func `a column has one name`() {
    expectColumnComplaint(
      "@GraphStored(backed: .column(\"b\")) @Column(\"a\") var name: String",
      at: "\"b\"",
      "The column has a name already."
    )
  }

  @Test func `a column has no other backing`() {
    expectColumnComplaint(
      "@GraphStored(backed: .userDefaults(key: \"k\")) var name: String = \"\"",
      at: ".userDefaults",
      "An entity's property is a column of its row: it cannot be kept anywhere else besides.",
      fixed: "@GraphStored var name: String = \"\""
    )
  }

  @Test func `a column keeps a key`() {
    expectColumnComplaint(
      "@GraphStored weak var name: User?",
      at: "weak",
      "A column keeps the other entity's key, not the object: it is never weak or unowned.",
      fixed: "@GraphStored var name: User?"
    )
  }

  @Test func `a property with a node overrides none`() {
    expectComplaint(
      "class Thing: Base {\n  @GraphStored override var name: String\n}",
      at: "override",
      "A property with a node overrides no other: its storage is its own.",
      fixed: "override var name: String"
    )
  }

  @Test(arguments: [
    "final class Thing {\n  @GraphStored @Column(.unique) var name: String\n}",
    "final class Thing {\n  @Column(.unique) var name: String\n}",
    "@Entity struct Thing {\n  @Column(.unique) var name: String\n}",
  ])
  func `a column is an entity's`(source: String) {
    let found = complaints(about: source, tokenLength: 7)
      .filter { $0.message == "'@Column' goes on a '@GraphStored' property of an '@Entity'." }
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
      "Name the link by its type, or by key paths to its two references: "
        + "'\\BookTag.book, \\BookTag.tag'."
    )
  }

  @Test func `a relationship through a link is an array`() {
    expectColumnComplaint(
      "@GraphComputed(through: Link.self) var tags: Set<Tag>",
      at: "Set<Tag>",
      "A to-many relationship is an array of entities, such as '[Post]'."
    )
  }
}
