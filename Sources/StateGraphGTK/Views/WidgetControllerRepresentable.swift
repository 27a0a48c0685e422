#if GTK
public import StateGraphPresentation

/// A view that is shown by a ``WidgetController``.
///
/// The state type of a controller becomes such a view if it names its controller as `Host`:
///
/// ```swift
/// extension BookHeader.ViewState: ViewStateRepresentable, WidgetControllerRepresentable {
///   typealias Host = BookHeader
/// }
/// ```
public protocol WidgetControllerRepresentable: View where Body == Never {
  /// The type of the controller.
  associatedtype Controller: WidgetController

  /// Creates the controller, when the view is shown.
  func makeController() -> Controller

  /// Shows this view value with a controller that has shown another value of the same type.
  func updateController(_ controller: Controller)
}

extension WidgetControllerRepresentable
where Self: ViewStateRepresentable, Host: WidgetController, Controller == Host {
  /// Creates a controller that shows this state.
  public func makeController() -> Host { makeHost() }
  /// Sets the state of the controller.
  public func updateController(_ controller: Host) { updateHost(controller) }
}

/// A view that is shown by a ``WidgetView``.
///
/// The state type of a widget becomes such a view if it names its widget as `Host`.
public protocol WidgetViewRepresentable: View where Body == Never {
  /// The type of the widget.
  associatedtype Widget: WidgetView

  /// Creates the widget, when the view is shown.
  func makeWidget() -> Widget

  /// Shows this view value with a widget that has shown another value of the same type.
  func updateWidget(_ widget: Widget)
}

extension WidgetViewRepresentable
where Self: ViewStateRepresentable, Host: WidgetView, Widget == Host {
  /// Creates a widget that shows this state.
  public func makeWidget() -> Host { makeHost() }
  /// Sets the state of the widget.
  public func updateWidget(_ widget: Host) { updateHost(widget) }
}

#endif
