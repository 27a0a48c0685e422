import StateGraphPersistence
import TestSupport
import Testing

/// The code of the article about queries that computes, selects and changes values.
@Suite struct QueryTests {
  let database: Database
  let products: EntityStore<Product>

  init() throws {
    database = try Database(path: ":memory:")
    for definition in [Maker._$definition, Product._$definition] {
      for statement in definition.tableDefinition.createStatements {
        try database.execute(statement)
      }
    }
    products = try EntityStore<Product>(database)
    let maker = Maker(id: "m", name: "Ada & Co")
    try EntityStore<Maker>(database).insert(maker)
    for (id, name, price, discount) in [
      ("a", "Teapot", 30, 15), ("b", "Cup", 9, nil), ("c", "teaspoon", 4, nil),
    ] as [(String, String, Int, Int?)] {
      products.add(
        Product(
          id: .init(id),
          name: name,
          price: price,
          cost: id == "a" ? 20 : 3,
          discount: discount,
          isListed: id != "c",
          maker: maker
        )
      )
    }
  }

  @Test func `related rows are counted and aggregated`() throws {
    let makers = try EntityStore<Maker>(database)
    try makers.insert(Maker(id: "n", name: "Bob"))
    let found = try relatedRows(makers).map { $0.map(\.id.raw) }
    #expect(found == [["m"], ["m"], ["m", "n"]])
  }

  @Test func `conditions and orders compute values`() throws {
    let found = try computedConditions(products).map { $0.map(\.id.raw) }
    #expect(found == [["a"], ["a", "c"], ["a", "b", "c"]])
  }

  @Test func `values of a program's own types are added up`() throws {
    try database.createTables(for: Parcel.self)
    let parcels = try EntityStore<Parcel>(database)
    let fee = try totalFee(database)
    #expect(try totalWeight(of: parcels) == nil)
    #expect(fee.wrappedValue == Money(cents: 0))
    for number in 1...3 {
      parcels.add(Parcel(weight: Grams(rawValue: number), fee: Money(cents: number * 10)))
    }
    #expect(try totalWeight(of: parcels) == Grams(rawValue: 6))
    #expect(fee.wrappedValue == Money(cents: 60))
  }

  @Test func `values are selected, and followed`() throws {
    let (margins, makers) = try selectedRows(products)
    #expect(margins.map(\.2) == [10, 6, 1])
    #expect(makers == ["Ada & Co"])
    let told = Recorder<[String]>()
    let subscription = watchTitles(products) { told.record($0.map(\.0)) }
    try database.execute("UPDATE products SET price = 1")
    products.delete("b")
    #expect(told.elements == [["Teapot", "Cup", "teaspoon"], ["Teapot", "teaspoon"]])
    subscription.cancel()
  }

  @Test func `all rows of a query are changed and deleted`() throws {
    let teapot = try #require(products.get(by: "a"))
    let (changed, deleted, prices) = try changeRows(products)
    #expect(changed == 1 && deleted == 1)
    #expect(prices.map(\.1).sorted() == [18, 30])
    #expect(teapot.price == 30 && teapot.discount == nil)
  }
}
