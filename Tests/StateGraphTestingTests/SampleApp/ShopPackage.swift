import TestSupport
import Testing

@testable import StateGraphTesting

/// A copy of the shop's package with one more migration.
struct ShopPackage {
  private let directory: TemporaryDirectory
  var file: String { directory.file("Tests.swift") }

  init(upgrade: (sql: String, undo: String)) throws {
    directory = try TemporaryDirectory()
    try directory.write("", to: "Package.swift")
    try #require(FileSystem.makeFolders(directory.file("Migrations")))
    try #require(FileSystem.makeFolders(directory.file("versions/1")))
    let shop = PackageRoot.path + "/Examples/Shop/"
    for (source, target) in [
      ("Migrations/0001_create_shop.sql", "Migrations/0001_create_shop.sql"),
      ("Fixtures/versions/1/customers.jsonl", "versions/1/customers.jsonl"),
      ("Fixtures/versions/1/orders.jsonl", "versions/1/orders.jsonl"),
    ] {
      let bytes = try #require(FileSystem.bytes(of: shop + source))
      try directory.write(String(decoding: bytes, as: UTF8.self), to: target)
    }
    try directory.write(upgrade.sql, to: "Migrations/0002_country.sql")
    try directory.write(upgrade.undo, to: "Migrations/0002_country.down.sql")
  }
}
