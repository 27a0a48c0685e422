/// A file of the page, which the program contains.
package struct StudioAsset: Sendable {
  /// The path in the address, such as `/studio.css`. The page itself has the path `/`.
  package let path: String
  package let content: StaticString

  package init(path: String, content: StaticString) {
    (self.path, self.content) = (path, content)
  }

  var bytes: [UInt8] {
    content.withUTF8Buffer { Array($0) }
  }
}
