import StateGraphPersistence

/// Compares the to-many relationships of entities in memory with the rows that refer to them.
struct RelationshipCheck<Owner: Entity> {
  private let database: Database

  init(_ database: Database) { self.database = database }

  /// Returns a text that names the first relationship whose entities differ from the rows, or nil
  /// if there is none. The order of the entities is not compared.
  func difference(of owners: [Owner]) throws -> String? {
    guard !owners.isEmpty else { return nil }
    for relationship in Owner._$definition.relationships {
      let fresh = try self.fresh(relationship)
      for owner in owners {
        let live = (owner[keyPath: relationship.path as AnyKeyPath] as? [any Entity]) ?? []
        if counts(live.map { $0.rowKey }) != fresh[owner.rowKey] ?? [:] {
          let related = type(of: relationship.path as AnyKeyPath).valueType
          return "a relationship of \(Owner.self) (\(related)) differs from its rows"
        }
      }
    }
    return nil
  }

  /// Reads the relationship from the rows. For each owner, by its key: how many rows relate each
  /// key of another entity to the owner.
  private func fresh(_ relationship: EntityRelationship) throws -> [RowKey: [RowKey: Int]] {
    let definition = Owner._$definition
    let count = definition.keyColumns.count
    var related: [RowKey: [RowKey: Int]] = [:]
    for row in try database.rows(relationship.pairs(of: definition)) {
      let keys = (
        RowKey(Array(row.values.prefix(count))), RowKey(Array(row.values.dropFirst(count)))
      )
      related[keys.0, default: [:]][keys.1, default: 0] += 1
    }
    return related
  }

  private func counts(_ keys: [RowKey]) -> [RowKey: Int] {
    Dictionary(keys.map { ($0, 1) }, uniquingKeysWith: +)
  }
}
