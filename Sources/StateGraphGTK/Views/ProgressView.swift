#if GTK
import CGTK

/// Shows that some work is in progress, or how much of the work is done.
public struct ProgressView: View {
  public typealias Body = Never

  /// How much of the work is done, from 0 to 1, or nil if this is not known.
  let fraction: Double?

  /// Creates a view that shows that work is in progress, but not how much of it is done.
  public init() { fraction = nil }

  /// Creates a view that shows how much of some work is done.
  ///
  /// - Parameters:
  ///   - value: How much is done. If nil or not finite, the view shows that work is in progress.
  ///   - total: The value at which all work is done. If it is not positive or not finite, the view
  ///     shows that work is in progress.
  public init(value: Double?, total: Double = 1) {
    guard let value, value.isFinite, total.isFinite, total > 0 else {
      fraction = nil
      return
    }
    fraction = min(max(value / total, 0), 1)
  }
}

extension ProgressView: PrimitiveView, SingleView {
  package func makeNode(in parent: ViewNode?) -> ViewNode { SingleNode(self, in: parent) }

  var shown: (any View)? {
    if let fraction { ProgressBar(fraction: fraction) } else { ActivityIndicator() }
  }
}

private struct ActivityIndicator: View, PrimitiveView {
  typealias Body = Never

  func makeNode(in parent: ViewNode?) -> ViewNode {
    // GTK turns the spinner by the CSS property `transform`. A scale uses the same property, so the
    // scale belongs to a box around the spinner.
    let handle = WidgetHandle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    if let spinner = gtk_spinner_new() {
      gtk_spinner_start(OpaquePointer(spinner))
      gtk_box_append(handle.cast(), spinner)
    }
    return WidgetNode(self, in: parent, handle: handle)
  }
}

private struct ProgressBar: View, PrimitiveView {
  typealias Body = Never

  let fraction: Double

  func makeNode(in parent: ViewNode?) -> ViewNode { ProgressBarNode(self, in: parent) }
}

private final class ProgressBarNode: WidgetNode<ProgressBar> {
  init(_ view: ProgressBar, in parent: ViewNode?) {
    super.init(view, in: parent, handle: WidgetHandle(gtk_progress_bar_new()))
    gtk_widget_set_hexpand(handle.pointer, 1)
    gtk_progress_bar_set_fraction(handle.opaque, view.fraction)
  }

  override func viewChanged(from old: ProgressBar) {
    guard view.fraction != old.fraction else { return }
    handle.set { gtk_progress_bar_set_fraction(handle.opaque, view.fraction) }
  }
}

#endif
