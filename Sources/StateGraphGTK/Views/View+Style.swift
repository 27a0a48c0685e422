#if GTK
import CStateGraphGTK

private struct StyleModifier: HandleModifier {
  let kind: WidgetStyles.Kind
  let className: String?

  func apply(to handle: WidgetHandle, replacing old: StyleModifier?, by owner: ObjectIdentifier) {
    handle.setStyle(kind, to: className, by: owner)
  }

  func remove(from handle: WidgetHandle, by owner: ObjectIdentifier) {
    handle.setStyle(kind, to: nil, by: owner)
  }
}

private struct DisabledModifier: HandleModifier {
  let isDisabled: Bool

  func apply(
    to handle: WidgetHandle,
    replacing old: DisabledModifier?,
    by owner: ObjectIdentifier
  ) {
    let before = old?.isDisabled ?? false
    if before != isDisabled { handle.changeDisablers(by: isDisabled ? 1 : -1) }
  }

  func remove(from handle: WidgetHandle, by owner: ObjectIdentifier) {
    if isDisabled { handle.changeDisablers(by: -1) }
  }
}

private struct AccessibleNameModifier: HandleModifier {
  let name: String

  func apply(
    to handle: WidgetHandle,
    replacing old: AccessibleNameModifier?,
    by owner: ObjectIdentifier
  ) {
    guard old?.name != name else { return }
    handle.set { stategraph_gtk_set_accessible_name(handle.pointer, LoopText.shown(name)) }
  }

  func remove(from handle: WidgetHandle, by owner: ObjectIdentifier) {
    handle.set { stategraph_gtk_set_accessible_name(handle.pointer, nil) }
  }
}

extension View {
  /// Sets the font of the texts in this view that have no font of their own. Nil sets no font.
  public func font(_ font: Font?) -> some View {
    let name = font.map { StyleSheet.className($0.className, declarations: $0.declaration) }
    return ModifiedView(content: self, modifier: StyleModifier(kind: .font, className: name))
  }

  /// Sets the colour of the texts in this view that have no colour of their own. Nil sets no
  /// colour.
  public func foregroundColor(_ color: Color?) -> some View {
    let name = color?.styleClass
    return ModifiedView(content: self, modifier: StyleModifier(kind: .color, className: name))
  }

  /// Draws this view larger or smaller. The space that the view takes in its container does not
  /// change.
  public func scaleEffect(_ scale: Double) -> some View {
    let scale = scale.isFinite ? scale : 1
    let name = StyleSheet.className(
      "stategraph-scale-\(scale)".replacing(".", with: "_"),
      declarations: "transform: scale(\(scale));"
    )
    return ModifiedView(content: self, modifier: StyleModifier(kind: .scale, className: name))
  }

  /// Disables the controls in this view if `isDisabled` is true. If it is false, a disabled view
  /// around this view can still disable them.
  public func disabled(_ isDisabled: Bool) -> some View {
    ModifiedView(content: self, modifier: DisabledModifier(isDisabled: isDisabled))
  }

  /// Sets the name of this view for assistive technology, such as a screen reader, and for tests.
  public func accessibilityLabel(_ name: String) -> some View {
    ModifiedView(content: self, modifier: AccessibleNameModifier(name: name))
  }
}

#endif
