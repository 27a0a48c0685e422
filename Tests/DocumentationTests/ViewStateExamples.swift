import StateGraph
import StateGraphPresentation

// The code of the article about view state, as it stands there. SnippetTests compares the two.

@MainActor
class Screen: ViewStateHost, EmptyInitializable {
  let rendering = Rendering()
  required init() {}
}

final class BookHeader: Screen, HasViewState {
  struct ViewState: ViewStateProtocol {
    var title = ""
    var count = 0
  }

  @Observed var state: ViewState
  private(set) var text = ""

  func render(state: ViewState, oldState: ViewState?, animated: Bool) {
    text = "\(state.title) (\(state.count))"
  }
}

@MainActor
func changeHeader() -> BookHeader {
  let header = BookHeader(state: .init(title: "Novels"))
  header.state.count = 2
  header.update {
    $0.title = "Poems"
    $0.count = 7
  }
  return header
}

@MainActor
func followShelf(_ titles: Stored<[String]>) -> BookHeader {
  let header = BookHeader()
  header.follow { .init(title: "Novels", count: titles.wrappedValue.count) }
  return header
}

extension BookHeader.ViewState: ViewStateRepresentable {
  typealias Host = BookHeader
}

@MainActor
func previewHeader() -> BookHeader {
  let preview = Preview("long title", width: 320, height: 48) {
    BookHeader.ViewState(title: "Memoirs of a Geometer", count: 1)
  }
  return preview.makeHost()
}
