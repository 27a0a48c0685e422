#if GTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import Testing

private struct Movable: View {
  let songs: Stored<[Song]>
  let selection: Binding<Int?>
  var body: some View {
    List(songs.wrappedValue, selection: selection) { Text($0.title) }
      .onMove { from, to in
        var new = songs.wrappedValue
        new.insert(new.remove(at: from), at: to)
        songs.wrappedValue = new
      }
  }
}

@MainActor
@Suite(.windows, .windowTime)
struct ListInputTests {
  private let songs = Stored(
    wrappedValue: (1...4).map { Song(id: $0, title: "song \($0)") }
  )
  private let selection = Stored<Int?>(wrappedValue: nil)

  private func titles() -> [Int] { songs.wrappedValue.map(\.id) }

  @Test func `Alt and an arrow key move the row that has the focus`() async throws {
    let window = TestWindow { Movable(songs: songs, selection: selection.binding) }
    await window.waitForFrames(3)
    try await window.click(try #require(window.list?.row(1)))
    try await window.key("alt+Down")
    #expect(titles() == [1, 3, 2, 4])
    await window.until { window.list?.texts == ["song 1", "song 3", "song 2", "song 4"] }
    #expect(selection.wrappedValue == 2)
  }

  @Test(arguments: [
    (0, 2, true, [2, 3, 1, 4]), (0, 2, false, [2, 1, 3, 4]), (3, 0, false, [4, 1, 2, 3]),
    (3, 0, true, [1, 4, 2, 3]), (1, 1, true, [1, 2, 3, 4]), (1, 0, true, [1, 2, 3, 4]),
  ])
  func `a row is dropped before or after another row`(
    origin: Int,
    target: Int,
    isAfter: Bool,
    expected: [Int]
  ) async throws {
    let window = TestWindow { Movable(songs: songs, selection: selection.binding) }
    await window.waitForFrames(3)
    let list = try #require(window.list)
    #expect(list.drop(origin, on: target, isAfter: isAfter))
    #expect(titles() == expected)
    await window.until { list.texts == expected.map { "song \($0)" } }
  }

  @Test func `a row of another list is not dropped`() async throws {
    let other = TestWindow { Movable(songs: songs, selection: selection.binding) }
    let window = TestWindow { List(songs.wrappedValue) { Text($0.title) } }
    await window.waitForFrames(3)
    #expect(window.list?.drop(0, on: 1, isAfter: true) == false)
    other.close()
  }

  @Test func `a right click opens the menu of its row`() async throws {
    var chosen: [String] = []
    let window = TestWindow {
      List(songs.wrappedValue) { Text($0.title) }.contextMenu { song in
        [
          MenuItem("Play \(song.title)") { chosen.append("play \(song.id)") },
          MenuItem("Delete", isDisabled: true) { chosen.append("delete") },
        ]
      }
    }
    await window.waitForFrames(3)
    try await window.click(try #require(window.list?.row(2)), button: 3)
    await window.until { window.menuTitles == ["Play song 3", "Delete"] }
    #expect(window.chooseFromMenu("Delete") == false)
    #expect(window.chooseFromMenu("Play song 3"))
    await window.until { chosen == ["play 3"] }
    await window.until { window.menuTitles == [] }
  }

  @Test func `the menu key opens the menu of the row that has the focus`() async throws {
    let window = TestWindow {
      List(songs.wrappedValue, selection: selection.binding) { Text($0.title) }.contextMenu {
        song in
        [MenuItem("Play \(song.title)") {}]
      }
    }
    await window.waitForFrames(3)
    try await window.click(try #require(window.list?.row(1)))
    try await window.key("Menu")
    await window.until { window.menuTitles == ["Play song 2"] }
    try await window.key("Escape")
    await window.until { window.menuTitles == [] }
  }

  @Test func `a row without commands opens no menu`() async throws {
    let window = TestWindow {
      List(songs.wrappedValue) { Text($0.title) }.contextMenu { _ in [] }
    }
    await window.waitForFrames(3)
    try await window.click(try #require(window.list?.row(2)), button: 3)
    await window.waitForFrames(2)
    #expect(window.menuTitles == [])
  }
}

#endif
