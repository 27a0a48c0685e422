import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@Suite("stategraph import --create")
struct CreateCommandTests {
  @Test func `a folder of files becomes a database, and its migration is kept beside it`() throws {
    let scene = try CommandScene()
    try FileManager.default.createDirectory(
      atPath: scene.directory.path + "/data/deep",
      withIntermediateDirectories: true
    )
    try scene.directory.write("id,name\n1,Ann\n2,Bob\n", to: "data/authors.csv")
    try scene.directory.write("id,author_id\n1,2\n2,1\n", to: "data/deep/books.csv")
    let result = try scene.run(
      "import",
      scene.database,
      "--create",
      scene.directory.path + "/data"
    )
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      try scene.firstValue("SELECT count(*) FROM books JOIN authors ON author_id = authors.id")
        == .integer(2)
    )
    let folder = scene.database + ".migrations"
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder) == [
        "0001_create_authors_books.sql"
      ]
    )
    let verified = try scene.run("migrate", "verify", scene.database, "--migrations", folder)
    #expect(verified.status == 0)
    let again = try scene.run("import", scene.database, scene.directory.path + "/data")
    #expect(again.output.contains(" 0 changes"))
    let twice = try scene.run("import", scene.database, "--create", scene.directory.path + "/data")
    #expect(twice.status == 64)
    #expect(twice.errors.contains("Leave out --create"))
    #expect(try scene.firstValue("SELECT count(*) FROM books") == .integer(2))
  }

  @Test func `a failed import leaves no database and no migration`() throws {
    let scene = try CommandScene()
    // A second record of one key is found only by the import.
    let path = try scene.directory.write("id,v\n1,a\n2,b\n3,c\"\n", to: "things.csv")
    // The inference accepts two versions of an author, so the database exists when the import
    // fails.
    let versions = try scene.directory.write(
      """
      {"id":1,"author":{"id":9,"name":"Ann"}}
      {"id":2,"author":{"id":9,"name":"Anna"}}
      """,
      to: "posts.jsonl"
    )
    let before = try scene.files()
    for (input, options) in [
      (path, ["--strict"]), (path, ["--encoding", "utf-16"]),
      (versions, ["--on-duplicate", "error"]),
    ] {
      let result = try scene.run(["import", scene.database, "--create", input] + options)
      #expect(result.status != 0)
      #expect(try scene.files().filter { !$0.hasPrefix("std") } == before)
    }
    #expect(try scene.run("import", scene.database, "--create", path).status == 0)
  }

  @Test(arguments: [["--dry-run"], ["--mapping", "-"]])
  func `an option that needs the tables is wrong usage`(options: [String]) throws {
    let scene = try CommandScene()
    let path = try scene.directory.write("id\n1\n", to: "things.csv")
    let result = try scene.run(["import", scene.database, "--create", path] + options)
    #expect(result.status == 64)
    #expect(try scene.run("import", scene.database, "--create", "-").status == 64)
    #expect(try !scene.files().contains("scene.sqlite"))
  }

  @Test func `short rows are filled if they should be, by import and by infer`() throws {
    let scene = try CommandScene()
    let path = try scene.directory.write("id,a,b\n1,x\n2\n3,y,z\n", to: "things.csv")
    let refused = try scene.run("import", scene.database, "--create", path)
    #expect(refused.status == 65)
    #expect(refused.errors.contains("--ragged fill"))
    let result = try scene.run("import", scene.database, "--create", path, "--ragged", "fill")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      try scene.firstValue("SELECT group_concat(quote(a) || quote(b)) FROM things")
        == .text("'x'NULL,NULLNULL,'y''z'")
    )
    let long = try scene.directory.write("id,a\n1,x,y\n", to: "long.csv")
    let tooLong = try scene.run("infer", long, "--ragged", "fill", "--dry-run")
    #expect(tooLong.status == 65)
    #expect(!tooLong.errors.contains("--ragged"))
  }
}
