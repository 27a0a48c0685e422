import StateGraphCore

/// A segment (a part of a navigation, see ``NavSegment``) that is shown now, with its page objects
/// and the active segments that follow it.
///
/// The navigation creates this object when the segment becomes active, and releases it when the
/// segment ends.
@MainActor
final class ActiveSegment<ID: Hashable & Sendable> {
  private struct Child {
    /// The index of the child in the `successors` of the segment.
    let index: Int
    /// Identifies the sheet if the child is shown in a sheet. A child in the same stack of pages
    /// does not use this id.
    let layer: NavigationItemID
    let segment: ActiveSegment
  }

  private struct Alert {
    let index: Int
    let id: NavigationItemID
    let content: AlertContent<() -> Void>
  }

  let id: ID
  private let number = NavigationItemID.make()
  private let declared: [NavSegment<ID>.ViewController]
  private let successors: [NavSegment<ID>.Successor]
  /// One element for each declared page, in the same order. An element is nil while its page is not
  /// shown.
  private var pages: [PageItem?]
  private var next: Child?
  private var sheet: Child?
  private var alert: Alert?
  /// The indices of the successors whose state is present but invalid, such as a state with the id
  /// of a deleted row. The navigation has sent the dismiss actions of these successors, and does
  /// not send them a second time.
  private var reported: Set<Int> = []

  init(_ segment: NavSegment<ID>) {
    id = segment.id
    declared = segment.makePages()
    successors = segment.makeSuccessors()
    pages = declared.map { _ in nil }
  }

  /// Creates and releases the pages and the following segments, so that they match the state. The
  /// graph closure that calls this function depends on the parts of the state that decide which
  /// pages and segments are shown, but not on what the code that creates pages and segments reads.
  ///
  /// - Parameter removed: Receives the ids of the segments that end because their state is invalid,
  ///   the deepest segment first.
  func update(_ removed: inout [ID]) {
    for (index, page) in declared.enumerated() {
      if !(page.isShown?() ?? true) {
        pages[index] = nil
      } else if pages[index] == nil {
        let made = withoutGraphTracking { page.make() }
        pages[index] = PageItem(id: .make(), page: made)
      }
    }
    var nextChild: Child?
    var sheetChild: Child?
    var activeAlert: Alert?
    for (index, successor) in successors.enumerated() {
      switch successor.kind {
      case .next(let branch):
        let isFirst = nextChild == nil
        let child = child(of: branch, at: index, next, isWanted: isFirst, removed: &removed)
        nextChild = nextChild ?? child
      case .sheet(let branch):
        let isFirst = sheetChild == nil
        let child = child(of: branch, at: index, sheet, isWanted: isFirst, removed: &removed)
        sheetChild = sheetChild ?? child
      case .alert(let branch):
        guard let content = branch.content(), activeAlert == nil else { continue }
        let id = alert?.index == index ? alert?.id : nil
        activeAlert = Alert(index: index, id: id ?? .make(), content: content)
      }
    }
    next = nextChild
    sheet = sheetChild
    alert = activeAlert
    next?.segment.update(&removed)
    sheet?.segment.update(&removed)
  }

  /// Returns the child that shows the segment of a branch: the old child if it shows this branch,
  /// or else a new one. Returns nil if the branch is not active.
  ///
  /// - Parameters:
  ///   - old: The child that was active before the update, of the same kind as the branch: the next
  ///     segment or the sheet.
  ///   - isWanted: Whether no earlier branch of the same kind is active. A segment has at most one
  ///     active next segment and one active sheet.
  private func child(
    of branch: SegmentBranch<ID>,
    at index: Int,
    _ old: Child?,
    isWanted: Bool,
    removed: inout [ID]
  ) -> Child? {
    let presence = branch.presence
    let old = old?.index == index ? old : nil
    if presence != .invalid { reported.remove(index) }
    return withoutGraphTracking {
      switch presence {
      case .absent: return nil
      case .present:
        if !isWanted { return nil }
        return old
          ?? branch.make().map { Child(index: index, layer: .make(), segment: ActiveSegment($0)) }
      case .invalid:
        guard reported.insert(index).inserted else { return nil }
        if let old {
          let layer = SegmentLayer(id: old.layer, segments: old.segment.outlines { _ in true })
          removed += layer.deepestFirst(from: 0).map(\.id)
        } else if let segment = branch.make() {
          removed.append(segment.id)
        }
        return nil
      }
    }
  }

  /// Returns this segment and the active segments that follow it in the same stack of pages, as
  /// values. This segment comes first.
  func outlines(canLeave: (ID) -> Bool) -> [SegmentOutline<ID>] {
    var outline = SegmentOutline(number: number, id: id, canLeave: canLeave(id))
    outline.pages = pages.compactMap { $0 }
    if let sheet {
      outline.sheets = [
        SegmentLayer(id: sheet.layer, segments: sheet.segment.outlines(canLeave: canLeave))
      ]
    }
    outline.alert = alert.map { alert in
      AlertItem(
        id: alert.id,
        title: alert.content.title,
        message: alert.content.message,
        buttons: alert.content.buttons
      )
    }
    return [outline] + (next?.segment.outlines(canLeave: canLeave) ?? [])
  }

  /// Returns the action of the button with the index `button` in the alert `id`. Searches this
  /// segment and all active segments that follow it. Returns nil if none of them shows this alert.
  func action(of button: Int, in id: NavigationItemID) -> (() -> Void)? {
    if let alert, alert.id == id { return alert.content.actions[button] }
    return next?.segment.action(of: button, in: id) ?? sheet?.segment.action(of: button, in: id)
  }
}
