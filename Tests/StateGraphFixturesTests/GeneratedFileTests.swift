import Foundation
import StateGraphFixtures
import StateGraphSQLite
import StateGraphTools
import TestSupport
import Testing

/// The files of generated rows, which must be the same on each machine.
@Suite struct GeneratedFileTests {
  /// The digest of all files of a seed. A change of the generator that leads to other rows needs
  /// new digests here, and a higher `GeneratedDatabase.format`.
  private static let digests = [
    "Tests/StateGraphFixturesTests/Schemas/chinook.sql":
      "77132f343f99441bbeaeb9615f0c7593dfd6676b6228ebcbb1f92a259147f754",
    "Tests/StateGraphFixturesTests/Schemas/coverage.sql":
      "24c72a80578f1c1b40be912c5ab6b153df61a9a4d3ac11dc2ccc42bdb43d5718",
    "Tests/StateGraphFixturesTests/Schemas/django.sql":
      "9573693459d969c39e780d254ce736cd70c42658220bd3243d53a1299c1ab376",
    "Tests/StateGraphFixturesTests/Schemas/fossil.sql":
      "43234e85df9a9340a9ce876a269f66a2b0d79727ae74b7d07aaec9e3f097d65e",
    "Tests/StateGraphFixturesTests/Schemas/northwind.sql":
      "f9e2fca59ce26a4b99a2dffc143e30294a8fe7fc66e74d876c4511c1c1b3afc2",
    "Migrations/0001_create_social.sql":
      "b7f851ee96ef04fdb201057647b77e25776f302c4f65027b3d8f71c61bd9fd2c",
  ]

  @Test(arguments: digests.keys.sorted())
  func `a seed leads to the same bytes on each machine`(schema: String) throws {
    let sql = try String(contentsOfFile: PackageRoot.path + "/" + schema, encoding: .utf8)
    let scene = try ExtractScene(sql)
    let made = try GeneratedDatabase(scene.database, seed: 42).fill(.init(each: 40))
    var request = ExportRequest(tables: made.map(\.table), to: .folder(scene.output))
    request.format = .jsonl
    request.blobs = .base64
    _ = try Exporter(path: scene.database).run(request)
    let files = try scene.files()
    #expect(files.count == made.count)
    let text = files.sorted { $0.key < $1.key }.map { "\($0.key)\n\($0.value)" }.joined()
    #expect(SHA256.hexadecimal(of: text.utf8) == Self.digests[schema])
  }
}
