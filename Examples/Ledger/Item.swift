import Foundation
import StateGraphPersistence

/// A kind of goods. The identifier is the code on its label.
@Entity(id: String.self)
final class Item {
  @GraphStored var name: String
  /// The price of one piece, in cents.
  @GraphStored @Column(.check("price >= 0")) var price: Int
  /// The number of pieces below which the stock is low.
  @GraphStored var minimum: Int
  @GraphComputed(inverse: \Lot.item) var lots: [Lot]
  @GraphComputed(inverse: \Movement.item) var movements: [Movement]
  @GraphComputed(inverse: \Quote.item) var quotes: [Quote]
}

/// The pieces of an item that came together and cost the same. The lots of an item are numbered.
@Entity(id: CompositeKey<String, Int>.self, key: "item_id", "number")
final class Lot {
  @GraphStored var item: Item
  @GraphStored var number: Int
  /// What one piece cost, in cents.
  @GraphStored var cost: Int
  @GraphComputed(inverse: \Movement.lot) var movements: [Movement]
}

/// Pieces that came into a lot, or left it. The stock is the sum of all movements.
@Entity(id: Int.self, keys: .database)
final class Movement {
  @GraphStored var item: Item
  @GraphStored @Column(columns: "item_id", "lot_number") var lot: Lot
  @GraphStored @Column(.check("quantity <> 0")) var quantity: Int
  @GraphStored @Column(.timestamp(.insertion)) var bookedAt: Date?
}

/// What a supplier asks for one piece of an item.
@Entity(id: Int.self, keys: .database, indexes: .unique("supplier", "item"))
final class Quote {
  @GraphStored var supplier: String
  @GraphStored @Column(.onDelete(.cascade)) var item: Item
  /// In cents.
  @GraphStored var price: Int
  @GraphStored @Column(.timestamp(.update)) var updatedAt: Date?
}
