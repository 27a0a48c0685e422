import Logging
import StateGraphCore

private let logger = Logger(label: "stategraph.presentation")

/// Calls `render` of a ``HasViewState`` type when the state differs from the rendered one. It never
/// calls `render` inside another `render` of the same view.
@MainActor
public final class Rendering {
  /// The maximum number of consecutive calls of `render` in which the view sets its own state. The
  /// next state is not rendered but reported to ``reportLoop``.
  public nonisolated static let limit = 100

  /// The number of `render` calls in progress on the main actor. One view's `render` can call that
  /// of another view.
  private static var depth = 0

  /// Whether a view is rendering. A toolkit ignores the change signals of its widgets meanwhile,
  /// because the code of the app causes these changes, not the user.
  public static var isActive: Bool { depth > 0 }

  /// Receives the report of a `render` that has set its own state in ``limit`` consecutive calls.
  /// The default writes an error to the log.
  public var reportLoop: @MainActor (RenderingLoop) -> Void = { logger.error("\($0)") }

  private var rendered: (any ViewStateProtocol)?
  private var isRendering = false
  /// Whether the current `render` has set the state, so that the new state must be rendered too.
  private var isOutdated = false
  private var subscription: AnyCancellable?

  /// Creates the object for one view, which has not rendered a state yet.
  public init() {}

  /// Renders the state of `host`, and then each state that the call of `render` has set.
  func render<Host: HasViewState>(_ host: Host) {
    if isRendering {
      isOutdated = true
      return
    }
    guard host.isReadyToRender else { return }
    isRendering = true
    Self.depth += 1
    defer {
      Self.depth -= 1
      isRendering = false
    }
    for _ in 0..<Self.limit {
      let state = host.state
      let old = rendered as? Host.ViewState
      if old == state { return }
      rendered = state
      isOutdated = false
      host.render(state: state, oldState: old, animated: old != nil && host.canAnimate)
      if !isOutdated { return }
    }
    if rendered as? Host.ViewState != host.state {
      reportLoop(RenderingLoop(host: "\(Host.self)"))
    }
  }

  /// Makes the state follow nodes of the graph: see ``HasViewState/follow(_:)``.
  func follow<Host: HasViewState>(
    _ host: Host,
    _ makeState: @escaping @MainActor () -> Host.ViewState
  ) {
    subscription = nil
    subscription = withGraphEffect { @MainActor [weak host] in
      guard let host else { return }
      let state = makeState()
      withoutGraphTracking { host.state = state }
    }
  }

  func endFollowing() { subscription = nil }
}
