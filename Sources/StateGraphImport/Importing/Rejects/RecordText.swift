/// A record as it stood in its input, with all that is needed to read it again alone.
struct RecordText {
  /// The table that the input's records belong to.
  let table: Int
  let form: RecordForm
  let bytes: [UInt8]
  /// Where the first of the bytes was.
  let start: InputPlace
  /// It is from a file of rejects, and `start` is the place that its line says.
  var wasRejected = false
}

/// How the text of a record is to be read.
enum RecordForm: Equatable {
  /// The key is the one under which the record stood in a map by key, where it did.
  case json(key: String?)
  case csv(CSVForm)
}

/// What a record of a CSV input needs besides its own text.
struct CSVForm: Equatable {
  /// The input's names for the fields.
  var header: [String]
  var separator: UInt8
  var quote: UInt8?
  /// See ``ImportInput/columns``.
  var mayEndEarly: Bool
}
