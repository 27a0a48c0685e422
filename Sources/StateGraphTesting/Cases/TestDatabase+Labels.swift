import StateGraphFixtures
public import StateGraphNormalization
public import StateGraphPersistence

extension TestDatabase {
  /// Returns the entity for the row that a fixture has labelled with a name.
  ///
  /// ```swift
  /// let customer = try db[Customer.self, "ada"]
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the entity.
  ///   - label: The label without `@`. If the key of the table is text, the key is its own label.
  /// - Throws: ``TestDatabaseError`` with `.unknownLabel` if no row has the label. Also the errors
  ///   of opening the store of the type.
  public subscript<Element: Entity>(type: Element.Type, label: String) -> Element {
    get throws {
      let store = try EntityStore<Element>(database)
      guard let entity = store.get(by: try id(of: type, label)) else {
        throw try unknown(label, in: Element._$definition.table)
      }
      return entity
    }
  }

  /// Returns the identifier that a label stands for. A row with this identifier need not exist.
  ///
  /// - Parameters:
  ///   - type: The type of the entity.
  ///   - label: The label without `@`. If the key of the table is text, the key is its own label.
  /// - Throws: ``TestDatabaseError`` with `.unknownLabel` if the table has no labels, because its
  ///   key has several columns or another type.
  public func id<Element: Entity>(of type: Element.Type, _ label: String) throws -> Element.TypedID
  {
    let table = Element._$definition.table
    guard let column = try openCase().clone.template.schema.key(of: table) else {
      throw TestDatabaseError(
        .unknownLabel,
        "The rows of \(table) have no labels.",
        remedy: "Only a key of one column of type INTEGER, TEXT, UUID or BLOB can be a label."
      )
    }
    typealias Key = Element.TypedIdentifierRawValue
    let made = column.form.key(label, in: column.table)
    // If the Swift type of the key is String, the label itself is the key. Keys of other types in a
    // TEXT column, such as UUID, are computed from the label.
    let isOwnLabel = column.form == .text && Key.self == String.self
    guard let key = Key(rowKey: .value(isOwnLabel ? .text(label) : made)) else {
      throw TestDatabaseError(
        .unknownLabel,
        "The label \(label) of \(table) cannot be an identifier of type \(Key.self)."
      )
    }
    return Element.TypedID(key)
  }

  private func unknown(_ label: String, in table: String) throws -> TestDatabaseError {
    let nearest = try openCase().clone.template.names.nearest(to: label, in: table)
    return TestDatabaseError(
      .unknownLabel,
      "No row of \(table) is labelled \"\(label)\".",
      remedy: nearest.map { "The nearest is \"\($0)\"." } ?? ""
    )
  }
}
