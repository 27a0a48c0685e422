import ArgumentParser
import StateGraphFormats

/// The value of the option `--format`: a format, or a program whose files need several options.
///
/// The name of a program stands for the options of ``words``. Other options of the command line
/// take precedence over them.
enum FormatOption: String, ExpressibleByArgument, CaseIterable {
  case csv, tsv, json, jsonl
  case excel, geojson, mongoexport, mysql
  case mysqlBatch = "mysql-batch"
  case mysqlCSV = "mysql-csv"
  case ndjson, pandas
  case postgresqlText = "postgresql-text"
  case r

  var format: ImportFormat {
    switch self {
    case .csv, .excel, .mysqlCSV, .pandas, .r: .csv
    case .tsv, .mysql, .mysqlBatch, .postgresqlText: .tsv
    case .json, .geojson: .json
    case .jsonl, .mongoexport, .ndjson: .jsonl
    }
  }

  /// The other options for which the name stands.
  var words: [String] {
    switch self {
    case .excel: ["--decimal", "auto", "--numbers", "lenient", "--null", ",#N/A"]
    case .geojson: ["--root", "features"]
    case .mysql, .postgresqlText: Self.tabs + ["--no-header"]
    case .mysqlBatch: Self.tabs + ["--null", "NULL"]
    case .mysqlCSV: ["--quote", "\"", "--escape", "\\", "--no-header"]
    case .r: ["--decimal", "auto", "--null", "NA"]
    case .csv, .tsv, .json, .jsonl, .mongoexport, .ndjson, .pandas: []
    }
  }

  private static let tabs = ["--separator", "\\t", "--quote", "none", "--escape", "\\"]

  /// Inserts the options for which `--format` stands into a command line, before all other options.
  ///
  /// - Parameter words: The words of the command line, without the name of the program.
  static func expanded(_ words: [String]) -> [String] {
    guard let command = words.first, ["import", "infer"].contains(command) else { return words }
    var options: [String] = []
    for (index, word) in words.enumerated() {
      if word == "--" { break }
      var name: String?
      if word.hasPrefix("--format=") { name = String(word.dropFirst("--format=".count)) }
      if word == "--format", index + 1 < words.count { name = words[index + 1] }
      if let name { options = FormatOption(rawValue: name)?.words ?? [] }
    }
    return [command] + options + words.dropFirst()
  }
}

/// The value of the option `--decimal`: the character before fractions, or `auto` if each input
/// shows it.
struct DecimalOption: ExpressibleByArgument {
  /// The value is nil if each input shows the character.
  let byte: UInt8?

  init?(argument: String) {
    guard argument != "auto" else {
      byte = nil
      return
    }
    guard let mark = SingleByte(argument: argument) else { return nil }
    byte = mark.byte
  }
}
