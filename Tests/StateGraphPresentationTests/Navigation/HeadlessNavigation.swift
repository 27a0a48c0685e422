import StateGraph
import StateGraphPresentation
import Testing

/// A presenter without widgets. It checks the guarantees for toolkits: a page that stays is the
/// same object, and no page is in two places.
///
/// It leaves out transitions and gestures: a stack is shown at once, and the test passes the user's
/// requests to `navigation`. The tests of `StateGraphGTK` have real transitions and gestures.
@MainActor
final class HeadlessNavigation: NavigationPresenter {
  let navigation = NavigationBinding()
  private(set) var stack = NavigationStack()
  private(set) var shows: [(text: String, animated: Bool)] = []
  private var pages: [NavigationItemID: any NavigationPage] = [:]

  var text: String { shows.last?.text ?? "nothing" }

  func show(_ stack: NavigationStack, animated: Bool) {
    var shown: [NavigationItemID: any NavigationPage] = [:]
    for item in Self.items(in: stack) {
      #expect(shown[item.id] == nil, "a page is shown twice")
      if let before = pages[item.id] { #expect(before === item.page) }
      shown[item.id] = item.page
    }
    pages = shown
    self.stack = stack
    shows.append((Self.text(of: stack), animated))
  }

  private static func items(in stack: NavigationStack) -> [PageItem] {
    stack.pages.pages
      + stack.overlays.flatMap { overlay in
        if case .sheet(let sheet) = overlay { return sheet.pages.pages }
        return []
      }
  }

  /// The stack as text, such as `root login | sheet help topic | alert Failed`.
  static func text(of stack: NavigationStack) -> String {
    func names(_ pages: PageStack) -> String {
      pages.pages.map { ($0.page as? Page)?.name ?? "?" }.joined(separator: " ")
    }
    let overlays = stack.overlays.map { overlay in
      switch overlay {
      case .sheet(let sheet): "sheet \(names(sheet.pages))"
      case .alert(let alert): "alert \(alert.title)"
      }
    }
    return ([names(stack.pages)] + overlays).joined(separator: " | ")
  }

  /// The page of the window with this name.
  func page(_ name: String) -> Page? {
    stack.pages.pages.lazy.compactMap { $0.page as? Page }.first { $0.name == name }
  }
}

/// A page with a name, which counts how many of them exist.
@MainActor
final class Page: NavigationPage {
  final class Counter {
    var alive = 0
    var made = 0
  }

  let name: String
  let counter: Counter
  /// The texts that the page has shown, which it reads from its store.
  private(set) var shown: [String] = []
  let read: (@MainActor () -> String)?
  private var subscription: AnyCancellable?

  init(_ name: String, _ counter: Counter, _ read: (@MainActor () -> String)? = nil) {
    self.name = name
    self.counter = counter
    self.read = read
    counter.alive += 1
    counter.made += 1
    if let read {
      subscription = withGraphEffect { [weak self] in self?.shown.append(read()) }
    }
  }

  isolated deinit { counter.alive -= 1 }
}

/// Returns after the jobs that the main actor has received before this call.
@MainActor
func finishJobs() async {
  await Task { @MainActor in }.value
}
