#if GTK
import CGTK

/// The pixels of a PNG file. Two pictures are equal if they have the same size and the same pixels.
public struct TestPicture: Equatable, Sendable, CustomStringConvertible {
  public let width: Int
  public let height: Int
  private let pixels: [UInt8]

  /// Reads a PNG file.
  ///
  /// - Throws: ``TestPictureError`` if the file is not a picture.
  public init(contentsOf path: String) throws {
    guard let texture = gdk_texture_new_from_filename(path, nil) else {
      throw TestPictureError(path: path)
    }
    defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
    width = Int(gdk_texture_get_width(texture))
    height = Int(gdk_texture_get_height(texture))
    let bytesPerRow = 4 * width
    var pixels = [UInt8](repeating: 0, count: bytesPerRow * height)
    gdk_texture_download(texture, &pixels, gsize(bytesPerRow))
    self.pixels = pixels
  }

  /// Whether the picture is as large as another one.
  public func hasSize(of other: TestPicture) -> Bool {
    width == other.width && height == other.height
  }

  /// Whether a pixel has this colour. Each part is from 0 to 255.
  public func contains(red: UInt8, green: UInt8, blue: UInt8) -> Bool {
    // GDK stores the parts of a pixel in this order.
    stride(from: 0, to: pixels.count, by: 4).contains { start in
      pixels[start] == blue && pixels[start + 1] == green && pixels[start + 2] == red
    }
  }

  /// The size, because a failed test should not print the pixels.
  public var description: String { "a picture of \(width) x \(height) pixels" }
}

/// The file at `path` is not a picture.
public struct TestPictureError: Error {
  public let path: String
}

#endif
