import ArgumentParser
import Glibc

/// Handles the two ways to name a database apart from the database argument: the option
/// `--database` and the environment variable `STATEGRAPH_DATABASE`. ``Main`` uses it before it
/// parses the command line.
enum NamedDatabase {
  static let variable = "STATEGRAPH_DATABASE"

  /// Inserts the path that the option or the variable names into the words of a command line, as
  /// the first argument of the command.
  ///
  /// The option has priority over the variable. The variable has no effect if one of the words is
  /// the path of an existing database. If neither names a database, or if the command has no
  /// database argument, the result equals `words`.
  ///
  /// - Parameters:
  ///   - words: The words of the command line, without the name of the program.
  ///   - environment: The value of `STATEGRAPH_DATABASE`, or nil if the variable is not set.
  static func inserted(into words: [String], environment: String?) -> [String] {
    let (command, count) = Self.command(of: words)
    guard let command = command as? any DatabaseNamingCommand.Type else { return words }
    let rest = words.dropFirst(count)
    var path = option(in: rest)
    if path == nil, let environment, !environment.isEmpty, command.needsDatabase(rest),
      !rest.contains(where: { !$0.hasPrefix("-") && isDatabase($0) })
    {
      path = environment
    }
    guard let path else { return words }
    return Array(words.prefix(count)) + [path] + rest
  }

  /// Returns the command that the first words name, such as `migrate up`, and how many words name
  /// it.
  static func command(of words: [String]) -> (any ParsableCommand.Type, Int) {
    var command: any ParsableCommand.Type = StateGraphCommand.self
    var count = 0
    while count < words.count,
      let known = command.configuration.subcommands.first(where: {
        $0.configuration.commandName == words[count]
      })
    {
      command = known
      count += 1
    }
    return (command.configuration.defaultSubcommand ?? command, count)
  }

  private static func option(in words: ArraySlice<String>) -> String? {
    for (index, word) in zip(words.indices, words) {
      if word == "--" { return nil }
      if word.hasPrefix("--database=") { return String(word.dropFirst("--database=".count)) }
      if word == "--database", index + 1 < words.endIndex { return words[index + 1] }
    }
    return nil
  }

  /// Returns whether there is a file at this path and it begins with the bytes of a SQLite
  /// database.
  static func isDatabase(_ path: String) -> Bool {
    let magic = Array("SQLite format 3\0".utf8)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var start = [UInt8](repeating: 0, count: magic.count)
    return read(descriptor, &start, start.count) == magic.count && start == magic
  }
}
