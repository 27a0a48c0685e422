import StateGraphFormats

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
