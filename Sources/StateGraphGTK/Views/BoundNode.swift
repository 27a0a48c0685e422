#if GTK
import StateGraphCore

/// A view of a control that shows a value of an owner, and asks the owner to change it.
@MainActor
protocol BoundView: View {
  associatedtype Value
  var value: Binding<Value> { get }
}

/// Keeps a control equal to the value of its owner. The user changes the control first, and then
/// the owner takes or refuses the change.
@MainActor
class BoundNode<Content: BoundView>: WidgetNode<Content> {
  /// How long the owner of a value has to take a change by the user. A machine answers in a later
  /// job, and its outputs can suspend it, so that an idle loop does not mean a refusal.
  private static var patienceMilliseconds: Int { 300 }

  private lazy var tracking = TrackedEvaluation(depth: depth)
  /// How often the user has changed the control.
  private var changeCount = 0

  /// Shows the value now, and after each change of it. A subclass calls this function when its
  /// widget exists, and when the view is new.
  final func followValue() {
    tracking.begin { [weak self] in
      self?.view.value.wrappedValue
    } then: { [weak self] value in
      if let value { self?.show(value) }
    }
  }

  /// Makes the control equal to the value of the owner.
  func show(_ value: Content.Value) {}

  /// Passes a change by the user on to the owner of the value.
  final func userChanged(to new: Content.Value) {
    changeCount += 1
    let count = changeCount
    view.value.wrappedValue = new
    MainLoop.later(afterMilliseconds: Self.patienceMilliseconds) { [weak self] in
      if self?.changeCount == count { self?.showAnswer() }
    }
  }

  /// The owner has had time to take the last change by the user: shows the value of the owner.
  func showAnswer() { show(view.value.wrappedValue) }

  override func unmount() { tracking.end() }
}

#endif
