import Foundation

// embed-page FOLDER OUTPUT FILE ...
// Writes OUTPUT, a Swift file that contains the page of FOLDER, each file as a StaticString.
//
// A browser needs some milliseconds for each request. So the style sheets become one file, and so do
// the modules that main.js imports. Scripts/studio-rules checks that this is possible: no two modules
// declare the same name, and no text would end a literal or has a meaning in it.

let arguments = CommandLine.arguments
var files: [String: String] = [:]
for file in arguments[3...] {
  let path = String(file.dropFirst(arguments[1].count))
  files[path] = try String(contentsOfFile: file, encoding: .utf8)
}

/// The modules that a module needs, in the order in which a browser would run them, in one text.
struct Bundle {
  let files: [String: String]
  private(set) var text = ""
  private var added: Set<String> = []

  init(_ files: [String: String]) { self.files = files }

  mutating func add(module path: String) {
    guard added.insert(path).inserted, let module = files[path] else { return }
    for found in module.matches(of: /(?m)^import [^;]*?"\.(\/[a-z-]+\.js)";\n/) {
      add(module: "/scripts" + found.1)
    }
    text += module.replacing(/(?m)^import [^;]*;\n/, with: "").replacing(/(?m)^export\s/, with: "")
  }
}

var bundle = Bundle(files)
bundle.add(module: "/scripts/main.js")
files = files.filter { path, _ in
  // The worker of the page is a module of its own.
  !path.hasPrefix("/scripts/") || ["/scripts/worker.js", "/scripts/stream.js"].contains(path)
}
files["/scripts/main.js"] = bundle.text

let page = files["/index.html"] ?? ""
let sheets = page.matches(of: /(?m)^ *<link rel="stylesheet" href="([^"]+)">\n/)
let styles = sheets.map { files[String($0.1)] ?? "" }.joined()
for sheet in sheets { files[String(sheet.1)] = nil }
if let first = sheets.first { files[String(first.1)] = styles }
files["/index.html"] = sheets.dropFirst().reduce(page) { $0.replacing($1.0, with: "") }

var text = """
  /// The files of the page that the program contains.
  package enum EmbeddedPage {
    package static let files: [StudioAsset] = [

  """
for (path, content) in files.sorted(by: { $0.key < $1.key }) {
  text += "    StudioAsset(path: \"\(path)\", content: #\"\"\"\n"
  text += content + "\n\"\"\"#),\n"
}
text += "  ]\n}\n"
// A file with a new time would be compiled again.
if (try? String(contentsOfFile: arguments[2], encoding: .utf8)) != text {
  try text.write(toFile: arguments[2], atomically: true, encoding: .utf8)
}
