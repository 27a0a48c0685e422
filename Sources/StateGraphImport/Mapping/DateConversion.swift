import StateGraphFormats

/// How the dates of one column are parsed, and the format in which the column stores them.
struct DateConversion {
  let reader: DateReader
  let form: MappedDate.Form

  /// Returns the date in the format of the column. NULL stays NULL.
  ///
  /// - Throws: An error if the value is not a date in the expected format.
  func converted(
    _ content: JSONValue.Content,
    ofColumn column: String,
    of table: String,
    at place: @autoclosure () -> InputPlace
  ) throws(ImportError) -> JSONValue.Content {
    let timestamp: Timestamp?
    switch content {
    case .null: return .null
    case .string(let text): timestamp = reader.timestamp(text)
    case .integer(let integer): timestamp = reader.timestamp(integer)
    default: timestamp = nil
    }
    let description = "column \(printable(column)) of table \(printable(table))"
    guard let timestamp else {
      throw ImportError(
        .wrongType,
        "the value is not a date in the form that the mapping of \(description) expects",
        remedy: "Correct the value, or \"from\" in the mapping",
        place: place()
      )
    }
    guard let converted = timestamp.content(form) else {
      throw ImportError(
        .wrongType,
        "the mapping of \(description) cannot keep the date's fraction of a second",
        remedy: "Keep it as iso8601",
        place: place()
      )
    }
    return converted
  }
}
