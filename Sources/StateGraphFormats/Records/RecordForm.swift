/// How the text of a record is to be read.
package enum RecordForm: Equatable {
  /// The key is the one under which the record stood in a map by key, where it did.
  case json(key: String?)
  case csv(CSVForm)
}
