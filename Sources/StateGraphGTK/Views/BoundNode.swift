#if GTK
import StateGraphCore

/// A view of a control, such as a toggle, that shows the value of a binding. The user changes this
/// value with the control.
@MainActor
protocol BoundView: View {
  associatedtype Value
  var value: Binding<Value> { get }
}

/// The node of a ``BoundView``. It keeps the control equal to the value of the binding.
///
/// When the user changes the control, the node sets the binding. The owner of the value accepts or
/// refuses the change. If the owner refuses it, the node later resets the control.
@MainActor
class BoundNode<Content: BoundView>: WidgetNode<Content> {
  /// How long the owner of the value can take to accept a change by the user. If the owner is a
  /// machine, it processes the change in a later job, and its outputs can suspend it. Therefore an
  /// idle loop does not mean that the owner has refused the change.
  private static var patience: Duration { .milliseconds(300) }

  private lazy var tracking = TrackedEvaluation(depth: depth)
  /// How often the user has changed the control. The node waits for an answer to the last change
  /// alone.
  private var changeCount = 0

  /// Shows the value of the binding immediately and after each change of the value. A subclass
  /// calls this function when it has created its widget, and after each change of `view`.
  final func followValue() {
    tracking.begin { [weak self] in
      self?.view.value.wrappedValue
    } then: { [weak self] value in
      if let value { self?.show(value) }
    }
  }

  /// Makes the control equal to `value`, the value of the binding.
  func show(_ value: Content.Value) {}

  /// Sets the binding to a value that the user has chosen. After ``patience``, shows the value
  /// that the binding has at that time.
  final func userChanged(to new: Content.Value) {
    changeCount += 1
    let count = changeCount
    view.value.wrappedValue = new
    MainLoop.later(after: Self.patience) { [weak self] in
      if self?.changeCount == count { self?.showAnswer() }
    }
  }

  /// Shows the value of the binding. Called when the time to accept the user's last change has
  /// ended.
  func showAnswer() { show(view.value.wrappedValue) }

  override func unmount() { tracking.end() }
}

#endif
