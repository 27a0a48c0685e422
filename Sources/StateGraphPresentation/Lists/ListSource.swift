public import StateGraphCore

/// A description of changing rows, such as a query. A list that gets an equal source again keeps
/// its rows.
public protocol ListSource<Rows>: Sendable {
  /// The rows at one moment.
  associatedtype Rows: ListRows

  /// Whether another source describes the same rows.
  func isSame(as other: Self) -> Bool

  /// Whether a change can take long to read, because the rows are then read from the file again. A
  /// list then reads them on a thread of its own, and shows the earlier rows meanwhile.
  var isReadInBackground: Bool { get }

  /// Creates the node whose value is the current rows. Each list has its own node.
  func makeRows() -> Computed<Rows>
}

/// A source whose rows a list can read on a thread of its own, without a node between both.
///
/// If a change happens during a read, the list shows the rows that it has read, and then reads
/// again. A node would repeat the read until no change happens during it, so that the list would
/// show nothing while another program writes all the time.
///
/// If ``ListSource/isReadInBackground`` is false, the main actor reads the rows after a change,
/// unless ``ListReading/rowsAtOnce`` returns nil.
package protocol DirectListSource<Rows>: ListSource {
  /// Creates the functions that read the rows for one list.
  func makeReading() -> ListReading<Rows>
}

/// A source of more rows than an app can keep in memory.
public protocol WindowedListSource {
  /// The same rows as a source that keeps only the rows around the visible ones in memory.
  associatedtype Window: ListSource

  /// Returns the source that keeps only few rows in memory.
  func makeWindow() -> Window
}

/// The functions by which one list reads the rows of a ``DirectListSource``, on any thread.
package struct ListReading<Rows: ListRows>: Sendable {
  /// Reads the rows once. The evaluation that calls it depends on the rows.
  package let rows: @Sendable () -> Rows

  /// Reads the rows once, or returns nil if this could take so long that a window would miss
  /// frames. The evaluation that calls it depends on the rows in both cases.
  package let rowsAtOnce: @Sendable () -> Rows?

  package init(
    atOnce rowsAtOnce: @escaping @Sendable () -> Rows? = { nil },
    _ rows: @escaping @Sendable () -> Rows
  ) {
    (self.rowsAtOnce, self.rows) = (rowsAtOnce, rows)
  }
}
