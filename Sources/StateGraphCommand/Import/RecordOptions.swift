import ArgumentParser
import StateGraphFormats
import StateGraphImport
import StateGraphTools

/// The options that describe the inputs of `import` and `infer`: their table, format, encoding, and
/// the path to the records in a JSON document.
struct RecordOptions: ParsableArguments {
  @Option(help: "The table of the records (default: the name of the file).")
  var table: String?

  @Option(
    help: """
      csv, tsv, json or jsonl (default: by the extension of the file, or detected from the content).
      """
  )
  var format: ImportFormat?

  @Option(help: "The path of the records in a JSON document: items, data.items or $.data.items.")
  var root: String?

  @Option(
    help: """
      utf-8, utf-16, utf-16le, utf-16be, latin1 or windows-1252 (default: detected from the byte \
      order mark or the pattern of UTF-16, otherwise utf-8).
      """
  )
  var encoding: TextEncoding?

  @Option(
    help: """
      How records without a key are told apart: by their content, so that the same import again \
      changes nothing, or append, which numbers them.
      """
  )
  var key = MissingKeyPolicy.content

  @Flag(help: "Read the members of one JSON object as records, each with its name as its key.")
  var mapById = false

  @Option(
    help: "For a repeated member name in a JSON object: refuse the input, or take the last value."
  )
  var duplicateKeys = DuplicateKeyPolicy.refuse

  @Option(help: "The maximum nesting of JSON, from 1 to 1000 (default: 128).")
  var maxDepth: Int?

  @Option(
    help: """
      A JSON file that maps names and values of the inputs to those of the tables: see \
      stategraph-mapping(5).
      """,
    completion: .file(extensions: ["json"])
  )
  var mapping: String?

  @Option(
    help: """
      How numbers are read: exact, or lenient to accept +5, 1,234 and blanks around a number in \
      CSV, and 5.0 and 1e3 in integer columns.
      """
  )
  var numbers = NumberPolicy.exact

  @OptionGroup(title: "How CSV is read")
  var csv: CSVOptions

  func input(path: String) -> ImportInput {
    var input = ImportInput(path: path)
    input.table = table
    input.format = format
    input.root = root
    csv.apply(to: &input)
    input.encoding = encoding
    input.isMapByKey = mapById
    input.duplicateKeys = duplicateKeys
    input.maximumDepth = maxDepth
    return input
  }

  /// Returns the inference that finds tables for the records of `inputs`, with these options.
  func inference(_ inputs: [ImportInput], onError: ErrorPolicy) -> SchemaInference {
    var inference = SchemaInference(inputs: inputs)
    inference.fields = csv.rules
    inference.missingKeys = key
    inference.mapping = mapping.map { .file($0) }
    inference.numbers = numbers
    inference.skipsBadRecords = onError != .abort
    return inference
  }
}
