/// An active segment as a value: its pages, sheet and alert, and whether the user can leave it.
struct SegmentOutline<ID: Hashable & Sendable> {
  /// Identifies this active segment, because two active segments can have the same `id`.
  let number: NavigationItemID
  /// The id that the app gave the segment.
  let id: ID
  /// Whether the segment has a dismiss action.
  var canLeave: Bool
  var pages: [PageItem] = []
  /// The sheet above the segment, if there is one. The property is an array because a value cannot
  /// contain itself.
  var sheets: [SegmentLayer<ID>] = []
  var alert: AlertItem?

  /// This segment and the segments of its sheet.
  var all: [SegmentOutline] { [self] + sheets.flatMap(\.all) }
}
