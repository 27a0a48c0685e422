/// The format of a single record, with which it can be read without the other lines of its file.
package enum RecordForm: Equatable {
  /// JSON text. The key is nil, unless the records of the file are the members of one object.
  case json(key: String?)
  case csv(CSVForm)
}
