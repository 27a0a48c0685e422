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
      csv, tsv, json or jsonl (default: by the extension of the file, or detected from the \
      content). The names of programs stand for several options, before which those of the \
      command line have priority: excel, geojson, mongoexport, mysql, mysql-batch, mysql-csv, \
      ndjson, pandas, postgresql-text and r.
      """
  )
  var format: FormatOption?

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
      How numbers are read: exact, or lenient to accept +5, 5-, (5), 1,234, 5 %, $5, inf, and NaN \
      as NULL in CSV, 5.0 and 1e3 in integer columns, and NaN and Infinity in JSON.
      """
  )
  var numbers = NumberPolicy.exact

  @OptionGroup(title: "How CSV is read")
  var csv: CSVOptions

  func input(path: String) -> ImportInput {
    var input = ImportInput(path: path)
    input.table = table
    input.format = format?.format
    input.readsNamedNumbers = numbers == .lenient
    input.isGeoJSON = format == .geojson
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
