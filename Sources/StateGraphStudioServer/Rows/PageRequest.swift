import StateGraphFormats

/// A request for a page of rows.
struct PageRequest: Sendable {
  struct Order: Sendable {
    let column: String
    let isDescending: Bool
  }

  /// Where the page is.
  enum Place: Sendable {
    case first, last
    /// The page begins after a row, or ends before it.
    case after([WholeValue]), before([WholeValue])
    /// The page begins near a position of the scroll bar.
    case at(Int)
  }

  let schema: String
  let table: String
  let order: [Order]
  let filter: RowFilter
  let place: Place
  let limit: Int
  /// The names of the columns to read, or nil for all columns.
  let columns: [String]?
  /// Whether the values are complete. Such a page has one row.
  let isWhole: Bool

  static let limits = 1...500

  /// Takes the members of a request.
  ///
  /// - Parameter maximum: The largest number of rows.
  init(_ object: inout RequestObject, maximum: Int = limits.upperBound) throws(StudioError) {
    schema = try object.text("schema")
    table = try object.text("table")
    order = try PageRequest.order(&object)
    filter = try RowFilter(&object)
    place = try PageRequest.place(&object)
    limit = try object.optionalInteger("limit") ?? 200
    columns = try object.optionalTexts("columns")
    isWhole = try object.boolean("whole")
    guard (1...(isWhole ? 1 : maximum)).contains(limit), columns?.isEmpty != true else {
      throw .invalidRequest
    }
  }

  /// Whether the request wants all rows in the order of the key.
  var isPlain: Bool { filter.isEmpty && order.isEmpty }

  private static func order(_ object: inout RequestObject) throws(StudioError) -> [Order] {
    guard let values = try object.optionalArray("order") else { return [] }
    guard values.count <= 8 else { throw .invalidRequest }
    var order: [Order] = []
    for value in values {
      var element = try RequestObject(value)
      let column = try element.text("column")
      order.append(Order(column: column, isDescending: try element.boolean("descending")))
      try element.requireEnd()
    }
    return order
  }

  private static func place(_ object: inout RequestObject) throws(StudioError) -> Place {
    var places: [Place] = []
    if let values = try object.optionalArray("after") { places.append(.after(try whole(values))) }
    if let values = try object.optionalArray("before") { places.append(.before(try whole(values))) }
    if let position = try object.optionalInteger("at") {
      guard position >= 0 else { throw .invalidRequest }
      places.append(.at(position))
    }
    if try object.boolean("last") { places.append(.last) }
    guard places.count <= 1 else { throw .invalidRequest }
    return places.first ?? .first
  }

  static func whole(_ values: [JSONValue]) throws(StudioError) -> [WholeValue] {
    var whole: [WholeValue] = []
    for value in values { whole.append(try WholeValue(value)) }
    return whole
  }
}
