#if GTK
import CGTK

/// The size that a view has at least. In a direction with a size, it takes no free space.
private struct FrameModifier: HandleModifier {
  let width: Int32?
  let height: Int32?

  func apply(to handle: WidgetHandle, replacing old: FrameModifier?, by owner: ObjectIdentifier) {
    guard old?.width != width || old?.height != height else { return }
    handle.set {
      gtk_widget_set_size_request(handle.pointer, width ?? -1, height ?? -1)
      if width != nil { gtk_widget_set_hexpand(handle.pointer, 0) }
      if height != nil { gtk_widget_set_vexpand(handle.pointer, 0) }
    }
  }

  func remove(from handle: WidgetHandle, by owner: ObjectIdentifier) {
    handle.set { gtk_widget_set_size_request(handle.pointer, -1, -1) }
  }
}

extension View {
  /// Gives this view a width or a height, such as a pane beside a list. The view takes no free
  /// space in this direction, and is larger only if its content needs more.
  ///
  /// - Parameters:
  ///   - width: The width in pixels, or nil for that of the content.
  ///   - height: The height in pixels, or nil for that of the content.
  public func frame(width: Int? = nil, height: Int? = nil) -> some View {
    func length(_ value: Int?) -> Int32? { value.map { Int32(max(0, min($0, Int(Int16.max)))) } }
    return ModifiedView(
      content: self,
      modifier: FrameModifier(width: length(width), height: length(height))
    )
  }
}

#endif
