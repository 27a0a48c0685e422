/// The format of the text of one record, so that the record can be read without the rest of its
/// file.
package enum RecordForm: Equatable {
  /// JSON text. The key is nil unless the records of the file are the members of one object.
  case json(key: String?)
  case csv(CSVForm)
}
