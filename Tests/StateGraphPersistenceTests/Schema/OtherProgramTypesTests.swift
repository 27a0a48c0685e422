import Foundation
import TestSupport
import Testing

@testable import StateGraphPersistence
@testable import StateGraphSQLite

/// The classes are generated from the same file.
@Suite("The columns that other programs declare")
struct OtherProgramTypesTests {
  private let database: Database

  init() throws {
    let path = PackageRoot.fixture("generate/awkward.sql")
    let sql = SQL(text: try String(contentsOfFile: path, encoding: .utf8))
    let migration = Migration(version: 1, name: "awkward", sql: sql)
    database = try Database.inMemory(migrations: .list([migration]))
    try database.execute(
      """
      INSERT INTO products VALUES (1, 1, '1990-02-03', '2024-05-01 10:00:00.25', 19.90,
        '{"a": [1, 2.5, null]}', x'4750', x'00', '08:15:00', 5)
      """
    )
  }

  private func lamp() throws -> AwkwardProduct {
    try #require(try EntityStore<AwkwardProduct>(database).query.fetchFirst())
  }

  @Test func `the values of other programs are read`() throws {
    let lamp = try lamp()
    #expect(lamp.listed)
    #expect(lamp.made == Date(timeIntervalSince1970: 634_003_200))
    #expect(lamp.createdAt == Date(timeIntervalSince1970: 1_714_557_600.25))
    #expect(lamp.price == Decimal(string: "19.9"))
    #expect(lamp.specs == .object(["a": .array([.integer(1), .number(2.5), .null])]))
    #expect(lamp.place == Data([0x47, 0x50]))
    #expect(lamp.photo == Data([0]))
    #expect(lamp.opens == .text("08:15:00"))
    #expect(lamp.anything == .integer(5))
  }

  @Test func `written values are read again, and have the form that other programs use`() throws {
    let lamp = try lamp()
    try database.write {
      lamp.listed = false
      lamp.createdAt = Date(timeIntervalSince1970: 0)
      lamp.price = Decimal(string: "0.1") ?? 0
      lamp.specs = .string("5")
      lamp.place = nil
      lamp.anything = .text("7")
    }
    let row = try database.rows(
      "SELECT listed, created_at, price, specs, place, anything FROM products"
    )
    #expect(
      row.map(\.values) == [
        [.integer(0), .text("1970-01-01 00:00:00"), .real(0.1), .text("\"5\""), .null, .text("7")]
      ]
    )
    #expect(lamp.price == Decimal(string: "0.1"))
    try database.write { lamp.price = 20 }
    #expect(try database.fetchValue(Int.self, "SELECT price FROM products") == 20)
  }

  @Test(arguments: ["0.1234567890123456789", "12345678901234567890123"])
  func `a decimal that a number cannot keep is refused`(text: String) throws {
    let decimal = try #require(Decimal(string: text))
    #expect(throws: DatabaseError.self) { try NumericDecimal.stored(decimal) }
  }

  @Test(arguments: [
    "0", "-7", "9223372036854775807", "-9223372036854775808", "19.9", "-0.000001",
    "123456789.012345",
  ])
  func `a decimal that a number keeps comes back`(text: String) throws {
    let decimal = try #require(Decimal(string: text))
    #expect(try NumericDecimal.value(NumericDecimal.stored(decimal)) == decimal)
  }

  @Test func `a query compares dates and decimals as SQLite stores them`() throws {
    let products = try EntityStore<AwkwardProduct>(database)
    let start = Date(timeIntervalSince1970: 0)
    #expect(try products.query.where { $0.createdAt > start }.fetch().count == 1)
  }
}
