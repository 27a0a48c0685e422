/// The format of the text of one record, for reading the record without the rest of its file.
package enum RecordForm: Equatable {
  /// JSON. The key is that of the record, if the records are the members of one object; otherwise
  /// nil.
  case json(key: String?)
  case csv(CSVForm)
}
