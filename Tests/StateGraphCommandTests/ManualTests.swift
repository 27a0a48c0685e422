import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@Suite("Manual and completions") struct ManualTests {
  @Test func `the pages and completion scripts agree with the command's help`() throws {
    let result = try CommandScene().shell(
      "python3 \"\(PackageRoot.path)/Scripts/manual\" --check \"$stategraph\""
    )
    #expect(result.status == 0, "Run Scripts/manual: \(result.output)")
  }

  @Test func `every page is set without a warning`() throws {
    let result = try CommandScene().shell(
      """
      command -v groff > /dev/null || { echo "groff is missing: apt-get install groff-base" >&2; exit 1; }
      groff -man -ww -z -Kutf8 -Tutf8 "\(PackageRoot.path)"/Manual/*.[157]
      """
    )
    #expect(result.status == 0)
    #expect(result.errors.isEmpty, "\(result.errors)")
  }

  @Test func `a page tells every exit status`() throws {
    let text = try String(
      contentsOfFile: PackageRoot.path + "/Manual/stategraph-import.1",
      encoding: .utf8
    )
    for code in [0, 1, 64, 65, 66, 70, 73, 74, 75, 77, 78] {
      #expect(text.contains("\n.TP\n\\fB\(code)\\fR\n"), "\(code)")
    }
  }

  @Test(
    "bash completes commands, options, values and files",
    arguments: [
      ("im", "import"), ("import --dang", "--dangling"), ("import --dangling k", "keep"),
      ("import scene.sqlite us", "users.csv"),
    ]
  )
  func bash(words: String, completion: String) throws {
    let scene = try CommandScene()
    try scene.directory.write("", to: "users.csv")
    try scene.directory.write("", to: "users.png")
    let result = try scene.shell(
      """
      exec bash -c '
        source "\(PackageRoot.path)/Completions/stategraph.bash"
        COMP_WORDS=(stategraph \(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        COMP_LINE="stategraph \(words)"; COMP_POINT=${#COMP_LINE}
        _stategraph stategraph "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf "%s\\n" "${COMPREPLY[@]}"'
      """
    )
    #expect(result.output.split(separator: "\n").contains("\(completion)"), "\(result)")
    #expect(!result.output.contains("users.png"))
  }

  /// The examples of the page about mappings: the tables, the input and the mapping.
  private func mappingExamples() throws -> [String] {
    let page = try String(
      contentsOfFile: PackageRoot.path + "/Manual/stategraph-mapping.5",
      encoding: .utf8
    )
    return page.matches(of: /\n\.EX\n((?:.|\n)*?)\n\.EE/).map {
      String($0.1).replacing("\\-", with: "-")
    }
  }

  @Test func `the examples of the page about mappings have the described results`() throws {
    let scene = try CommandScene()
    let examples = try mappingExamples()
    try #require(examples.count == 3)
    let location = try DatabaseLocation(path: scene.database)
    try WriterConnection.open(location).runScript(examples[0]) { _ in }
    let file = try scene.directory.write(examples[1] + "\n", to: "posts.csv")
    let mapping = try scene.directory.write(examples[2], to: "mapping.json")
    let result = try scene.run("import", scene.database, file, "--mapping", mapping)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors == "")
    let tags = "SELECT group_concat(tag_name) FROM post_tags WHERE post_id = id"
    let sql = "SELECT *, (\(tags)) FROM posts"
    #expect(
      try scene.run("query", scene.database, sql, "--format", "csv").output.split(separator: "\n")
        .dropFirst() == [
          #"1,Hallo,de,Ada,Lovelace,2026-12-24T18:30:00Z,9.5,"sql,swift""#,
          "2,Welt,de,Grace,Hopper,2026-02-01T07:00:00Z,,",
        ]
    )
  }

  @Test func `every member of a mapping is on its page`() throws {
    let page = try String(
      contentsOfFile: PackageRoot.path + "/Manual/stategraph-mapping.5",
      encoding: .utf8
    )
    let scene = try CommandScene.samples()
    let file = try scene.directory.write("id\n1\n", to: "users.csv")
    let mapping = try scene.directory.write(#"{"users": {"zzz": 1}}"#, to: "mapping.json")
    let errors = try scene.run("import", scene.database, file, "--mapping", mapping).errors
    let known = errors.drop { $0 != "." }.matches(of: /"([a-z]+)"/).map { String($0.1) }
      .filter { $0 != "zzz" }
    #expect(known.count == 7, "\(errors)")
    for member in known { #expect(page.contains("\\fB\(member)\\fR: "), "\(member)") }
  }
}
