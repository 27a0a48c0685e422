public import StateGraphCore
public import StateGraphPersistence
public import StateGraphPresentation

/// A query whose rows are loaded around the visible ones. `List(windowed:)` uses it.
public struct WindowedQuery<Element: Entity>: ListSource {
  let query: ListedQuery<Element>

  /// Whether both queries read the same rows in the same order.
  public func isSame(as other: WindowedQuery) -> Bool { query.isSame(as: other.query) }

  /// True, because the rowids are read again after a commit that concerns them.
  public var isReadInBackground: Bool { true }

  /// Creates the node of the rows. It has read which rows there are, and in which order, and has
  /// loaded none of them.
  public func makeRows() -> Computed<WindowedRows<Element>> {
    let (query, ids) = (query, query.liveRowIDs)
    let last = LastWindow<Element>()
    return Computed(
      areEqual: { $0.isSame(as: $1) },
      name: "windowed rows",
      fileID: "",
      line: 0
    ) { _ in last.next(ids.wrappedValue, of: query) }
  }
}

extension WindowedQuery: DirectListSource {
  package func makeReading() -> ListReading<WindowedRows<Element>> {
    let (query, read, last) = (query, query.rowIDReading, LastWindow<Element>())
    return ListReading {
      let rows = last.next(read(), of: query)
      // The list asks for the visible rows on the main thread, which must not wait.
      withoutGraphTracking { rows.loadRecentPages() }
      return rows
    }
  }
}

extension Query: WindowedListSource {
  /// Returns the query as a source that loads only the rows around the visible ones.
  public func makeWindow() -> WindowedQuery<Element> { WindowedQuery(query: ListedQuery(self)) }
}
