/// The format of a single record. With it, the record can be read without the rest of its file.
package enum RecordForm: Equatable {
  /// JSON text. The key is nil unless the records of the file are the members of one object.
  case json(key: String?)
  case csv(CSVForm)
}
