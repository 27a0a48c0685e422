import StateGraphCore

/// Makes a presenter show the active segments, and sends the actions of gestures. `bind` creates
/// one engine for each connection.
///
/// After a change of the state, a job of the main actor updates the segments. A ``SegmentLayer``
/// value computes the stack to show, and the segments that a gesture leaves.
@MainActor
final class SegmentEngine<ID: Hashable & Sendable>: NavigationEngine {
  private let root: ActiveSegment<ID>
  private weak var presenter: (any NavigationPresenter)?
  private let makeDismissal: (ID) -> (() -> Void)?
  private var subscription: AnyCancellable?
  private var layer: SegmentLayer<ID>
  private var shown: NavigationStack?
  /// The ids of the segments and alerts for which a gesture has sent an action since the last
  /// update. A second gesture for one of them sends nothing.
  private var asked: Set<NavigationItemID> = []
  /// The number of gestures that have sent an action. Each change of this node makes the presenter
  /// show the stack again, even if the action did not change the state.
  private let gestures = Stored(wrappedValue: 0, name: "gestures")

  /// - Parameter makeDismissal: Returns a closure that sends the dismiss action of a segment.
  ///   Returns nil if the user cannot leave the segment.
  init(
    root: NavSegment<ID>,
    presenter: any NavigationPresenter,
    makeDismissal: @escaping (ID) -> (() -> Void)?
  ) {
    self.root = ActiveSegment(root)
    self.presenter = presenter
    self.makeDismissal = makeDismissal
    layer = SegmentLayer(id: .make(), segments: [])
  }

  /// Shows the first stack before it returns. After that, a job of the main actor shows each new
  /// stack.
  func begin() {
    subscription = withGraphEffect { @MainActor [weak self] in self?.update() }
  }

  func cancel() {
    subscription = nil
    presenter = nil
  }

  private func update() {
    _ = gestures.wrappedValue
    var removed: [ID] = []
    root.update(&removed)
    withoutGraphTracking {
      layer.segments = root.outlines { makeDismissal($0) != nil }
      let stack = layer.stack
      let isAnswer = !asked.isEmpty
      asked = []
      if stack != shown || isAnswer {
        let isFirst = shown == nil
        shown = stack
        presenter?.show(stack, animated: !isFirst)
      }
      for id in removed { makeDismissal(id)?() }
    }
  }

  func handle(_ gesture: NavigationGesture) -> Bool {
    guard presenter != nil else { return false }
    switch layer.request(of: gesture) {
    case nil: return false
    case .leave(let segments):
      let news = segments.filter { asked.insert($0.number).inserted }
      if news.isEmpty { return false }
      // The counter is set after the actions were sent. An action can enqueue a job that changes
      // the state, such as the job of a machine. That job then runs before the job of this engine,
      // which the counter enqueues.
      defer { gestures.wrappedValue += 1 }
      for segment in news where presenter != nil { makeDismissal(segment.id)?() }
      return true
    case .press(let button, let alert):
      guard let action = root.action(of: button, in: alert), asked.insert(alert).inserted else {
        return false
      }
      action()
      gestures.wrappedValue += 1
      return true
    }
  }
}
