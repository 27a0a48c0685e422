/// What a mask does with the values of a column.
enum MaskKind: String, CaseIterable {
  case text
  case email
  case phone
  case date
  case freeText = "free-text"
  case number
  case json
  case blob
  case keep
  case null
}
