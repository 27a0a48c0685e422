/// The format of a single record, with all properties that a reader of only this record needs.
package enum RecordForm: Equatable {
  /// JSON text. The key is nil, unless the records of the file are the members of one object.
  case json(key: String?)
  case csv(CSVForm)
}
