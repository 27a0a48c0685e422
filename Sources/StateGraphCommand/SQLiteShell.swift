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
    } else if command is any DatabaseCommand.Type, let shell = rest.first(where: DotCommand.matches)
    {
      throw DotCommand.failure(shell, file: file(in: rest))
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

  // MARK: - A file without a command

  private static func checkWithoutCommand(_ words: [String]) throws(CommandFailure) {
    let operands = words.filter { !$0.hasPrefix("-") }
    guard let first = operands.first else { return }
    if DotCommand.matches(first) { throw DotCommand.failure(first, file: nil) }
    if isStatement(first) {
      let file = operands.dropFirst().first { access($0, F_OK) == 0 } ?? "FILE"
      throw wrongUsage("SQL runs with: stategraph query \(ShellWord.quoted(file)) \"SELECT …\"")
    }
    guard access(first, F_OK) == 0 || isNameOfDatabase(first) else { return }
    let file = ShellWord.quoted(first)
    if let shell = operands.dropFirst().first(where: DotCommand.matches) {
      throw DotCommand.failure(shell, file: first)
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
    if let shell = words.first(where: DotCommand.matches) {
      throw DotCommand.failure(shell, file: file(in: words))
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
          "Studio has no --\(name): the address that it prints works once, for its reader."
        )
      default: continue
      }
    }
  }

  // MARK: - Words

  private static func wrongUsage(_ message: String) -> CommandFailure {
    CommandFailure(message, exitCode: ExitStatus.usage)
  }

  /// Returns the word that names the database: the first one that is no option.
  private static func file(in words: [String]) -> String? {
    words.first {
      !$0.hasPrefix("-") && !DotCommand.matches($0) && !isStatement($0) && !isKeyword($0)
    }
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
