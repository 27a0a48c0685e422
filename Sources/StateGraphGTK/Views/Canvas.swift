#if GTK
import CGTK
import CStateGraphGTK

/// A drawing, such as a chart. It takes the space that the other views leave.
///
/// ```swift
/// Canvas("Books for each year") { context in
///   for (index, count) in counts.enumerated() {
///     context.fill(x: 8 * Double(index), y: 0, width: 6, height: Double(count), .accent)
///   }
/// }
/// ```
///
/// The closure is tracked like a body: if a node that it has read changes, the canvas is drawn
/// again. The closure also runs after a change of the size.
public struct Canvas: View {
  public typealias Body = Never

  let title: String
  let draw: @MainActor (inout DrawingContext) -> Void

  /// Creates a drawing.
  ///
  /// - Parameters:
  ///   - title: What the drawing shows, for people who do not see it.
  ///   - draw: Draws. It is called on the main actor.
  public init(_ title: String, draw: @escaping @MainActor (inout DrawingContext) -> Void) {
    (self.title, self.draw) = (title, draw)
  }
}

extension Canvas: PrimitiveView {
  package func makeNode(in parent: ViewNode?) -> ViewNode { CanvasNode(self, in: parent) }
}

/// The node of a ``Canvas``. It keeps the shapes of the last drawing, which GTK asks for each time
/// that it draws the window.
private final class CanvasNode: WidgetNode<Canvas> {
  private lazy var tracking = TrackedEvaluation(depth: depth, of: Canvas.self)
  private var context: DrawingContext?

  init(_ view: Canvas, in parent: ViewNode?) {
    let widget = stategraph_gtk_canvas_new()!.assumingMemoryBound(to: GtkWidget.self)
    super.init(view, in: parent, handle: WidgetHandle(widget))
    gtk_widget_set_hexpand(handle.pointer, 1)
    gtk_widget_set_vexpand(handle.pointer, 1)
    setTitle()
    let owner = Unmanaged.passUnretained(self).toOpaque()
    gtk_drawing_area_set_draw_func(
      handle.cast(),
      { _, cairo, width, height, owner in
        // SAFETY: GTK draws on the main thread only, and `unmount` ends the calls.
        nonisolated(unsafe) let cairo = cairo
        nonisolated(unsafe) let owner = owner!
        MainActor.assumeIsolated {
          let node = Unmanaged<CanvasNode>.fromOpaque(owner).takeUnretainedValue()
          node.draw(on: cairo, width: Double(width), height: Double(height))
        }
      },
      owner,
      nil
    )
  }

  override var keepsOwnState: Bool { true }

  override func viewChanged(from old: Canvas) {
    if view.title != old.title { handle.set { setTitle() } }
    if let context { evaluate(width: context.width, height: context.height) }
  }

  override func unmount() {
    tracking.end()
    gtk_drawing_area_set_draw_func(handle.cast(), nil, nil, nil)
  }

  private func setTitle() {
    stategraph_gtk_set_accessible_name(handle.pointer, LoopText.shown(view.title))
  }

  private func evaluate(width: Double, height: Double) {
    tracking.begin { [weak self] in
      var context = DrawingContext(width: width, height: height)
      self?.view.draw(&context)
      return context
    } then: { [weak self] context in
      guard let self else { return }
      let isNew = self.context?.shapes != context.shapes
      self.context = context
      if isNew { handle.set { gtk_widget_queue_draw(handle.pointer) } }
    }
  }

  private func draw(on cairo: OpaquePointer?, width: Double, height: Double) {
    if context?.width != width || context?.height != height {
      evaluate(width: width, height: height)
    }
    for shape in context?.shapes ?? [] { draw(shape, on: cairo) }
  }

  private func draw(_ shape: DrawingContext.Shape, on cairo: OpaquePointer?) {
    switch shape {
    case .rectangle(let x, let y, let width, let height, let color):
      set(color, on: cairo)
      cairo_rectangle(cairo, x, y, width, height)
      cairo_fill(cairo)
    case .line(let start, let end, let width, let color):
      set(color, on: cairo)
      cairo_set_line_width(cairo, width)
      cairo_move_to(cairo, start.x, start.y)
      cairo_line_to(cairo, end.x, end.y)
      cairo_stroke(cairo)
    case .text(let text, let place, let anchor, let scale, let color):
      set(color, on: cairo)
      draw(text, at: place, anchor: anchor, scale: scale, on: cairo)
    }
  }

  private func draw(
    _ text: String,
    at place: DrawingContext.Point,
    anchor: DrawingContext.Anchor,
    scale: Double,
    on cairo: OpaquePointer?
  ) {
    let layout = gtk_widget_create_pango_layout(handle.pointer, LoopText.shown(text))
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    var (width, height): (Int32, Int32) = (0, 0)
    pango_layout_get_pixel_size(layout, &width, &height)
    let (right, down) = anchor.share
    cairo_save(cairo)
    cairo_translate(
      cairo,
      place.x - right * Double(width) * scale,
      place.y - down * Double(height) * scale
    )
    cairo_scale(cairo, scale, scale)
    cairo_move_to(cairo, 0, 0)
    pango_cairo_show_layout(cairo, layout)
    cairo_restore(cairo)
  }

  private func set(_ color: Color, on cairo: OpaquePointer?) {
    let value = color.value(in: handle)
    cairo_set_source_rgba(
      cairo,
      Double(value.red),
      Double(value.green),
      Double(value.blue),
      Double(value.alpha)
    )
  }
}

extension DrawingContext.Anchor {
  /// The place of the anchor in a text, as shares of its width and height.
  fileprivate var share: (right: Double, down: Double) {
    switch self {
    case .topLeading: (0, 0)
    case .top: (0.5, 0)
    case .topTrailing: (1, 0)
    case .center: (0.5, 0.5)
    case .trailing: (1, 0.5)
    }
  }
}

#endif
