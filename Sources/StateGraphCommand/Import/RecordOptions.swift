import ArgumentParser
import StateGraphFormats
import StateGraphImport

/// The options for the table, the format and the position of the records in an input file.
///
/// The commands `import` and `infer` share these options.
struct RecordOptions: ParsableArguments {
  @Option(help: "The table of the records (default: the name of the file).")
  var table: String?

  @Option(
    help: """
      csv, tsv, json or jsonl (default: by the extension of the file; import also detects the \
      format from the content).
      """
  )
  var format: ImportFormat?

  @Option(help: "CSV fields that mean NULL, separated by commas: NA,\\N.")
  var null: String?

  @Option(help: "The path of the records in a JSON document: items, data.items or $.data.items.")
  var root: String?

  @Option(help: "The ASCII character between CSV fields, \\t for a tab (default: detected).")
  var separator: SingleByte?

  @Option(help: "Skip CSV lines that begin with this character.")
  var comment: SingleByte?

  @Option(help: "The names of the fields of a CSV file without a header: id,name.")
  var columns: String?

  func validate() throws {
    if let byte = separator?.byte, byte == 10 || byte == 13 {
      throw ValidationError("The separator cannot be a line end.")
    }
    if let byte = comment?.byte, byte == 10 || byte == 13 {
      throw ValidationError("The comment character cannot be a line end.")
    }
  }

  func input(path: String) -> ImportInput {
    var input = ImportInput(path: path)
    input.table = table
    input.format = format
    input.root = root
    input.separator = separator?.byte
    input.commentPrefix = comment?.byte
    input.columns = columns.map(Self.list)
    return input
  }

  var nullSpellings: [String] { null.map(Self.list) ?? [] }

  private static func list(_ text: String) -> [String] {
    text.split(separator: ",").map { String($0) }
  }
}
