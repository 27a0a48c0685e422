import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import StateGraphMacros

/// The expansion of `@Entity(id:keys:)`, and the sources that it refuses.
@Suite struct KeySourceTests {
  @Test func `an identifier of the database is a part of the row`() {
    expectExpansion(
      """
      @Entity(id: Int.self, keys: .database)
      public final class Person {
        @GraphStored public var name: String
      }
      """,
      """
      public final class Person {
        public var name: String {
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

        public var $name: StateGraphCore.Stored<String> {
          _$entity._$columns.node(_$Columns.name)
        }

        public typealias TypedIdentifierRawValue = Int

        public var typedID: TypedID {
          self._$entity._$key.identifier()
        }

        public let _$entity = StateGraphPersistence.EntityState._$make(
          for: Person.self, initialValues: [:])

        private enum _$Columns {
          static var name: Int {
            0
          }
        }

        public init(_ row: StateGraphPersistence.EntityRow<Person>) {
          // The initial value of '_$entity' is the state of the loaded row, with its identifier.
        }

        public init(id: TypedIdentifierRawValue? = nil, name: String) {
          self._$entity._$initialize(id, [.init(name)])
        }
      }

      nonisolated extension Person: StateGraphPersistence.Entity {
        public static let _$definition = StateGraphPersistence.EntityDefinition(
          table: "persons",
          keys: .database,
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

  @Test(arguments: [
    ("UUID", "uuidV7", "TypedID.uuidV7().raw"), ("String", "ulid", "TypedID.ulid().raw"),
  ])
  func `another source is the default value of the parameter`(
    type: String,
    source: String,
    preset: String
  ) {
    expectExpansion(
      "@Entity(id: \(type).self, keys: .\(source)) final class Person {\n}",
      """
      final class Person {

        typealias TypedIdentifierRawValue = \(type)

        let typedID: TypedID

        let _$entity = StateGraphPersistence.EntityState._$make(
          for: Person.self, initialValues: [:])

        private enum _$Columns {
        }

        init(_ row: StateGraphPersistence.EntityRow<Person>) {
          // The initial value of '_$entity' is the state of the loaded row.
          self.typedID = row.typedID
        }

        init(id: TypedIdentifierRawValue = \(preset)) {
          self.typedID = .init(id)
          self._$entity._$initialize(self.typedID.raw, [])
        }
      }

      nonisolated extension Person: StateGraphPersistence.Entity {
        static let _$definition = StateGraphPersistence.EntityDefinition(
          table: "persons",
          keyTypes: Person.TypedIdentifierRawValue.columnTypes,
          columns: [
          ])
      }
      """
    )
  }

  @Test(arguments: [
    ("String", ".database", "SQLite makes integer keys of one column"),
    ("UUID", ".database", "SQLite makes integer keys of one column"),
    ("[UInt8]", ".database", "SQLite makes integer keys of one column"),
    ("Swift.String", ".database", "SQLite makes integer keys of one column"),
    ("Int", ".uuidV7", "'.uuidV7' makes UUIDs"), ("String", ".uuidV7", "'.uuidV7' makes UUIDs"),
    ("Data", ".uuidV7", "'.uuidV7' makes UUIDs"), ("Int64", ".ulid", "'.ulid' makes text"),
    ("Foundation.UUID", ".ulid", "'.ulid' makes text"),
  ])
  func `a source that cannot make the type is refused`(
    type: String,
    source: String,
    message: String
  ) {
    expectComplaint(
      "@Entity(id: \(type).self, keys: \(source)) final class Thing {}",
      at: source,
      message + Self.remedies[source, default: ""]
    )
  }

  @Test(arguments: [".database", ".uuidV7", ".ulid"])
  func `a key of several columns has no source but the program`(source: String) {
    let message =
      switch source {
      case ".database": "SQLite makes integer keys of one column"
      case ".uuidV7": "'.uuidV7' makes UUIDs"
      default: "'.ulid' makes text"
      }
    expectComplaint(
      """
      @Entity(id: CompositeKey<Int, Int>.self, keys: \(source), key: "a", "b") final class Thing {}
      """,
      at: source,
      message + Self.remedies[source, default: ""]
    )
  }

  @Test func `a key that a property stores has no other source`() {
    expectComplaint(
      """
      @Entity(id: Int.self, keys: .database, key: "number") final class Thing {
        @GraphStored var number: Int
      }
      """,
      at: ".database",
      "A property stores the key, so its value comes from the initialiser: remove 'keys:'."
    )
  }

  @Test(arguments: ["source", ".unknown", "source()"])
  func `the source is written in the attribute`(source: String) {
    expectComplaint(
      "@Entity(id: Int.self, keys: \(source)) final class Thing {}",
      at: source,
      "The macro reads this argument: write '.database', '.uuidV7', '.ulid' or '.program' itself."
    )
  }

  private static let remedies = [
    ".database": ": write 'id: Int.self', or remove 'keys: .database'.",
    ".uuidV7": ": write 'id: UUID.self', or choose another source.",
    ".ulid": ": write 'id: String.self', or choose another source.",
  ]
}
