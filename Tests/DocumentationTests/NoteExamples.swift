import Foundation
import StateGraphPersistence
import TestSupport
import Testing

// The code of the articles "Getting started" and "Testing an app", as it stands there.

extension Bundle {
  /// The app's resources, which a package without resources does not have.
  fileprivate static let module = Bundle(path: NoteMigrations.directory.path) ?? .main
}

/// The migration of the article, in a folder as the app's bundle has it.
enum NoteMigrations {
  static let directory: TemporaryDirectory = {
    guard let directory = try? TemporaryDirectory() else {
      preconditionFailure("no temporary directory can be created")
    }
    return directory
  }()

  /// The folder of the migrations, with the SQL that the article shows.
  static func written() throws -> String {
    let folder = directory.file("Migrations")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let article = try DocumentationSource.text(ofArticle: "GettingStarted")
    let sql = try #require(DocumentationSource.blocks("sql", in: article).first)
    try directory.write(sql, to: "Migrations/0001_create_notes.sql")
    return folder
  }
}

@Entity(id: UUID.self)
final class Note {
  @GraphStored var text: String
  @GraphStored var isDone: Bool = false
  @GraphStored var created: Date
}

final class NoteList: Sendable {
  let database: Database
  let notes: EntityStore<Note>
  /// The notes that are not done, oldest first.
  let open: Query<Note>

  init(_ database: Database) throws {
    self.database = database
    notes = try EntityStore<Note>(database)
    open = notes.query.where { $0.isDone == false }.order { $0.created.ascending }
  }

  /// The file `notes.sqlite` in the current directory. The file is created if it is missing, and
  /// each migration that it does not have yet is applied.
  convenience init() throws {
    try self.init(
      Database(
        path: "notes.sqlite",
        migrations: .resources(at: Bundle.module.resourcePath, subdirectory: "Migrations")
      )
    )
  }

  func add(_ text: String) throws {
    try notes.insert(Note(id: UUID(), text: text, created: Date()))
  }

  /// Marks the open note at an offset as done.
  func finish(_ offset: Int) throws {
    guard let note = try open.offset(offset).fetchFirst() else { return }
    note.isDone = true  // UPDATE notes SET is_done = 1 WHERE id = ?
  }
}

/// Compiled, and not run: it reads standard input.
func notesMain() throws {
  let list = try NoteList()
  let subscription = withGraphTracking {
    list.open.onChange { notes in
      for (offset, note) in notes.enumerated() { print("\(offset). \(note.text)") }
      print("Type a new note, or the number of one that is done.")
    }
  }
  while let line = readLine() {
    do {
      if let offset = Int(line) { try list.finish(offset) } else { try list.add(line) }
    } catch {
      print(error)  // for example, if the number is negative
    }
  }
  subscription.cancel()
}
