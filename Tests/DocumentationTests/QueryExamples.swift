import StateGraphPersistence

// The code of the article about queries that computes, selects and changes values, as it stands
// there.

@Entity(id: String.self)
final class Maker {
  @GraphStored var name: String
  @GraphComputed(inverse: \Product.maker) var products: [Product]
}

@Entity(id: String.self)
final class Product {
  @GraphStored var name: String
  @GraphStored var price: Int
  @GraphStored var cost: Int
  @GraphStored var discount: Int?
  @GraphStored var isListed: Bool
  @GraphStored var maker: Maker
}

func computedConditions(_ products: EntityStore<Product>) throws -> [[Product]] {
  let queries = [
    products.query.where { $0.price - $0.discount.ifNull(0) <= $0.cost },
    products.query.where { $0.name.lowercased().hasPrefix("tea") },
    products.query.order { ($0.price - $0.cost).descending },
  ]
  return try queries.map { try $0.fetch() }
}

func relatedRows(_ makers: EntityStore<Maker>) throws -> [[Maker]] {
  let queries = [
    makers.query.where { $0.products.count > 1 },
    makers.query.where { $0.products.where { $0.isListed }.sum { $0.price } >= 30 },
    makers.query.order { $0.products.average { $0.price }.descending },
  ]
  return try queries.map { try $0.fetch() }
}

func selectedRows(_ products: EntityStore<Product>) throws -> ([(String, String, Int)], [String]) {
  let margins = try products.query
    .select { ($0.name, $0.maker.name, $0.price - $0.cost) }.fetch()
  let makers = try products.query.select { $0.maker.name }.distinct().fetch()
  return (margins, makers)
}

func watchTitles(
  _ products: EntityStore<Product>,
  _ show: @escaping @Sendable (SelectedRows<(String, String)>) -> Void
) -> AnyCancellable {
  let labels = products.query.select { ($0.name, $0.maker.name) }.live
  return withGraphTracking { labels.onChange { show($0) } }
}

func changeRows(_ products: EntityStore<Product>) throws -> (Int, Int, [(Product.TypedID, Int)]) {
  let changed = try products.query.where { $0.discount != nil }.update {
    $0.set(\.price, to: $0.price - $0.discount.ifNull(0))
    $0.set(\.discount, to: nil)
  }
  let deleted = try products.query.where { !$0.isListed }.delete()
  let prices = try products.query.select { ($0.id, $0.price) }.update {
    $0.set(\.price, to: $0.price * 2)
  }
  return (changed, deleted, prices)
}

struct Grams: RawRepresentable, Equatable, QueryNumber {
  typealias Sum = Grams
  var rawValue: Int
}

@Entity(id: Int.self, keys: .database)
final class Parcel {
  @GraphStored var weight: Grams
  @GraphStored @Column("fee_cents", as: Cents.self) var fee: Money
}

func totalWeight(of parcels: EntityStore<Parcel>) throws -> Grams? {
  try parcels.query.sum { $0.weight }
}

func totalFee(_ database: Database) throws -> Computed<Money> {
  let cents = try database.liveValue(Int.self, sql: "SELECT sum(fee_cents) FROM parcels")
  let fee = Computed { _ in Cents.value(cents.wrappedValue ?? 0) }
  return fee
}
