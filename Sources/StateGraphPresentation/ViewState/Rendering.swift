import Logging
import StateGraphCore

private let logger = Logger(label: "stategraph.presentation")

/// Calls `render` of a ``HasViewState`` type: when the state differs from the rendered one, and
/// never inside another call for the same view.
@MainActor
public final class Rendering {
  /// How often a `render` can set its own state in a row. The last of these states is not rendered,
  /// but reported as a loop.
  public nonisolated static let limit = 100

  /// How many calls of `render` are running on the main actor, one inside the other.
  private static var depth = 0

  /// Whether a view renders now. A toolkit then ignores the change signals of its widgets, because
  /// the code of the app has set them, and not the user.
  public static var isActive: Bool { depth > 0 }

  /// Receives the report of a loop. The default logs it as an error.
  public var reportLoop: @MainActor (RenderingLoop) -> Void = { logger.error("\($0)") }

  private var rendered: (any ViewStateProtocol)?
  private var isRendering = false
  /// Whether the state was set during the call of `render` that is running.
  private var isOutdated = false
  private var subscription: AnyCancellable?

  /// Creates the rendering of one view, which has rendered nothing yet.
  public init() {}

  /// Renders the state of `host`, and then each state that `render` has set.
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
