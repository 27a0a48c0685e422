import StateGraphPersistence

@Entity(id: String.self)
final class Note {
  @GraphStored var text: String
}

/// Shows the notes of a file and the state of its replication, and writes notes.
///
/// The program knows nothing of PostgreSQL: `stategraph-sync run` replicates its file beside it.
/// `Scripts/demo --replication` starts two of these programs with a file each.
///
/// The arguments are a name for the output, and the path of the file. A line of the standard input
/// is a command: `write ID TEXT`, `confirm ID TEXT`, `discard` or `quit`.
@main
struct ReplicatedNotes {
  private let name: String
  private let database: Database
  private let notes: EntityStore<Note>

  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 2, let name = arguments.first, let path = arguments.last else {
      print("usage: replicated-notes NAME FILE")
      return
    }
    let database = try Database(path: path)
    try database.createTables(for: Note.self)
    try await ReplicatedNotes(name: name, database: database, notes: EntityStore<Note>(database))
      .run()
  }

  private func run() async throws {
    let subscription = try follow()
    defer { subscription.cancel() }
    while let line = readLine() {
      let words = line.split(separator: " ", maxSplits: 2).map(String.init)
      switch words.first {
      case "write" where words.count == 3: try await database.write { write(words[1], words[2]) }
      case "confirm" where words.count == 3: try await confirm(words[1], words[2])
      case "discard": for write in database.replica.refused { try write.discard() }
      case "quit": return
      default: say("unknown command: \(line)")
      }
    }
  }

  private func follow() throws -> AnyCancellable {
    let replica = database.replica
    let texts = try database.liveValues(String.self, sql: "SELECT text FROM notes ORDER BY id")
    return withGraphTracking {
      texts.onChange { say("notes: \($0.joined(separator: " · "))") }
      replica.$pending.onChange { count in if count > 0 { say("not sent: \(count)") } }
      replica.$status.onChange { status in
        if case .offline = status { say("offline") } else if status == .live { say("live") }
      }
      replica.$refused.onChange { refused in
        for write in refused { say("refused: \(write.message)") }
      }
    }
  }

  private func write(_ id: String, _ text: String) {
    if let note = notes.get(by: .init(id)) {
      note.text = text
    } else {
      notes.add(Note(id: .init(id), text: text))
    }
  }

  private func confirm(_ id: String, _ text: String) async throws {
    do {
      try await database.write(confirmed: .byServer) { write(id, text) }
      say("confirmed: \(text)")
    } catch is WriteRefused {
      say("not confirmed: \(text)")
    }
  }

  private func say(_ line: String) { print("\(name.padding(to: 8))\(line)") }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
