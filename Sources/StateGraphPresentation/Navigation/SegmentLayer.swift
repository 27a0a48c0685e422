/// The active segments whose pages form one stack of pages, of the window or of a sheet. They are
/// in the order from the bottom to the top, so each segment follows the one before it.
///
/// The layer computes the stack to show, and the segments that a gesture leaves. A layer is a
/// value: it sends no action and changes no widget.
struct SegmentLayer<ID: Hashable & Sendable> {
  /// Identifies the sheet if the layer belongs to a sheet. The id of the window's layer has no
  /// meaning.
  let id: NavigationItemID
  var segments: [SegmentOutline<ID>]

  /// The segments of this layer and of all sheets above it.
  var all: [SegmentOutline<ID>] { segments.flatMap(\.all) }

  // MARK: - What is shown

  var stack: NavigationStack {
    var stack = NavigationStack()
    stack.pages = pages
    stack.overlays = overlays
    return stack
  }

  private var pages: PageStack {
    var stack = PageStack()
    stack.pages = segments.flatMap(\.pages)
    stack.backTargets = owners.compactMap { segments[$0].pages.last?.id }
    return stack
  }

  /// The sheets and alerts above the pages. The last one is the topmost. The overlays of a later
  /// segment are above those of earlier segments, and the alert of a segment is above its sheet.
  private var overlays: [NavigationOverlay] {
    segments.flatMap { segment in
      var overlays = segment.sheets.flatMap { sheet in
        [
          .sheet(
            SheetItem(id: sheet.id, pages: sheet.pages, canClose: sheet.all.allSatisfy(\.canLeave))
          )
        ] + sheet.overlays
      }
      if let alert = segment.alert { overlays.append(.alert(alert)) }
      return overlays
    }
  }

  /// The indices of the segments that the user can go back to, the nearest segment first.
  ///
  /// A user leaves a segment with all its pages at once. The list ends at the first segment that
  /// the user cannot leave, because the user cannot reach the segments before it.
  private var owners: [Int] {
    guard let top = segments.lastIndex(where: { !$0.pages.isEmpty }) else { return [] }
    var owners: [Int] = []
    for position in segments.indices.reversed() {
      if position < top, !segments[position].pages.isEmpty { owners.append(position) }
      if !segments[position].all.allSatisfy(\.canLeave) { break }
    }
    return owners
  }

  // MARK: - What a gesture asks for

  /// The actions that a gesture asks for.
  enum Request {
    /// To send the dismiss actions of these segments, the deepest segment first.
    case leave([SegmentOutline<ID>])
    case press(Int, in: NavigationItemID)
  }

  /// Returns the actions that a gesture asks for. Returns nil if the gesture is not possible, such
  /// as Escape without a sheet or an alert.
  func request(of gesture: NavigationGesture) -> Request? {
    let stack = stack
    switch gesture {
    case .back:
      let target =
        switch stack.overlays.last {
        case nil: stack.pages.backTargets.first
        case .sheet(let sheet): sheet.pages.backTargets.first
        case .alert: NavigationItemID?.none
        }
      return target.flatMap { request(of: .backTo($0)) }
    case .backTo(let page):
      return leaving(to: page)
    case .escape:
      switch stack.overlays.last {
      case nil: return nil
      case .sheet(let sheet): return request(of: .close(sheet.id))
      case .alert(let alert):
        let button = alert.buttons.firstIndex { $0.role == .cancel }
        return button.map { .press($0, in: alert.id) }
      }
    case .close(let id):
      guard let sheet = sheet(id), sheet.all.allSatisfy(\.canLeave) else { return nil }
      return .leave(sheet.deepestFirst(from: 0))
    case .press(let button, let id):
      let isShown = stack.overlays.contains { overlay in
        guard case .alert(let alert) = overlay else { return false }
        return alert.id == id && alert.buttons.indices.contains(button)
      }
      return isShown ? .press(button, in: id) : nil
    }
  }

  /// Returns a request to leave all segments above the segment whose top page is `page`. Returns
  /// nil if the user cannot go back to this page.
  private func leaving(to page: NavigationItemID) -> Request? {
    if let owner = owners.first(where: { segments[$0].pages.last?.id == page }) {
      return .leave(deepestFirst(from: owner + 1))
    }
    for sheet in segments.flatMap(\.sheets) {
      if let request = sheet.leaving(to: page) { return request }
    }
    return nil
  }

  private func sheet(_ id: NavigationItemID) -> SegmentLayer? {
    for sheet in segments.flatMap(\.sheets) {
      if let found = sheet.id == id ? sheet : sheet.sheet(id) { return found }
    }
    return nil
  }

  /// Returns the segments of this layer from the index `position` on, and the segments of the
  /// sheets above them. The deepest segment comes first.
  func deepestFirst(from position: Int) -> [SegmentOutline<ID>] {
    var found: [(depth: Int, segment: SegmentOutline<ID>)] = []
    func add(_ layer: SegmentLayer, from position: Int, depth: Int) {
      for (offset, segment) in layer.segments[position...].enumerated() {
        found.append((depth + offset, segment))
        for sheet in segment.sheets { add(sheet, from: 0, depth: depth + offset + 1) }
      }
    }
    add(self, from: position, depth: 0)
    // Segments with the same depth stay in the order in which the function found them.
    let order = found.indices.sorted { one, other in
      (found[other].depth, one) < (found[one].depth, other)
    }
    return order.map { found[$0].segment }
  }
}

/// What is known of an active segment, as a value: its pages, sheet and alert, and whether the user
/// can leave it. A ``SegmentLayer`` computes the stack to show from outlines.
struct SegmentOutline<ID: Hashable & Sendable> {
  /// Identifies this active segment. The property `id` cannot, because two active segments can have
  /// the same `id`.
  let number: NavigationItemID
  /// The id that the app gave to the segment.
  let id: ID
  /// Whether the user can leave the segment, which is true if the app returned a dismiss action for
  /// it.
  var canLeave: Bool
  var pages: [PageItem] = []
  /// The sheet above the segment, or no element if the segment shows no sheet. The property is an
  /// array because a value cannot contain itself.
  var sheets: [SegmentLayer<ID>] = []
  var alert: AlertItem?

  /// This segment and all segments in its sheet.
  var all: [SegmentOutline] { [self] + sheets.flatMap(\.all) }
}
