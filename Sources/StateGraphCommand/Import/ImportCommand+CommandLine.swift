import StateGraphFormats
import StateGraphImport
import StateGraphTools

extension ImportCommand {
  /// Returns the command line that imports the corrected records of a reject file, quoted for a
  /// shell. A reject file contains the records that this import refused, at the path `rejects`.
  ///
  /// The returned command has the same options as this import. It omits the options that describe
  /// the form of an input, because each line of the reject file contains the form of its record. It
  /// also omits `--rejects`, because that file is the input now and is not empty, and
  /// `--keep-order`, because there is one input.
  func commandLine(importing rejects: String) -> String {
    var words = ["stategraph", "import", database, rejects]
    func add(_ name: String, value: String?) {
      if let value { words += [name, value] }
    }
    for (name, value) in records.csv.fieldArguments { add(name, value: value) }
    add("--key", value: records.key == .content ? nil : records.key.rawValue)
    add("--blobs", value: blobs == .reject ? nil : blobs.rawValue)
    add("--dangling", value: dangling == .reject ? nil : dangling.rawValue)
    add("--on-conflict", value: writing.onConflict == .merge ? nil : writing.onConflict.rawValue)
    add("--on-duplicate", value: writing.onDuplicate == .last ? nil : writing.onDuplicate.rawValue)
    add("--on-error", value: writing.onError == .abort ? nil : writing.onError.rawValue)
    add("--max-errors", value: writing.maxErrors.map { String($0) })
    add("--batch-size", value: writing.batchSize.map { String($0) })
    let isStrict = records.duplicateKeys == .refuse
    add("--duplicate-keys", value: isStrict ? nil : records.duplicateKeys.rawValue)
    add("--max-depth", value: records.maxDepth.map { String($0) })
    add("--mapping", value: records.mapping)
    add("--format", value: records.format == .geojson ? FormatOption.geojson.rawValue : nil)
    add("--numbers", value: records.numbers == .exact ? nil : records.numbers.rawValue)
    if inputOptions.ignoreUnknown { words.append("--ignore-unknown") }
    if anyType { words.append("--any-type") }
    if application.anyApplication { words.append("--any-application") }
    add("--migrations", value: migrations)
    if json { words.append("--json") }
    if quiet { words.append("--quiet") }
    return words.map(ShellWord.quoted).joined(separator: " ")
  }

  /// The command line of this process without two options, quoted for a shell. It resumes an
  /// interrupted import.
  ///
  /// `--restart` is left out, because it would start the import from the beginning. `--create` is
  /// left out, because the database exists now.
  static var resumingCommandLine: String {
    let words =
      ["stategraph"]
      + CommandLine.arguments.dropFirst().filter {
        $0 != "--restart" && $0 != "--create"
      }
    return TerminalText.oneLine(words.map(ShellWord.quoted).joined(separator: " "))
  }
}
