import Foundation
import StateGraphFixtures
import StateGraphSQLite
import StateGraphTools
import TestSupport
import Testing

/// Extracts with random conditions from schemas that were designed for other purposes.
@Suite struct ExtractRandomTests {
  /// The schemas of Chinook and Northwind in short forms, the two sample domains, and a schema with
  /// cycles and keys of several columns.
  static let schemas = [
    "chinook": """
    CREATE TABLE [Artist] ([ArtistId] INTEGER NOT NULL, [Name] NVARCHAR(120),
      CONSTRAINT [PK_Artist] PRIMARY KEY ([ArtistId]));
    CREATE TABLE [Album] ([AlbumId] INTEGER NOT NULL, [Title] NVARCHAR(160) NOT NULL,
      [ArtistId] INTEGER NOT NULL REFERENCES [Artist] ([ArtistId]), PRIMARY KEY ([AlbumId]));
    CREATE TABLE [Employee] ([EmployeeId] INTEGER PRIMARY KEY NOT NULL, [Name] NVARCHAR(20),
      [ReportsTo] INTEGER REFERENCES [Employee] ([EmployeeId]), [BirthDate] DATETIME);
    CREATE TABLE [Customer] ([CustomerId] INTEGER PRIMARY KEY NOT NULL, [Email] NVARCHAR(60),
      [SupportRepId] INTEGER REFERENCES [Employee] ([EmployeeId]));
    CREATE TABLE [Track] ([TrackId] INTEGER PRIMARY KEY NOT NULL, [Name] NVARCHAR(200) NOT NULL,
      [AlbumId] INTEGER REFERENCES [Album] ([AlbumId]), [UnitPrice] NUMERIC(10,2) NOT NULL);
    CREATE TABLE [Playlist] ([PlaylistId] INTEGER PRIMARY KEY NOT NULL, [Name] NVARCHAR(120));
    CREATE TABLE [PlaylistTrack] (
      [PlaylistId] INTEGER NOT NULL REFERENCES [Playlist] ([PlaylistId]),
      [TrackId] INTEGER NOT NULL REFERENCES [Track] ([TrackId]),
      PRIMARY KEY ([PlaylistId], [TrackId]));
    """,
    "northwind": """
    CREATE TABLE Categories (CategoryID INTEGER PRIMARY KEY, CategoryName TEXT, Picture BLOB);
    CREATE TABLE Customers (CustomerID TEXT PRIMARY KEY, City TEXT);
    CREATE TABLE Region (RegionID INTEGER PRIMARY KEY NOT NULL, Description TEXT NOT NULL);
    CREATE TABLE Territories (TerritoryID TEXT PRIMARY KEY NOT NULL, Description TEXT NOT NULL,
      RegionID INTEGER NOT NULL REFERENCES Region);
    CREATE TABLE Orders (OrderID INTEGER PRIMARY KEY AUTOINCREMENT,
      CustomerID TEXT REFERENCES Customers (CustomerID), OrderDate DATETIME, Freight NUMERIC);
    CREATE TABLE Products (ProductID INTEGER PRIMARY KEY, ProductName TEXT NOT NULL,
      CategoryID INTEGER REFERENCES Categories, UnitPrice REAL DEFAULT 0);
    CREATE TABLE "Order Details" (OrderID INTEGER NOT NULL REFERENCES Orders,
      ProductID INTEGER NOT NULL REFERENCES Products, Quantity INTEGER, Discount REAL,
      PRIMARY KEY (OrderID, ProductID));
    """,
    "cycles": """
    CREATE TABLE teams (name TEXT COLLATE NOCASE UNIQUE, lead INTEGER REFERENCES people (id));
    CREATE TABLE people (id INTEGER PRIMARY KEY, team TEXT REFERENCES teams (name), born DATE);
    CREATE TABLE desks (floor INTEGER, place TEXT, owner INTEGER REFERENCES people (id),
      PRIMARY KEY (floor, place)) WITHOUT ROWID;
    CREATE TABLE lamps (id BLOB PRIMARY KEY, floor INTEGER, place TEXT,
      watts REAL, double AS (watts * 2), FOREIGN KEY (floor, place) REFERENCES desks (floor, place));
    CREATE TABLE notes (lamp BLOB REFERENCES lamps (id), text);
    """,
    "social": migration("0001_create_social.sql"),
    "library": migration("0002_create_library.sql"),
    "coverage": schema("coverage.sql"),
    "django": schema("django.sql"),
    "fossil": schema("fossil.sql"),
  ]

  private static func schema(_ name: String) -> String {
    let folder = PackageRoot.path + "/Tests/StateGraphFixturesTests/Schemas/"
    return (try? String(contentsOfFile: folder + name, encoding: .utf8)) ?? ""
  }

  private static func migration(_ name: String) -> String {
    (try? String(contentsOfFile: PackageRoot.migrations + "/" + name, encoding: .utf8)) ?? ""
  }

  @Test(arguments: schemas.keys.sorted())
  func `any condition gives a fixture that loads and extracts to the same bytes`(
    name: String
  ) throws {
    var random = SeededRandom(seed: TestSeed.current)
    let scene = try ExtractScene(Self.schemas[name] ?? "")
    let connection = try scene.filled(rowCount: 40, random: random)
    let tables = try SchemaReader(connection).tables()
    #expect(tables.count >= 3)
    var extracted = 0
    for round in 0..<20 {
      let request = try Self.request(tables, scene.output, connection, &random)
      let comment: Comment = "seed \(TestSeed.current), round \(round), \(request)"
      do {
        _ = try Extractor(path: scene.database).run(request)
      } catch let error as InspectionError where error.code == .misuse {
        continue
      }
      extracted += 1
      let files = try scene.files()
      let copy = try scene.loaded()
      #expect(try copy.rows("PRAGMA foreign_key_check") == [], comment)
      var again = request
      again.output = copy.output
      _ = try Extractor(path: copy.database).run(again)
      #expect(try copy.files() == files, comment)
    }
    #expect(extracted >= 8, "seed \(TestSeed.current)")
  }

  static func request(
    _ tables: [TableSchema],
    _ output: String,
    _ connection: Connection,
    _ random: inout SeededRandom
  ) throws -> ExtractRequest {
    let table = try #require(tables.randomElement(using: &random))
    var request = ExtractRequest(table: table.name, output: output)
    request.replacesExisting = true
    let column = try #require(table.columns.randomElement(using: &random))
    let values = try connection.rows(
      "SELECT quote(\(column: column.name)) FROM \(table: table.name) ORDER BY 1"
    )
    if case .text(let value)? = values.randomElement(using: &random)?[0] {
      let relation = ["=", "<>", "<=", ">", "IS", "IS NOT"].randomElement(using: &random) ?? "="
      request.condition = "\(Identifier(column.name).quoted) \(relation) \(value)"
    }
    if Bool.random(using: &random) { request.limit = Int.random(in: 1...9, using: &random) }
    for child in tables where Int.random(in: 0..<3, using: &random) == 0 {
      let limit = Bool.random(using: &random) ? Int.random(in: 1...3, using: &random) : nil
      if child.foreignKeys.contains(where: { $0.referencedTable.isSameName(as: table.name) }) {
        request.children.append(.init(table: child.name, limit: limit))
      }
    }
    return request
  }
}
