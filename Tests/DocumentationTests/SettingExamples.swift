import StateGraphPersistence

// The code of the article about settings and cells, as it stands there.

final class Preferences {
  let theme: Stored<String>
  let recent: Stored<[String]>
  let title: Stored<String>

  init(_ database: Database) {
    theme = Stored(wrappedValue: "light", backed: .sqlite(key: "theme", in: database))
    recent = Stored(wrappedValue: [], backed: .sqlite(key: "recent", in: database))
    title = Stored(
      wrappedValue: "",
      backed: .sqlite(table: "posts", column: "title", id: "p1", in: database)
    )
  }
}

enum App {
  private static let opened = Result { try Database.temporary() }

  static var database: Database {
    switch opened {
    case .success(let database): database
    case .failure(let error): preconditionFailure("\(error)")
    }
  }
}

final class Editor {
  @GraphStored(backed: .sqlite(key: "font size", in: App.database)) var fontSize: Int = 12
}
