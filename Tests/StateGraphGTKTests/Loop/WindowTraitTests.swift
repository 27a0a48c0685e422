#if GTK
import CGTK
import GTKTestSupport
import StateGraphGTK
import Testing

/// The failures that the trait of these suites reports in a test.
@MainActor
@Suite(.windows, .windowTime)
struct WindowTraitTests {
  @Test func `a critical message of GLib fails a test`() async throws {
    try await withKnownIssue {
      // No widget.
      try await WindowTrait.check { @MainActor in _ = gtk_widget_get_parent(nil) }
    } matching: {
      $0.description.contains("GTK_IS_WIDGET")
    }
  }

  @Test func `a widget that is left fails a test`() async throws {
    let left = Left()
    try await withKnownIssue {
      try await WindowTrait.check { @MainActor in left.handle = WidgetHandle(gtk_label_new(nil)) }
    } matching: {
      $0.description.contains("left (widgets, views, rows)")
    }
    left.handle = nil
  }

  @Test func `a test that does nothing wrong has no issue`() async throws {
    try await WindowTrait.check {}
  }
}

@MainActor
private final class Left {
  var handle: WidgetHandle?
}

#endif
