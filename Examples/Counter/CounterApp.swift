#if GTK
import Glibc
import StateGraphGTK

/// An app with one window. Each of its pages shows the example of one article about presentation.
///
///     counter [--pictures FOLDER] [LINK]
///
/// With `--pictures`, the app shows one page after the other, writes a picture of each to the
/// folder, and ends. A link such as `counter://account/login` chooses the page, also from a second
/// process.
@main
struct CounterApp: App {
  static let identifier: String? = pictureFolder == nil ? "org.example.StateGraphCounter" : nil

  private let pages = Pages()

  func open(_ link: Link) {
    if let route = CounterRoute(link) { pages.show(route) }
  }

  var body: Window<some View> {
    Window("Counter", width: 680, height: 440) {
      PagesView(pages: pages).task {
        guard let folder = Self.pictureFolder else { return }
        await pages.writePictures(to: folder)
      }
    }
  }

  private static var pictureFolder: String? {
    let words = CommandLine.arguments
    return words.firstIndex(of: "--pictures").flatMap { words.dropFirst($0 + 1).first }
  }
}

#else
import Glibc

@main
enum CounterApp {
  static func main() {
    let line = Array("The counter needs GTK: swift run --traits GTK counter\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(EX_UNAVAILABLE)
  }
}

#endif
