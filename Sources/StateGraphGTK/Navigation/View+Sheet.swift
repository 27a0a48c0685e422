#if GTK
import CGTK
import CStateGraphGTK
public import StateGraphCore

extension View {
  /// Shows a sheet above the window of this view while a value is true.
  ///
  /// ```swift
  /// Shelf().sheet("Edit Book", isPresented: $isEditing) {
  ///   BookForm(book: book)
  /// }
  /// ```
  ///
  /// `Escape` and the close button of the sheet set the value to false. The sheet closes when the
  /// value is false, so that its owner can refuse.
  ///
  /// - Parameters:
  ///   - title: The title of the sheet.
  ///   - isPresented: Whether the sheet is shown.
  ///   - width: The width in pixels with which the sheet opens.
  ///   - height: The height in pixels with which the sheet opens, including its title bar.
  ///   - content: Creates the views of the sheet. It is tracked like a body.
  public func sheet<Content: View>(
    _ title: String,
    isPresented: Binding<Bool>,
    width: Int = 400,
    height: Int = 300,
    @ViewBuilder content: @escaping @MainActor () -> Content
  ) -> some View {
    SheetView(
      base: self,
      title: title,
      isPresented: isPresented,
      size: (Int32(clamping: max(1, width)), Int32(clamping: max(1, height))),
      content: content
    )
  }
}

private struct SheetView<Base: View, Content: View>: View, PrimitiveView {
  typealias Body = Never

  let base: Base
  let title: String
  let isPresented: Binding<Bool>
  let size: (width: Int32, height: Int32)
  let content: @MainActor () -> Content

  func makeNode(in parent: ViewNode?) -> ViewNode { SheetNode(self, in: parent) }
}

/// Shows the view, and the window of its sheet.
private final class SheetNode<Base: View, Content: View>: TypedNode<SheetView<Base, Content>> {
  private lazy var presence = TrackedEvaluation(depth: depth)
  private lazy var tracking = TrackedEvaluation(depth: depth + 1, of: Content.self)
  private var child: ViewNode?
  private var window: WidgetHandle?
  private var root: HostRoot?

  override init(_ view: SheetView<Base, Content>, in parent: ViewNode?) {
    super.init(view, in: parent)
    child = .make(view.base, in: self)
    followPresence()
  }

  override var handles: [WidgetHandle] { child?.handles ?? [] }

  override var keepsOwnState: Bool { true }

  override func viewChanged(from old: SheetView<Base, Content>) {
    if var node = child {
      let isNew = ViewNode.update(&node, to: view.base, in: self)
      child = node
      if isNew { parent?.childHandlesChanged() }
    }
    followPresence()
    if window != nil { followContent() }
  }

  override func unmount() {
    presence.end()
    close()
    child?.unmount()
  }

  private func followPresence() {
    presence.begin { [weak self] in
      self?.view.isPresented.wrappedValue ?? false
    } then: { [weak self] isPresented in
      if isPresented {
        // The window below must be on the screen first, also in the first frame of an app.
        MainLoop.later { [weak self] in self?.open() }
      } else {
        self?.close()
      }
    }
  }

  private func open() {
    guard window == nil, withoutGraphTracking({ view.isPresented.wrappedValue }),
      let below = handles.first.flatMap({ gtk_widget_get_root($0.pointer) })
    else { return }
    let window = WidgetHandle(gtk_window_new())
    let root = HostRoot(in: self)
    (self.window, self.root) = (window, root)
    gtk_window_set_title(window.cast(), LoopText.shown(view.title))
    gtk_window_set_modal(window.cast(), 1)
    gtk_window_set_transient_for(
      window.cast(),
      UnsafeMutableRawPointer(below).assumingMemoryBound(to: GtkWindow.self)
    )
    let bar = WidgetHandle(gtk_header_bar_new())
    gtk_window_set_titlebar(window.cast(), bar.pointer)
    root.titleBar = bar
    gtk_window_set_default_size(window.cast(), view.size.width, view.size.height)
    let ask = LoopAction { [weak self] in
      self?.view.isPresented.wrappedValue = false
      return true
    }
    let (perform, release) = (LoopAction.perform, LoopAction.release)
    stategraph_gtk_add_shortcut(window.pointer, "Escape", perform, ask.retained, release)
    _ = stategraph_gtk_connect(window.pointer, "close-request", perform, ask.retained, release)
    followContent()
    gtk_window_set_child(window.cast(), root.handle.pointer)
    gtk_window_present(window.cast())
    WidgetHandle.didChange?()
  }

  private func followContent() {
    tracking.begin { [weak self] in
      self?.view.content()
    } then: { [weak self] content in
      if let self, let content { root?.show(content) }
    }
  }

  private func close() {
    guard let window else { return }
    tracking.end()
    root?.unmount()
    gtk_window_set_child(window.cast(), nil)
    gtk_window_destroy(window.cast())
    (self.window, root) = (nil, nil)
    WidgetHandle.didChange?()
  }
}

#endif
