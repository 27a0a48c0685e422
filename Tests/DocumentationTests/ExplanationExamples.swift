import StateGraphPersistence
import Testing

// The code of the article about queries on the effects of a write, word for word.

func firstExplanation(_ database: Database, _ ada: User) {
  let report = database.explain { ada.name = "Ada Lovelace" }
  #expect(report.wakes(only: ada.$name))  // its observers, nobody else's, and no query ran again
}

func explainedMove(
  _ database: Database,
  _ book: Book,
  to author: Author,
  show: @escaping @Sendable ([Book]) -> Void
) -> CommitReport {
  let subscription = withGraphTracking { author.$books.onChange { show($0) } }
  let report = database.explain { book.author = author }
  #expect(report.wakes(only: author.$books))
  #expect(report.marks.map(\.name) == ["Author.books"])
  subscription.cancel()
  return report
}
