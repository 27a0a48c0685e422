import ArgumentParser
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import StateGraphTools

struct InferCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "infer",
    abstract: "Writes a migration that creates tables for the records of files.",
    discussion: """
      Reads every record of all files. Files of the same name, or with --table, are one table. The \
      types store all values without loss, the keys have the names or the form of keys, and the \
      references are complete; comments give the reasons. The migration is not applied: read and \
      edit the file, then run migrate up and import.

      Example: stategraph infer users.csv posts.json --migrations Migrations
      """
  )

  @Argument(
    help: "Files to read, or directories of files; - for standard input.",
    completion: .file(extensions: ["csv", "tsv", "tab", "json", "jsonl", "ndjson"])
  )
  var files: [String]

  @OptionGroup var folder: MigrationsFolder

  @Option(help: "The name of the migration (default: create_ and the tables, or their number).")
  var name: String?

  @OptionGroup var records: RecordOptions

  @Option(
    help: """
      What to do with a record that cannot be read: abort, or leave it out with reject or skip, as \
      an import with the same option does.
      """
  )
  var onError = ErrorPolicy.abort

  @Flag(help: "Print the SQL instead of writing a file.")
  var dryRun = false

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if files.isEmpty { throw ValidationError("Name at least one file to read.") }
  }

  func run() throws {
    do {
      let schema = try records.inference(files.map(records.input), onError: onError).run()
      var path: String?
      if !dryRun {
        let author = MigrationAuthor(directory: folder.migrations)
        path = try author.write(titled: name ?? schema.migrationTitle, sql: schema.sql)
      }
      try report(schema, path: path)
    } catch let error as ImportError {
      throw CommandFailure(error, database: "", signal: nil)
    } catch let error as DatabaseError {
      throw CommandFailure(error, database: folder.migrations, creating: true)
    }
  }

  private func report(_ schema: InferredSchema, path: String?) throws {
    if json {
      let tables = schema.tables.map { table -> JSONOutput in
        .object([
          ("name", .string(table.name)), ("columns", .strings(table.columns)),
          ("primaryKey", .strings(table.primaryKey)), ("records", .integer(table.records)),
        ])
      }
      return try CommandOutput.object(
        "infer",
        members: [
          ("file", path.map { .string($0) } ?? .null), ("tables", .array(tables)),
          ("warnings", .strings(schema.warnings)), ("sql", .string(schema.sql)),
        ]
      )
    }
    for warning in schema.warnings { try CommandOutput.note("warning: \(warning).") }
    guard let path else { return try CommandOutput.script(schema.sql) }
    try CommandOutput.line(path)
    for table in schema.tables {
      let records = table.records > 0 ? "\(Quantity(table.records, of: "record")), " : ""
      try CommandOutput.note(
        "\(table.name): \(records)\(Quantity(table.columns.count, of: "column"))"
      )
      try CommandOutput.note(table.keyDecision)
    }
    try CommandOutput.note("Read and edit the file, then run: stategraph migrate up DATABASE")
  }
}

extension InferredSchema.Table {
  /// The primary key with its reason, for the terminal.
  var keyDecision: String {
    let key = primaryKey.joined(separator: ", ")
    return TerminalText.oneLine(
      "\(name): key \(key)" + (keyReason.isEmpty ? "" : " (\(keyReason))")
    )
  }
}

extension InferredSchema {
  /// The default title of the migration that `infer` writes: the names of the tables, or the number
  /// of tables if there are more than three.
  var migrationTitle: String {
    guard tables.count <= 3 else { return "create_\(tables.count)_tables" }
    return "create_" + tables.map(\.name).joined(separator: "_")
  }
}
