import Foundation
import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite struct MigrationAuthorTests {
  let directory: TemporaryDirectory
  var folder: String { directory.file("Migrations") }

  init() throws { directory = try TemporaryDirectory() }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test func `new migrations take the next number, in a folder that is made`() throws {
    let author = MigrationAuthor(directory: folder)
    #expect(
      try author.writeTemplate(titled: "create users", withDown: true)
        == ["\(folder)/0001_create_users.sql", "\(folder)/0001_create_users.down.sql"]
    )
    try directory.write("SELECT 1;", to: "Migrations/00041_other.sql")
    #expect(
      try author.write(titled: "AddPosts", sql: "CREATE TABLE p (x);")
        == "\(folder)/00042_add_posts.sql"
    )
    let source = try MigrationSource.directory(folder).load()
    #expect(source.map(\.version) == [1, 41, 42])
    #expect(source.map { $0.undo != nil } == [true, false, false])
    #expect(source[2].script == "CREATE TABLE p (x);")
  }

  @Test(arguments: [
    ("create_users", "create_users"), ("CreateUsersTable", "create_users_table"),
    ("../../etc/passwd", "etc_passwd"), ("a.sql", "a_sql"), ("  x  y  ", "x_y"),
    ("add\n'; DROP", "add_drop"), ("Über Größe 2", "ber_gr_e_2"), ("HTTPServer", "httpserver"),
  ])
  func `a name becomes snake case and stays in its folder`(title: String, words: String) throws {
    let author = MigrationAuthor(directory: folder)
    _ = try author.write(titled: title, sql: "")
    #expect(try names() == ["0001_\(words).sql"])
  }

  @Test(arguments: ["", "---", "日本", "\u{0}"])
  func `a name without a letter or digit is refused and leaves nothing`(title: String) throws {
    let error = DatabaseError.thrown {
      _ = try MigrationAuthor(directory: folder).write(titled: title, sql: "")
    }
    #expect(error?.code == .migrationInvalid)
    #expect(!FileProbe(folder).exists)
  }

  @Test func `threads that write at once take different numbers`() throws {
    try onThreads(6) { index in
      _ = try MigrationAuthor(directory: folder).write(titled: "thread \(index)", sql: "")
    }
    let versions = try MigrationSource.directory(folder).load().map(\.version)
    #expect(versions == [1, 2, 3, 4, 5, 6])
  }

  @Test func `a folder with a misspelt migration gets no other`() throws {
    _ = try MigrationAuthor(directory: folder).write(titled: "a", sql: "")
    try directory.write("", to: "Migrations/2_b.sql")
    let error = DatabaseError.thrown {
      _ = try MigrationAuthor(directory: folder).write(titled: "c", sql: "")
    }
    #expect(error?.code == .migrationInvalid)
    #expect(try names() == ["0001_a.sql", "2_b.sql"])
  }
}
