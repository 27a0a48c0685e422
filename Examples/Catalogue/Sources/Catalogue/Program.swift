import FoundationEssentials
import Glibc
import StateGraphGTK
import StateGraphSessions

@main
enum Program {
  @MainActor static var options: Options?

  @MainActor
  static func main() {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      if options.installs { return try install() }
      Self.options = options
    } catch let error as UsageError {
      end("\(error)\n\(Options.usage)", EX_USAGE)
    } catch {
      end("\(error)\n", EX_CANTCREAT)
    }
    CatalogueApp.main()
  }

  private static func install() throws {
    let environment = ProcessInfo.processInfo.environment
    let folder = environment["XDG_DATA_HOME"].map { URL(filePath: $0) }
    try Installation(
      folder: folder ?? URL.homeDirectory.appending(path: ".local/share"),
      program: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
    ).perform()
  }

  private static func end(_ message: String, _ code: Int32) -> Never {
    let line = Array("catalogue: \(message)".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(code)
  }
}

struct CatalogueApp: App {
  static let identifier: String? = "org.example.Catalogue"

  var body: Window<some View> {
    Window("Catalogue", width: 1_040, height: 680, opening: Self.open) { library in
      TransducerView(
        restoring: library.session.machine(
          of: Shelf.self,
          env: library.shelves,
          refusal: { library.trouble.wrappedValue = Shelf.sentence(about: $0) }
        )
      ) { state, input in
        CatalogueView(library: library, state: state) { event in
          library.trouble.wrappedValue = nil
          try? input.send(event)
        }
      }
    }
  }

  private static func open() throws -> Library {
    guard let options = Program.options else { throw UsageError("the process has no arguments") }
    let folder = URL(filePath: options.file).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let library = try Library(path: options.file, bookCount: options.bookCount)
    if options.explains { Explanation.print(commitsOf: library.shelves.database) }
    return library
  }
}
