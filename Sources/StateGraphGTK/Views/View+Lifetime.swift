#if GTK
/// A modifier that runs an action when a view is shown, changed or removed. It does not change
/// widgets.
@MainActor
protocol LifetimeModifier {
  associatedtype Running
  /// Called when the view is shown. The result is passed to the other methods.
  func begin() -> Running
  /// Called when a new view value with this modifier replaces the view value with the modifier
  /// `old`.
  func update(_ running: inout Running, from old: Self)
  /// Called when the view is removed.
  func end(_ running: Running)
}

struct LivingView<Content: View, Modifier: LifetimeModifier>: View {
  typealias Body = Never

  let content: Content
  let modifier: Modifier
}

extension LivingView: PrimitiveView {
  package func makeNode(in parent: ViewNode?) -> ViewNode { LivingNode(self, in: parent) }
}

private final class LivingNode<Content: View, Modifier: LifetimeModifier>:
  TypedNode<LivingView<Content, Modifier>>
{
  private var child: ViewNode?
  private var running: Modifier.Running?

  override init(_ view: LivingView<Content, Modifier>, in parent: ViewNode?) {
    super.init(view, in: parent)
    child = .make(view.content, in: self)
    running = view.modifier.begin()
  }

  override var handles: [WidgetHandle] { child?.handles ?? [] }

  override var keepsOwnState: Bool { true }

  override func viewChanged(from old: LivingView<Content, Modifier>) {
    if var node = child {
      let isNew = ViewNode.update(&node, to: view.content, in: self)
      child = node
      if isNew { parent?.childHandlesChanged() }
    }
    if var now = running {
      view.modifier.update(&now, from: old.modifier)
      running = now
    }
  }

  override func unmount() {
    child?.unmount()
    if let running { view.modifier.end(running) }
    running = nil
  }
}

private struct AppearModifier: LifetimeModifier {
  let action: @MainActor () -> Void

  /// Schedules the action for a later iteration of the loop, because the action may set a graph
  /// node that the body under evaluation has read.
  func begin() { MainLoop.later(unsafeSendable(action)) }
  func update(_ running: inout Void, from old: AppearModifier) {}
  func end(_ running: Void) {}
}

private struct ChangeModifier<Value: Equatable>: LifetimeModifier {
  let value: Value
  let action: @MainActor (Value) -> Void

  func begin() {}
  func update(_ running: inout Void, from old: ChangeModifier) {
    guard old.value != value else { return }
    MainLoop.later(unsafeSendable { [action, value] in action(value) })
  }
  func end(_ running: Void) {}
}

private struct TaskModifier: LifetimeModifier {
  let action: @MainActor () async -> Void

  func begin() -> Task<Void, Never> {
    let action = action
    return Task { @MainActor in await action() }
  }
  func update(_ running: inout Task<Void, Never>, from old: TaskModifier) {}
  func end(_ running: Task<Void, Never>) { running.cancel() }
}

@MainActor
private func unsafeSendable(
  _ action: @escaping @MainActor () -> Void
) -> @MainActor @Sendable () -> Void {
  action
}

extension View {
  /// Runs `action` once, soon after this view is first shown.
  public func onAppear(perform action: @escaping @MainActor () -> Void) -> some View {
    LivingView(content: self, modifier: AppearModifier(action: action))
  }

  /// Runs `action` with the new value each time the evaluation of the body around this view gives a
  /// value that differs from the previous one.
  public func onChange<Value: Equatable>(
    of value: Value,
    perform action: @escaping @MainActor (Value) -> Void
  ) -> some View {
    LivingView(content: self, modifier: ChangeModifier(value: value, action: action))
  }

  /// Runs `action` in a task when this view is shown, and cancels the task when the view is
  /// removed.
  public func task(_ action: @escaping @MainActor () async -> Void) -> some View {
    LivingView(content: self, modifier: TaskModifier(action: action))
  }
}

#endif
