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
