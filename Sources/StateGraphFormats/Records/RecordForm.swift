/// The format of the text of one record.
package enum RecordForm: Equatable {
  /// JSON. The key is that of the record in a map by key, or nil.
  case json(key: String?)
  case csv(CSVForm)
}
