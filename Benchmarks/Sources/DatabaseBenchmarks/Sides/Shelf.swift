import StateGraphPersistence

/// A parent of many volumes, by each kind of to-many relationship.
@Entity(id: String.self, table: "shelves")
final class Shelf {
  @GraphComputed(inverse: \Volume.shelf) var volumes: [Volume]
  @GraphComputed(through: \Placing.shelf, \Placing.volume, order: \Placing.place)
  var placed: [Volume]
  @GraphComputed(through: \Mention.shelf, \Mention.volume) var mentioned: [Volume]
}

@Entity(id: String.self)
final class Volume {
  @GraphStored var title: String
  @GraphStored var shelf: Shelf?
}

/// The link of the ordered relationship.
@Entity(id: CompositeKey<String, String>.self, key: "shelf_id", "volume_id")
final class Placing {
  @GraphStored var shelf: Shelf
  @GraphStored var volume: Volume
  @GraphStored var place: Int?
}

/// The link of the relationship without an order.
@Entity(id: CompositeKey<String, String>.self, key: "shelf_id", "volume_id")
final class Mention {
  @GraphStored var shelf: Shelf
  @GraphStored var volume: Volume
}
