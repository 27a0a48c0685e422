import StateGraph
import StateGraphPresentation
import Testing

/// The code of the articles about view state and navigation does what the articles say.
@MainActor
@Suite struct PresentationTests {
  /// Returns after the jobs that the main actor has received before this call.
  private func finishJobs() async {
    await Task { @MainActor in }.value
  }

  @Test func `the article's header shows its states`() async {
    #expect(changeHeader().text == "Poems (7)")
    #expect(previewHeader().text == "Memoirs of a Geometer (1)")
    let titles = Stored(wrappedValue: ["Emma"])
    let header = followShelf(titles)
    #expect(header.text == "Novels (1)")
    titles.wrappedValue.append("Persuasion")
    await finishJobs()
    #expect(header.text == "Novels (2)")
  }

  @Test func `the article's window shows the shop`() async throws {
    let node = Stored(wrappedValue: try shop(at: "shop://items/Tea"))
    let window = PrintedWindow()
    bindShop(node, to: window)
    #expect(window.titles == ["Shop", "Tea"])
    window.backButtonWasPressed()
    #expect(window.titles == ["Shop", "Tea"])
    await finishJobs()
    #expect(window.titles == ["Shop"])
  }

  @Test func `the article's routes print and read back`() throws {
    let url = "shop://items/Tea%20pot?basket"
    #expect(try ShopRoute(url: url).url == url)
    #expect(try shop(at: url) == Shop(item: .init(name: "Tea pot"), basket: .init()))
    #expect(try ShopRoute(url: "shop://") == .shop)
    #expect(throws: LinkError.self) { try shop(at: "shop://items") }
  }
}
