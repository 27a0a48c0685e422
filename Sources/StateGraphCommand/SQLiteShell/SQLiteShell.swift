import ArgumentParser
import Glibc
import StateGraphFormats
import StateGraphTools

/// Answers a command line as one writes it for the program `sqlite3`, with the command that does
/// the same.
///
/// The words of an answer can name commands and options of this program and of others, so the
/// tests of options leave out this folder.
enum SQLiteShell {
  /// Checks the words of the command line for those that the argument parser would call unexpected.
  /// ``Main`` calls this function before it parses the command line.
  ///
  /// - Parameter words: The words of the command line, without the name of the program.
  /// - Throws: ``CommandFailure`` with the sentence that names the mistake.
  static func check(_ words: [String]) throws(CommandFailure) {
    let (command, count) = NamedDatabase.command(of: words)
    let rest = Array(words.dropFirst(count))
    guard !rest.contains(where: { ["-h", "--help", "help"].contains($0) }) else { return }
    if count == 0 {
      try checkWithoutCommand(rest)
    } else if command is QueryCommand.Type {
      try checkQuery(rest)
    } else if command is StudioCommand.Type {
      try checkStudio(rest)
    } else if command is any DatabaseCommand.Type, let shell = rest.first(where: isDotCommand) {
      throw failure(dotCommand: shell, file: file(in: rest))
    }
  }

  /// Checks whether the database of a parsed command is another word, because the user has swapped
  /// them, as in `stategraph query "SELECT 1" library.sqlite`.
  ///
  /// - Parameters:
  ///   - command: The parsed command.
  ///   - words: The words of the command line, without the name of the program.
  static func checkOrder(
    of command: any ParsableCommand,
    _ words: [String]
  ) throws(CommandFailure) {
    guard let database = (command as? any DatabaseCommand)?.database,
      access(database, F_OK) != 0 || (command is ImportCommand && !isEmptyOrDatabase(database)),
      let found = words.first(where: { $0 != database && NamedDatabase.isDatabase($0) })
    else { return }
    let name = type(of: command).configuration.commandName ?? ""
    throw wrongUsage(
      "\(ShellWord.quoted(database)) is no database, and \(ShellWord.quoted(found)) is one. The "
        + "database comes first: stategraph \(name) \(ShellWord.quoted(found)) "
        + (isStatement(database) ? "\"SELECT …\"" : ShellWord.quoted(database))
    )
  }

  /// Checks SQL that a user typed, also in a file, for a command of `sqlite3`.
  static func check(sql: String, of database: String) throws(CommandFailure) {
    let start = sql.drop { $0.isWhitespace }
    guard start.first == "." else { return }
    let line = start.prefix { !$0.isNewline }
    guard isDotCommand(String(line)) else { return }
    throw failure(dotCommand: String(line), file: database)
  }

  // MARK: - A file without a command

  private static func checkWithoutCommand(_ words: [String]) throws(CommandFailure) {
    let operands = words.filter { !$0.hasPrefix("-") }
    guard let first = operands.first else { return }
    if isDotCommand(first) { throw failure(dotCommand: first, file: nil) }
    if isStatement(first) {
      let file = operands.dropFirst().first { access($0, F_OK) == 0 } ?? "FILE"
      throw wrongUsage("SQL runs with: stategraph query \(ShellWord.quoted(file)) \"SELECT …\"")
    }
    guard access(first, F_OK) == 0 || isNameOfDatabase(first) else { return }
    let file = ShellWord.quoted(first)
    if let shell = operands.dropFirst().first(where: isDotCommand) {
      throw failure(dotCommand: shell, file: first)
    }
    let second = operands.dropFirst().first ?? ""
    let names = StateGraphCommand.configuration.subcommands.map { $0.configuration.commandName }
    if names.contains(second) {
      throw wrongUsage("The command comes first: stategraph \(second) \(file)")
    }
    if isStatement(second) || isKeyword(second) {
      throw wrongUsage("SQL runs with: stategraph query \(file) \"SELECT …\"")
    }
    throw wrongUsage(
      "Say what to do with \(file): stategraph inspect \(file) shows its tables, stategraph query "
        + "\(file) \"SELECT …\" runs SQL, and stategraph studio \(file) opens it in a browser."
    )
  }

  // MARK: - Query

