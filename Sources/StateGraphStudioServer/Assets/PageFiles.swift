import Glibc

/// Returns the files of the page by their paths in addresses.
package enum PageFiles: Sendable {
  /// The files that the program contains.
  case embedded([StudioAsset])
  /// The files of a folder, which are read for each request. Only for the development of the page.
  case folder(String)

  /// The largest file of a folder that is read.
  private static let limit = 4 << 20

  /// Returns the bytes and the media type of a file, or nil if there is no such file.
  package func file(_ path: String) -> (bytes: [UInt8], type: String)? {
    let path = path.utf8.elementsEqual("/".utf8) ? "/index.html" : path
    guard let type = PageFiles.mediaType(path) else { return nil }
    switch self {
    case .embedded(let assets):
      guard let asset = assets.first(where: { $0.path.utf8.elementsEqual(path.utf8) }) else {
        return nil
      }
      return (asset.bytes, type)
    case .folder(let folder):
      return PageFiles.read(folder + path).map { ($0, type) }
    }
  }

  /// Returns the type of a file, or nil for a path with anything but plain names, which could leave
  /// the folder.
  private static func mediaType(_ path: String) -> String? {
    guard path.utf8.first == UInt8(ascii: "/"), !path.contains("//"), !path.contains("/."),
      path.utf8.allSatisfy({ byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "/-_.".utf8.contains(byte)
        }
      })
    else { return nil }
    switch path.split(separator: ".").last {
    case "html": return "text/html; charset=utf-8"
    case "css": return "text/css; charset=utf-8"
    case "js", "mjs": return "text/javascript; charset=utf-8"
    default: return nil
    }
  }

  private static func read(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return count == 0 ? bytes : nil }
      bytes.append(contentsOf: buffer[..<count])
    }
    return nil
  }
}

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
