import StateGraph
import StateGraphPresentation
import TestSupport
import Testing

/// A route to a row that is deleted.
@MainActor
@Suite struct RemovedRowTests {
  private struct Shelf: Equatable { var book: Int?, chapter: Int?, sheet: Int? }
  private enum Segment { case shelf, book, chapter, sheet }
  private enum Action: Equatable { case dismissBook, dismissChapter, dismissSheet }

  private let titles = Stored(wrappedValue: [1: "Emma", 2: "Persuasion"])
  private let navigation = HeadlessNavigation()
  private let counter = Page.Counter()
  private let sent = Recorder<Action>()

  private func bind(_ node: Stored<Shelf>, isRefusing: Bool = false) {
    let exists: @Sendable (Int) -> Bool = { [titles] in titles.wrappedValue[$0] != nil }
    let store = Store(state: node) { [sent] (action: Action) in
      sent.record(action)
      if isRefusing { return }
      switch action {
      case .dismissBook: node.wrappedValue.book = nil
      case .dismissChapter: node.wrappedValue.chapter = nil
      case .dismissSheet: node.wrappedValue.sheet = nil
      }
    }
    navigation.composable.bind(
      store: store,
      makeRootSegment: { store in
        NavSegment(id: Segment.shelf, store: store) { store in
          NavSegment.ViewController(store: store) { _ in Page("shelf", counter) }
        } nextSegment: { store in
          NavSegment.Next(
            store: store,
            toLocalState: { $0.book == nil ? nil : $0 },
            fromLocalAction: { (action: Action) in action },
            isValid: { exists($0.book ?? 0) },
            make: makeBook
          )
          NavSegment.Sheet(
            store: store,
            toLocalState: \.sheet,
            fromLocalAction: { (action: Action) in action },
            isValid: exists
          ) { makePage(.sheet, $0) }
        }
      },
      makeDismissAction: { segment in
        switch segment {
        case .shelf: nil
        case .book: Action.dismissBook
        case .chapter: .dismissChapter
        case .sheet: .dismissSheet
        }
      }
    )
  }

  private func makeBook(_ store: Store<Shelf, Action>) -> NavSegment<Segment> {
    NavSegment(id: .book, store: store) { store in
      NavSegment.ViewController(store: store) { _ in Page("book", counter) }
    } nextSegment: { store in
      NavSegment.Next(
        store: store,
        toLocalState: \.chapter,
        fromLocalAction: { (action: Action) in action }
      ) { makePage(.chapter, $0) }
    }
  }

  private func makePage(_ id: Segment, _ store: Store<Int, Action>) -> NavSegment<Segment> {
    NavSegment(id: id, store: store) { store in
      NavSegment.ViewController(store: store) { _ in Page("\(id)", counter) }
    }
  }

  @Test func `a deleted row takes its route with it, the deepest segment first`() async throws {
    let node = Stored(wrappedValue: Shelf(book: 1, chapter: 3))
    bind(node)
    #expect(navigation.text == "shelf book chapter")
    try withThread { [titles] in titles.wrappedValue[1] = nil }
    await finishJobs()
    #expect(navigation.text == "shelf")
    #expect(sent.elements == [.dismissChapter, .dismissBook])
    #expect(node.wrappedValue == Shelf())
    await finishJobs()
    #expect(sent.elements.count == 2)
    #expect(counter.alive == 1)
  }

  @Test func `another row that is deleted changes nothing`() async {
    bind(Stored(wrappedValue: Shelf(book: 1)))
    titles.wrappedValue[2] = nil
    await finishJobs()
    #expect(navigation.shows.map(\.text) == ["shelf book"])
    #expect(sent.elements.isEmpty)
  }

  @Test func `a restored route to a row that is gone is removed`() async {
    let node = Stored(wrappedValue: Shelf(book: 9, sheet: 8))
    bind(node)
    #expect(navigation.shows.map(\.text) == ["shelf"])
    await finishJobs()
    #expect(sent.elements == [.dismissBook, .dismissSheet])
    #expect(node.wrappedValue == Shelf())
    #expect(counter.made == 1)
  }

  @Test func `a state that keeps the route gets the action once, and again for the next row`()
    async
  {
    let node = Stored(wrappedValue: Shelf(book: 1))
    bind(node, isRefusing: true)
    titles.wrappedValue[1] = nil
    await finishJobs()
    // Another look at the state sends nothing.
    node.wrappedValue.sheet = 2
    await finishJobs()
    #expect(navigation.text == "shelf | sheet sheet")
    node.wrappedValue.sheet = nil
    await finishJobs()
    #expect(sent.elements == [.dismissBook])
    // The row comes back, and with it the page.
    titles.wrappedValue[1] = "Emma"
    await finishJobs()
    #expect(navigation.text == "shelf book")
    titles.wrappedValue[1] = nil
    await finishJobs()
    #expect(navigation.text == "shelf")
    #expect(sent.elements == [.dismissBook, .dismissBook])
  }

  @Test func `a sheet of a deleted row closes`() async {
    let node = Stored(wrappedValue: Shelf(sheet: 2))
    bind(node)
    #expect(navigation.text == "shelf | sheet sheet")
    titles.wrappedValue[2] = nil
    await finishJobs()
    #expect(navigation.text == "shelf")
    #expect(sent.elements == [.dismissSheet])
  }
}
