import Foundation
import TestSupport
import Testing

@Suite("Manual and completions") struct ManualTests {
  @Test func `the pages and scripts are what the command says today`() throws {
    let result = try CommandScene().shell(
      "python3 \"\(PackageRoot.path)/Scripts/manual\" --check \"$stategraph\""
    )
    #expect(result.status == 0, "Run Scripts/manual: \(result.output)")
  }

  @Test func `every page is set without a warning`() throws {
    let result = try CommandScene().shell(
      """
      command -v groff > /dev/null || { echo "groff is missing: apt-get install groff-base" >&2; exit 1; }
      groff -man -ww -z -Kutf8 -Tutf8 "\(PackageRoot.path)"/Manual/*.1
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
}
