import StateGraph
import StateGraphGTK
import StateGraphImport
import StateGraphSessions

/// What the window needs from its file: the books, and the machines that work beside the window.
@MainActor
final class Library {
  let shelves: Shelves
  let session: Session
  let stocking: ObservableTransducer<Stocking>
  /// How many books the first start has made.
  let made = Stored(wrappedValue: 0)
  let importing: ObservableTransducer<Importing>
  /// How far the running import is. Nil before its first batch.
  let progress = Stored<ImportProgress?>(wrappedValue: nil)
  let yearCounts: Computed<[YearCount]>
  /// Why the last transition of the window was refused, such as a full disk. It is not a part of
  /// the state, because the file cannot be written then.
  let trouble = Stored<String?>(wrappedValue: nil)

  /// Opens the file, and fills it at the first start.
  init(path: String, bookCount: Int) throws {
    shelves = try Shelves(path: path)
    let database = shelves.database
    session = try Session("main window", in: database, undoLog: shelves.undoLog)
    stocking = try ObservableTransducer(
      restoring: Session("stocking", in: database),
      env: Stocking.Env(database: database, made: made)
    )
    importing = try ObservableTransducer(
      restoring: Session("import", in: database),
      env: Importing.Env(file: path, progress: progress)
    )
    yearCounts = try database.live(
      YearCount.self,
      sql: "SELECT year, count(*) AS count FROM books GROUP BY year ORDER BY year"
    )
    stocking.send(.begin(count: bookCount))
  }

  /// Takes the last step back, and returns a sentence if that is refused.
  func undo() -> String? { refusal { try shelves.undoLog.undo() } }

  /// Makes the last undone step again, and returns a sentence if that is refused.
  func redo() -> String? { refusal { try shelves.undoLog.redo() } }

  private func refusal(_ body: () throws -> String?) -> String? {
    do {
      _ = try body()
      return nil
    } catch DatabaseError.Code.undoConflict {
      return "The books have been changed elsewhere since, so this step stays as it is."
    } catch {
      return "\(error)"
    }
  }
}
