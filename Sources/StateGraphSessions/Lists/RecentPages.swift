import StateGraphThreads

/// The numbers of the pages that a list has used last. All rows of one source share this object, so
/// that new rows can load the visible pages before the list gets them.
final class RecentPages: Sendable {
  /// The list of GTK has about 200 row widgets, whose rows are on at most five pages.
  private static var limit: Int { 5 }

  /// The newest number is the first one. A new list shows its first rows.
  private let state = Guarded([0, 1, 2, 3])

  /// The numbers of the pages, the newest one first.
  var numbers: [Int] { state.withLock { $0 } }

  /// Records that the list has asked for a row of a page.
  func use(_ page: Int) {
    state.withLock { numbers in
      guard numbers.first != page else { return }
      numbers.removeAll { $0 == page }
      numbers.insert(page, at: 0)
      if numbers.count > Self.limit { numbers.removeLast() }
    }
  }
}
