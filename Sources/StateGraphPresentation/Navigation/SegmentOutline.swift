/// An active segment as a value: what it shows, and whether the user can leave it.
struct SegmentOutline<ID: Hashable & Sendable> {
  /// Tells this segment apart from others with the same name.
  let number: NavigationItemID
  /// The name of the segment.
  let id: ID
  /// Whether the segment has a dismiss action.
  var canLeave: Bool
  var pages: [PageItem] = []
  /// The sheet above the segment, if there is one. An array, because a value cannot contain itself.
  var sheets: [SegmentLayer<ID>] = []
  var alert: AlertItem?

  /// This segment and those of its sheet.
  var all: [SegmentOutline] { [self] + sheets.flatMap(\.all) }
}
