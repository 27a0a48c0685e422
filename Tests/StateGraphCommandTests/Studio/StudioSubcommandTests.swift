import Foundation
import TestSupport
import Testing

/// The tests put a script in place of `stategraph-studio`, which prints its arguments.
@Suite("The subcommand studio")
struct StudioSubcommandTests {
  @Test func `the program beside the command runs, and has priority over one in PATH`() throws {
    let result = try CommandScene().shell(
      """
      mkdir beside path
      cp "$stategraph" beside/stategraph
      cat > beside/stategraph-studio <<'END'
      #!/bin/sh
      for word in "$@"; do echo "<$word>"; done
      END
      printf '#!/bin/sh\\necho path\\n' > path/stategraph-studio
      chmod +x beside/stategraph-studio path/stategraph-studio
      PATH="$PWD/path:$PATH" beside/stategraph studio --write --port 80 --log -- -app.sqlite
      """
    )
    #expect(result.status == 0)
    #expect(result.output == "<--write>\n<--port>\n<80>\n<--log>\n<-->\n<-app.sqlite>\n")
  }

  @Test func `without the program, the message says how to build it`() throws {
    let result = try CommandScene().shell(
      """
      mkdir alone
      cp "$stategraph" alone/stategraph
      PATH=/nowhere alone/stategraph studio app.sqlite
      """
    )
    #expect(result.status == 66)
    #expect(result.errors.contains("stategraph-studio was not found"))
    #expect(result.errors.contains("trait Studio"))
  }
}
