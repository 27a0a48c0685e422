import StateGraphFixtures
import StateGraphNormalization
import StateGraphPersistence

extension RowPrinter {
  /// Returns the primary key of an entity as text. If a fixture has labelled the row, the text is
  /// the label, such as `@ada`.
  func text(ofEntity entity: any Entity) -> String {
    let definition = type(of: entity)._$definition
    guard let table = schema.table(definition.table) else { return "\(entity)" }
    let texts = zip(definition.keyColumns, entity.rowKey.values).map { name, value in
      table.columnIndex(name).map { text(value, column: $0, of: table) } ?? "\(value)"
    }
    return texts.joined(separator: " ")
  }
}

extension Entity {
  /// The primary key of the entity, as the values of its key columns.
  var rowKey: RowKey { typedID.raw.rowKey }
}
