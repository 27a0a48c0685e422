#if GTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import Testing

/// The places and sizes of views. Each test fails if the modifier or the stack has no effect.
@MainActor
@Suite(.windows, .windowTime)
struct LayoutTests {
  /// The frames of the labels with these texts, when the window has drawn them.
  private func frames(_ texts: [String], in window: TestWindow) async throws -> [TestWidget.Frame] {
    await window.waitForFrames(2)
    return try texts.map { try #require(window.label($0)?.frame) }
  }

  private func isNear(_ one: Double, _ other: Double) -> Bool { abs(one - other) <= 1 }

  @Test func `a vertical stack puts its spacing between its views`() async throws {
    let window = TestWindow {
      VStack(spacing: 30) {
        Text("one")
        Text("two")
      }
    }
    let found = try await frames(["one", "two"], in: window)
    #expect(isNear(found[1].y - found[0].bottom, 30))
  }

  @Test(arguments: ["leading", "center", "trailing"])
  func `a vertical stack aligns its narrow views`(name: String) async throws {
    let alignments: [String: HorizontalAlignment] = [
      "leading": .leading, "center": .center, "trailing": .trailing,
    ]
    let alignment = try #require(alignments[name])
    let window = TestWindow {
      VStack(alignment: alignment) {
        Text("i")
        Text("a text that is much wider")
      }
    }
    let found = try await frames(["i", "a text that is much wider"], in: window)
    #expect(isNear(found[0].x, found[1].x) == (name == "leading"))
    #expect(isNear(found[0].middle.x, found[1].middle.x) == (name == "center"))
    #expect(isNear(found[0].right, found[1].right) == (name == "trailing"))
  }

  @Test(arguments: ["top", "center", "bottom"])
  func `a horizontal stack puts its views side by side, and aligns the low ones`(
    name: String
  ) async throws {
    let alignments: [String: VerticalAlignment] = [
      "top": .top, "center": .center, "bottom": .bottom,
    ]
    let alignment = try #require(alignments[name])
    let window = TestWindow {
      HStack(alignment: alignment, spacing: 30) {
        Text("low")
        Text("high").font(.largeTitle)
      }
    }
    let found = try await frames(["low", "high"], in: window)
    #expect(isNear(found[1].x - found[0].right, 30))
    #expect(isNear(found[0].y, found[1].y) == (name == "top"))
    #expect(isNear(found[0].middle.y, found[1].middle.y) == (name == "center"))
    #expect(isNear(found[0].bottom, found[1].bottom) == (name == "bottom"))
  }

  @Test func `padding is free space on each side`() async throws {
    let row = TestWindow {
      HStack(spacing: 0) {
        Text("left")
        Text("middle").padding(40)
        Text("right").padding()
      }
    }
    let horizontal = try await frames(["left", "middle", "right"], in: row)
    #expect(isNear(horizontal[1].x - horizontal[0].right, 40))
    #expect(isNear(horizontal[2].x - horizontal[1].right, 40 + 16))
    let column = TestWindow {
      VStack(spacing: 0) {
        Text("top")
        Text("middle").padding(40)
        Text("bottom")
      }
    }
    let vertical = try await frames(["top", "middle", "bottom"], in: column)
    #expect(isNear(vertical[1].y - vertical[0].bottom, 40))
    #expect(isNear(vertical[2].y - vertical[1].bottom, 40))
  }

  @Test func `each font has its size`() async throws {
    let fonts: [Font] = [.largeTitle, .title, .title2, .body, .caption]
    let window = TestWindow {
      VStack {
        ForEach(fonts.indices, id: \.self) { Text("\($0)").font(fonts[$0]) }
        Text("plain text")
        Text("plain text!").font(.headline)
      }
    }
    let heights = try await frames(fonts.indices.map(String.init), in: window).map(\.height)
    #expect(heights == heights.sorted(by: >))
    #expect(Set(heights).count == fonts.count)
    let plain = try await frames(["plain text", "plain text!", "3"], in: window)
    // Bold letters are wider by more than an exclamation mark.
    #expect(plain[1].width > plain[0].width + 8)
    #expect(plain[0].height == plain[2].height)
  }

  @Test func `a scale changes what is drawn, and not the space for it`() async throws {
    let window = TestWindow {
      VStack(spacing: 0) {
        Text("a text").font(.title)
        Text("a text!").font(.title).scaleEffect(0.5)
        Text("below")
      }
    }
    let found = try await frames(["a text", "a text!", "below"], in: window)
    #expect(found[1].width < found[0].width * 0.7)
    #expect(isNear(found[1].height, found[0].height / 2))
    #expect(isNear(found[2].y - found[0].bottom, found[0].height))
  }

  @Test func `a scaled progress view turns`() async throws {
    TestLoop.setAnimations(true)
    defer { TestLoop.setAnimations(false) }
    let window = TestWindow { ProgressView().scaleEffect(0.8) }
    await window.waitForFrames(5)
    let first = try window.picture()
    await window.waitForFrames(10)
    let second = try window.picture()
    #expect(first != second)
    // GTK's software renderer draws pink in place of content that it cannot draw.
    #expect(!first.contains(red: 255, green: 105, blue: 180))
    #expect(!second.contains(red: 255, green: 105, blue: 180))
  }

  @Test(arguments: [(320, 200), (640, 480)])
  func `a window has its size`(width: Int, height: Int) async {
    let window = TestWindow(width: width, height: height) { Text("text") }
    await window.waitForFrames(2)
    #expect(window.size == [width, height])
  }

  @Test func `a text with a line limit is as high as one line, however long it is`() async throws {
    let long = String(repeating: "many words ", count: 40)
    let window = TestWindow {
      VStack {
        Text("one line")
        Text(long).lineLimit(1)
      }
    }
    let found = try await frames(["one line", long], in: window)
    #expect(isNear(found[0].height, found[1].height))
    #expect(found[1].width <= 480)
  }

  @Test func `a view with a width leaves the free space to the other views`() async throws {
    let window = TestWindow {
      HStack(spacing: 0) {
        VStack {
          Text("wide")
          TextField("Note", text: Stored(wrappedValue: "").binding)
        }
        VStack {
          Text("pane")
          TextField("Year", text: Stored(wrappedValue: "").binding)
        }
        .frame(width: 200)
      }
    }
    await window.waitForFrames(2)
    let note = try #require(window.find("Note")?.frame)
    let year = try #require(window.find("Year")?.frame)
    #expect(isNear(year.width, 200))
    #expect(note.width > 250)
  }
}

#endif
