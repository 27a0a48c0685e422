import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import StateGraphMacros

/// The expansion of the macros for `@Column(columns:)`, and the declarations that they refuse.
@Suite struct CompositeReferenceMacroTests {
  @Test func `a reference by several columns has accessors of its own`() {
    expectExpansion(
      """
      @Entity(id: Int.self)
      final class Parcel {
        @GraphStored var weight: Int
        @GraphStored @Column(columns: "sale_id", "place", options: .onDelete(.nullify)) var line: Line?
      }
      """,
      """
      final class Parcel {
        var weight: Int {
          get {
            _$entity._$columns.read(_$Columns.weight)
          }
          set {
            _$entity._$columns.write(_$Columns.weight, newValue)
          }
          _modify {
            let _$change = _$entity._$beginChange()
            var _$value: Int = _$entity._$columns.read(_$Columns.weight)
            defer {
              _$change.finish {
                self.weight = _$value
              }
            }
            yield &_$value
          }
        }

        var $weight: StateGraphCore.Stored<Int> {
          _$entity._$columns.node(_$Columns.weight)
        }
        var line: Line? {
          get {
            StateGraphPersistence.ReferenceAccess(_$entity).read(_$References.line)
          }
          set {
            StateGraphPersistence.ReferenceAccess(_$entity).write(_$References.line, newValue)
          }
          _modify {
            let _$change = _$entity._$beginChange()
            var _$value: Line? = StateGraphPersistence.ReferenceAccess(_$entity).read(_$References.line)
            defer {
              _$change.finish {
                self.line = _$value
              }
            }
            yield &_$value
          }
        }

        var $line: StateGraphCore.Stored<Line?> {
          StateGraphPersistence.ReferenceAccess(_$entity).node(_$References.line)
        }

        typealias TypedIdentifierRawValue = Int

        let typedID: TypedID

        let _$entity = StateGraphPersistence.EntityState._$make(
          for: Parcel.self, initialValues: [:])

        private enum _$Columns {
          static var weight: Int {
            0
          }
        }

        init(_ row: StateGraphPersistence.EntityRow<Parcel>) {
          // The initial value of '_$entity' is the state of the loaded row.
          self.typedID = row.typedID
        }

        private enum _$References {
          static var line: Int {
            0
          }
        }

        init(id: TypedIdentifierRawValue, weight: Int, line: Line? = nil) {
          self.typedID = .init(id)
          self._$entity._$initialize(self.typedID.raw, [.init(weight)])
          StateGraphPersistence.ReferenceAccess(self._$entity).initialize([line])
        }
      }

      nonisolated extension Parcel: StateGraphPersistence.Entity {
        static let _$definition = StateGraphPersistence.EntityDefinition(
          table: "parcels",
          keyTypes: Parcel.TypedIdentifierRawValue.columnTypes,
          columns: [
            .init(
              "weight", Int.self, base: "weight",
              path: \\Parcel.weight),
          ],
          references: [
            .init(
              "line", Line?.self, columns: ["sale_id", "place"],
              path: \\Parcel.line, options: [.onDelete(.nullify)]),
          ])
      }
      """
    )
  }

  @Test func `a reference that stores a part of the key has no setter, and gives the identifier`() {
    expectExpansion(
      """
      @Entity(id: CompositeKey<Int, Int, Int>.self, key: "number", "sale_id", "place")
      final class Parcel {
        @GraphStored @Column(columns: "sale_id", "place") var line: Line
        @GraphStored var number: Int
      }
      """,
      """
      final class Parcel {
        var line: Line {
          get {
            StateGraphPersistence.ReferenceAccess(_$entity).read(_$References.line)
          }
        }
        var number: Int {
          get {
            _$entity._$columns.read(_$Columns.number)
          }
        }

        typealias TypedIdentifierRawValue = CompositeKey<Int, Int, Int>

        let typedID: TypedID

        let _$entity = StateGraphPersistence.EntityState._$make(
          for: Parcel.self, initialValues: [:])

        private enum _$Columns {
          static var number: Int {
            0
          }
        }

        init(_ row: StateGraphPersistence.EntityRow<Parcel>) {
          // The initial value of '_$entity' is the state of the loaded row.
          self.typedID = row.typedID
        }

        private enum _$References {
          static var line: Int {
            0
          }
        }

        init(line: Line, number: Int) {
          self.typedID = .init(.init(StateGraphPersistence._$keyPart(number), StateGraphPersistence._$keyPart(line).parts.0, StateGraphPersistence._$keyPart(line).parts.1))
          self._$entity._$initialize(self.typedID.raw, [.init(number)])
          StateGraphPersistence.ReferenceAccess(self._$entity).initialize([line])
        }
      }

      nonisolated extension Parcel: StateGraphPersistence.Entity {
        static let _$definition = StateGraphPersistence.EntityDefinition(
          table: "parcels",
          key: ["number", "sale_id", "place"],
          keyTypes: Parcel.TypedIdentifierRawValue.columnTypes,
          columns: [
            .init(
              "number", Int.self, base: "number",
              path: \\Parcel.number),
          ],
          references: [
            .init(
              "line", Line.self, columns: ["sale_id", "place"],
              path: \\Parcel.line),
          ])
      }
      """
    )
  }

  // MARK: Refusals

  private func parcel(_ members: String, key: String = "") -> String {
    "@Entity(id: Int.self\(key)) final class Parcel {\n  \(members)\n}"
  }

  @Test func `a composite reference needs at least two columns`() {
    expectComplaint(
      parcel("@GraphStored @Column(columns: \"a\") var line: Line?"),
      at: "\"a\"",
      "Name each column of the referenced key, or write '@Column(\"name\")' for a key of one column."
    )
  }

  @Test func `a column is named once`() {
    expectComplaint(
      parcel("@GraphStored @Column(columns: \"a\", \"A\") var line: Line?"),
      at: "\"A\"",
      "The column is named twice."
    )
  }

  @Test func `a composite reference accepts only the options of a reference`() {
    expectComplaint(
      parcel("@GraphStored @Column(columns: \"a\", \"b\", options: .json) var line: Line?"),
      at: ".json",
      "A reference by several columns has only the options '.onDelete' and '.unique'."
    )
  }

  @Test func `a composite reference cannot have an initial value`() {
    expectComplaint(
      parcel("@GraphStored @Column(columns: \"a\", \"b\") var line: Line = someLine"),
      at: "someLine",
      "A reference by several columns starts as nil: remove the initial value."
    )
  }

  @Test func `a column that another property has cannot become NULL`() {
    expectComplaint(
      parcel(
        """
        @GraphStored var sale: Sale
          @GraphStored @Column(columns: "sale_id", "b", options: .onDelete(.nullify)) var line: Line?
        """
      ),
      at: ".onDelete(.nullify)",
      "'.nullify' sets all columns of the reference to NULL, and another property or the key has one."
    )
  }

  @Test func `the other columns of a key are properties, too`() {
    expectComplaint(
      """
      @Entity(id: CompositeKey<Int, Int>.self, key: "a", "c") final class Parcel {
        @GraphStored @Column(columns: "a", "b") var line: Line
      }
      """,
      at: "\"c\"",
      "Another column of the key is a property: make all of them properties, or none."
    )
  }
}
