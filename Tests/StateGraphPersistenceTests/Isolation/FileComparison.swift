import SampleDomains
import StateGraphPersistence
import TestSupport

extension SocialDatabase {
  /// The differences between the live objects and the rows that another connection reads.
  func differencesFromFile() throws -> [String] {
    let stores = try Stores(database)
    let location = try DatabaseLocation(path: path)
    let oracle = try Connection.open(location, mode: .reader)
    let kinds: [Kind] = [.user, .post, .comment]
    return try kinds.flatMap { try SocialDatabase.differences($0.type, stores, oracle) }
  }

  private static func differences<Element: Modelled>(
    _ type: Element.Type,
    _ stores: Stores,
    _ oracle: Connection
  ) throws -> [String] {
    let store = Element.store(stores)
    let rows = try oracle.rows(Element.selection).map(\.values)
    let entities = store.getAll()
    var differences: [String] = []
    if entities.map(\.image) != rows { differences.append("\(type): \(entities.map(\.image))") }
    if store.count != rows.count { differences.append("\(type): count \(store.count)") }
    for entity in entities where entity.isDeleted || store.get(by: entity.typedID) !== entity {
      differences.append("\(type): \(entity.typedID) is deleted or another")
    }
    for (index, selection) in Element.childSelections.enumerated() {
      let children = Dictionary(grouping: try oracle.rows(selection.sql).map(\.values)) { $0[0] }
      for entity in entities {
        let found = entity.children[index].entities.map(\.rawID.value)
        if found != children[entity.rawID.value]?.map({ $0[1] }) ?? [] {
          differences.append("\(entity.typedID).\(selection.name): \(found)")
        }
      }
    }
    return differences
  }
}
