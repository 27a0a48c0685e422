extension ImportError {
  /// Returns the error for a first line that is probably a title, because it does not name all
  /// columns.
  static func namelessHeader(likely line: Int, at place: InputPlace) -> ImportError {
    ImportError(
      .malformedCSV,
      "the header has columns without names, and a later line looks like a header",
      remedy: adviceToSkip(upTo: line)
        + ". Otherwise name the columns with --columns, and skip the "
        + "header with --skip-lines 1",
      place: place
    )
  }

  /// Returns the advice for an input whose header is probably not its first line.
  package static func adviceToSkip(upTo line: Int) -> String {
    "If line \(line) is the header, skip the lines above it with --skip-lines \(line - 1)"
  }
}
