import Foundation

// embed-page FOLDER OUTPUT FILE ...
// Writes OUTPUT, a Swift file that contains the named files of FOLDER, each as a StaticString.
// Scripts/studio-rules permits no text in these files that would end a literal or has a meaning in it.

let arguments = CommandLine.arguments
let folder = arguments[1]
var text = """
  /// The files of the page that the program contains.
  package enum EmbeddedPage {
    package static let files: [StudioAsset] = [

  """
for file in arguments[3...] {
  let content = try String(contentsOfFile: file, encoding: .utf8)
  text += "    StudioAsset(path: \"\(file.dropFirst(folder.count))\", content: #\"\"\"\n"
  text += content + "\n\"\"\"#),\n"
}
text += "  ]\n}\n"
// A file with a new time would be compiled again.
if (try? String(contentsOfFile: arguments[2], encoding: .utf8)) != text {
  try text.write(toFile: arguments[2], atomically: true, encoding: .utf8)
}