  private static func checkQuery(_ words: [String]) throws(CommandFailure) {
    if let shell = words.first(where: isDotCommand) {
      throw failure(dotCommand: shell, file: file(in: words))
    }
    for (word, next) in zip(words, words.dropFirst()) where !next.hasPrefix("-") {
      let file = ShellWord.quoted(file(in: words) ?? "FILE")
      if isKeyword(word) {
        throw wrongUsage(
          "The statement needs quotes, so that the shell passes it as one word: stategraph query "
            + "\(file) \"\(word) …\""
        )
      }
      guard isStatement(word) else { continue }
      if access(next, F_OK) == 0 || isNameOfDatabase(next) {
        throw wrongUsage(
          "The database comes first: stategraph query \(ShellWord.quoted(next)) \"SELECT …\""
        )
      }
      throw wrongUsage(
        "The shell ends the statement at its inner quotes, before \(printable(next)). Write a text "
          + "in single quotes within double quotes: stategraph query \(file) \"SELECT … WHERE name "
          + "= 'Ada'\""
      )
    }
    for word in words where word.hasPrefix("-") {
      guard let answer = SQLiteOption.answer(to: word) else { continue }
      throw wrongUsage(answer)
    }
  }

  // MARK: - Studio

  private static func checkStudio(_ words: [String]) throws(CommandFailure) {
    for word in words where word.hasPrefix("--") {
      let name = word.dropFirst(2).prefix { $0 != "=" }
      switch name {
      case "host", "hostname", "bind", "address", "listen", "ip", "public":
        throw wrongUsage(
          "Studio has no --\(name): it answers only this machine, so that nobody else reads the "
            + "file. From another machine, use an SSH tunnel: ssh -L 8080:127.0.0.1:8080 HOST, "
            + "with --port 8080."
        )
      case "read-only", "readonly", "immutable":
        throw wrongUsage("Studio has no --\(name): it changes nothing without --write.")
      case "open", "browser", "no-open", "no-browser":
        throw wrongUsage(
          "Studio has no --\(name): it starts no browser. Open the address that it prints."
        )
      case "password", "token", "auth", "user":
        throw wrongUsage(
          "Studio has no --\(name): the address that it prints works once, for the one who reads it."
        )
      default: continue
      }
    }
  }

  // MARK: - Words

  private static func wrongUsage(_ message: String) -> CommandFailure {
    CommandFailure(message, exitCode: ExitStatus.usage)
  }

  private static func failure(dotCommand word: String, file: String?) -> CommandFailure {
    let words = word.split(whereSeparator: \.isWhitespace).map { String($0) }
    return wrongUsage(
      DotCommand.answer(
        to: words[0],
        argument: words.dropFirst().first,
        file: ShellWord.quoted(file ?? "FILE")
      )
    )
  }

  /// Returns the word that names the database: the first one that is no option.
  private static func file(in words: [String]) -> String? {
    words.first { !$0.hasPrefix("-") && !isDotCommand($0) && !isStatement($0) && !isKeyword($0) }
  }

  /// Returns whether a word is a command of `sqlite3`, such as `.tables`, and no path.
  private static func isDotCommand(_ word: String) -> Bool {
    guard word.first == ".", access(word, F_OK) != 0 else { return false }
    let name = word.dropFirst().prefix { !$0.isWhitespace }
    return !name.isEmpty && name.utf8.allSatisfy { (97...122).contains($0) || $0 == 51 }
  }

  private static let keywords = [
    "select", "insert", "update", "delete", "with", "pragma", "explain", "create", "drop", "alter",
    "values", "replace", "attach", "begin", "vacuum", "analyze", "reindex",
  ]

  /// Returns whether a word alone begins a statement, because the shell has split the statement.
  private static func isKeyword(_ word: String) -> Bool {
    keywords.contains(FoldedName.fold(word)) && access(word, F_OK) != 0
  }

  /// Returns whether a word is a statement of several words.
  private static func isStatement(_ word: String) -> Bool {
    let parts = word.split(whereSeparator: \.isWhitespace)
    return parts.count > 1 && isKeyword(String(parts[0]))
  }

  private static func isNameOfDatabase(_ word: String) -> Bool {
    [".sqlite", ".sqlite3", ".db", ".db3"].contains { word.lowercased().hasSuffix($0) }
  }

  private static func isEmptyOrDatabase(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0
      && (information.st_size == 0 || NamedDatabase.isDatabase(path))
  }
}
