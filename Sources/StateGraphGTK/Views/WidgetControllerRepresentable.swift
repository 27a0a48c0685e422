#if GTK
public import StateGraphPresentation

/// A view that a controller of widgets shows.
///
/// A state of a controller is such a view if it says which controller it belongs to:
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

  /// Shows this view by a controller that has shown another one.
  func updateController(_ controller: Controller)
}

extension WidgetControllerRepresentable
where Self: ViewStateRepresentable, Host: WidgetController, Controller == Host {
  /// Creates the controller with this state.
  public func makeController() -> Host { makeHost() }
  /// Sets the state of the controller.
  public func updateController(_ controller: Host) { updateHost(controller) }
}

/// A view that a class of widgets shows.
///
/// A state of a widget is such a view if it says which widget it belongs to.
public protocol WidgetViewRepresentable: View where Body == Never {
  /// The type of the widget.
  associatedtype Widget: WidgetView

  /// Creates the widget, when the view is shown.
  func makeWidget() -> Widget

  /// Shows this view by a widget that has shown another one.
  func updateWidget(_ widget: Widget)
}

extension WidgetViewRepresentable
where Self: ViewStateRepresentable, Host: WidgetView, Widget == Host {
  /// Creates the widget with this state.
  public func makeWidget() -> Host { makeHost() }
  /// Sets the state of the widget.
  public func updateWidget(_ widget: Host) { updateHost(widget) }
}

#endif
