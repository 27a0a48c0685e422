#if GTK
import CGTK
import CStateGraphGTK
public import StateGraphCore

/// A control with which the user chooses one of several values from a list.
///
/// ```swift
/// Picker("Order", selection: $order) {
///   Text("Title").tag(Order.title)
///   Text("Year").tag(Order.year)
/// }
/// ```
public struct Picker<Value: Hashable>: View {
  public typealias Body = Never

  let title: String
  let selection: Binding<Value>
  let choices: [PickerChoice<Value>]

  /// Creates a picker.
  ///
  /// - Parameters:
  ///   - title: The name of the picker for assistive technology. The picker does not show it.
  ///   - selection: The chosen value. If no choice has this value, the picker shows an empty one.
  ///   - choices: The choices: texts with a `tag(_:)`.
  public init(
    _ title: String,
    selection: Binding<Value>,
    @PickerBuilder<Value> choices: () -> [PickerChoice<Value>]
  ) {
    self.title = title
    self.selection = selection
    self.choices = choices()
  }
}

/// A choice in the list of a ``Picker``: the text that the list shows, and the value that it stands
/// for. `tag(_:)` of ``Text`` creates it.
public struct PickerChoice<Value: Hashable> {
  let text: String
  let value: Value
}

extension Text {
  /// Creates a choice of a ``Picker`` that shows this text and stands for `value`.
  public func tag<Value: Hashable>(_ value: Value) -> PickerChoice<Value> {
    PickerChoice(text: content, value: value)
  }
}

/// Collects the choices of a ``Picker`` from the lines of a closure.
@resultBuilder
@MainActor
public enum PickerBuilder<Value: Hashable> {
  /// Takes one choice.
  public static func buildExpression(_ choice: PickerChoice<Value>) -> [PickerChoice<Value>] {
    [choice]
  }

  /// Joins the choices of several lines.
  public static func buildBlock(_ choices: [PickerChoice<Value>]...) -> [PickerChoice<Value>] {
    choices.flatMap { $0 }
  }

  /// Joins the choices of a loop.
  public static func buildArray(_ choices: [[PickerChoice<Value>]]) -> [PickerChoice<Value>] {
    choices.flatMap { $0 }
  }
}

extension Picker: PrimitiveView, BoundView {
  var value: Binding<Value> { selection }

  package func makeNode(in parent: ViewNode?) -> ViewNode { PickerNode(self, in: parent) }
}

private final class PickerNode<Value: Hashable>: BoundNode<Picker<Value>> {
  init(_ view: Picker<Value>, in parent: ViewNode?) {
    super.init(view, in: parent, handle: WidgetHandle(gtk_drop_down_new(nil, nil)))
    showChoices()
    stategraph_gtk_set_accessible_name(handle.pointer, LoopText.shown(view.title))
    handle.connectInput("notify::selected") { [weak self] in self?.userChose() }
    followValue()
  }

  override func viewChanged(from old: Picker<Value>) {
    if view.title != old.title {
      handle.set {
        stategraph_gtk_set_accessible_name(handle.pointer, LoopText.shown(view.title))
      }
    }
    if view.choices.map(\.text) != old.choices.map(\.text) {
      handle.set { handle.withoutSignals { showChoices() } }
    }
    followValue()
  }

  private func showChoices() {
    let list = gtk_string_list_new(nil)
    for choice in view.choices { gtk_string_list_append(list, LoopText.shown(choice.text)) }
    gtk_drop_down_set_model(handle.opaque, list)
    g_object_unref(UnsafeMutableRawPointer(list))
  }

  /// Shows the choice of a value. A value without a choice is shown as an empty last choice,
  /// because from GTK 4.18 on, a drop-down has a selected item.
  override func show(_ value: Value) {
    let blank = guint(view.choices.count)
    let position = view.choices.firstIndex { $0.value == value }.map { guint($0) } ?? blank
    let list = gtk_drop_down_get_model(handle.opaque)
    let hasBlank = g_list_model_get_n_items(list) > blank
    let isShown = position == gtk_drop_down_get_selected(handle.opaque)
    guard !isShown || hasBlank != (position == blank) else { return }
    handle.set {
      handle.withoutSignals {
        if position == blank, !hasBlank { gtk_string_list_append(list, "") }
        gtk_drop_down_set_selected(handle.opaque, position)
        if position != blank, hasBlank { gtk_string_list_remove(list, blank) }
      }
    }
  }

  private func userChose() {
    let position = Int(gtk_drop_down_get_selected(handle.opaque))
    guard view.choices.indices.contains(position) else { return }
    userChanged(to: view.choices[position].value)
  }
}

#endif
