import Glibc
import StateGraphFormats
import StateGraphTools

/// The commands of the program `sqlite3` that begin with a dot, and what does the same here.
enum DotCommand {
  /// Returns a sentence for a command such as `.tables`.
  ///
  /// - Parameters:
  ///   - name: The command with its dot.
  ///   - argument: The word after it, such as the name of a table.
  ///   - file: The database, quoted for a shell.
  static func answer(to name: String, argument: String?, file: String) -> String {
    let start = "\(name) is a command of sqlite3. "
    let table = argument.map { " \($0)" } ?? ""
    let query = "stategraph query \(file)"
    switch name {
    case ".tables", ".stats", ".dbinfo":
      return start + "The tables are shown by: stategraph inspect \(file)"
    case ".indexes", ".indices":
      return start + "The indexes are shown by: stategraph inspect \(file)\(table)"
    case ".schema", ".fullschema":
      return start + "The same is: stategraph schema \(file)\(table)"
    case ".dump":
      return start + "The database is copied by: stategraph backup \(file) COPY. The SQL of the "
        + "tables is printed by: stategraph schema \(file), and rows by: stategraph export "
        + "\(file)\(argument == nil ? " TABLE" : table)"
    case ".backup", ".save", ".clone":
      return start + "The same is: stategraph backup \(file) \(argument ?? "COPY")"
    case ".import":
      return start + "The same is: stategraph import \(file) \(argument ?? "data.csv")"
    case ".read":
      return start + "A statement of a file runs with: \(query) --file \(argument ?? "QUERY.sql")"
    case ".mode", ".headers", ".header", ".separator", ".nullvalue", ".width", ".excel":
      return start + "The form of the rows is an option: \(query) \"SELECT …\" --format csv"
    case ".output", ".once":
      return start + "The shell writes a file: \(query) \"SELECT …\" > \(argument ?? "FILE")"
    case ".parameter", ".param":
      return start + "A parameter is an option: \(query) \"SELECT :a\" --parameter a=1"
    case ".eqp", ".explain", ".expert", ".scanstats":
      return start + "The plan is shown by: \(query) \"EXPLAIN QUERY PLAN SELECT …\""
    case ".lint", ".recover", ".sha":
      return start + "Damage and broken references are found by: stategraph check \(file)"
    case ".open", ".databases", ".connection":
      return start + "Here, each command names its file: stategraph inspect \(file)"
    case ".quit", ".exit":
      return start + "stategraph has no prompt, so there is nothing to leave."
    default:
      return start + "stategraph has no prompt. Its commands are listed by: stategraph --help"
    }
  }
}

extension DotCommand {
  /// Checks SQL that a user typed, also in a file, for a command of `sqlite3`.
  static func check(sql: String, of database: String) throws(CommandFailure) {
    let start = sql.drop { $0.isWhitespace }
    guard start.first == "." else { return }
    let line = String(start.prefix { !$0.isNewline })
    if matches(line) { throw failure(line, file: database) }
  }

  /// Returns whether a word is a command of `sqlite3`, such as `.tables`, and no path.
  static func matches(_ word: String) -> Bool {
    guard word.first == ".", access(word, F_OK) != 0 else { return false }
    let name = word.dropFirst().prefix { !$0.isWhitespace }
    return !name.isEmpty && name.utf8.allSatisfy { (97...122).contains($0) || $0 == 51 }
  }

  static func failure(_ word: String, file: String?) -> CommandFailure {
    let words = word.split(whereSeparator: \.isWhitespace).map { String($0) }
    return CommandFailure(
      answer(
        to: words[0],
        argument: words.dropFirst().first,
        file: ShellWord.quoted(file ?? "FILE")
      ),
      exitCode: ExitStatus.usage
    )
  }
}

/// The options of the program `sqlite3`, with one dash or two.
enum SQLiteOption {
  /// Returns a sentence for an option that `query` does not have, or nil for all other words.
  static func answer(to word: String) -> String? {
    let name = String(word.drop { $0 == "-" }.prefix { $0 != "=" })
    let format: String
    switch name {
    case "csv", "line", "jsonl", "tsv", "markdown", "insert": format = name
    case "json" where word == "-json": format = name
    case "tabs": format = "tsv"
    case "ascii", "box", "column", "html", "list", "quote", "table": format = "table"
    case "header", "headers", "noheader":
      return "query has no option \(word): the names of the columns always stand above the rows."
    case "readonly", "safe":
      return "query has no option \(word): it changes nothing without --write."
    case "separator", "nullvalue", "newline":
      return "query has no option \(word). The forms of the rows are: --format table, csv, tsv, "
        + "json, jsonl, line, markdown or insert."
    case "cmd", "init", "batch", "bail", "interactive", "echo", "stats":
      return "query has no option \(word): it runs one statement, and has no prompt."
    default: return nil
    }
    return "query has no option \(word). Write: --format \(format)"
  }
}
