#if GTK
import CGTK
import Foundation

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

  /// Reads the file in which Xvfb keeps the pixels of a screen. It has the format of `xwd`.
  ///
  /// - Throws: ``TestPictureError`` if the file is no such file.
  init(screenDump path: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    func number(_ index: Int) -> Int {
      var number = 0
      for byte in bytes[(4 * index)..<(4 * index + 4)] { number = number << 8 | Int(byte) }
      return number
    }
    guard bytes.count > 100, number(1) == 7 else { throw TestPictureError(path: path) }
    let (start, bytesPerLine) = (number(0) + 12 * number(19), number(12))
    (width, height) = (number(4), number(5))
    guard start + bytesPerLine * height <= bytes.count, 4 * width <= bytesPerLine else {
      throw TestPictureError(path: path)
    }
    var pixels: [UInt8] = []
    for line in 0..<height {
      let first = start + line * bytesPerLine
      pixels += bytes[first..<(first + 4 * width)]
    }
    self.pixels = pixels
  }

  /// Returns a part of the picture.
  public func part(x: Int, y: Int, width: Int, height: Int) -> TestPicture {
    var lines: [UInt8] = []
    for line in y..<(y + height) {
      let start = 4 * (line * self.width + x)
      lines += pixels[start..<(start + 4 * width)]
    }
    return TestPicture(width: width, height: height, pixels: lines)
  }

  private init(width: Int, height: Int, pixels: [UInt8]) {
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// The mean brightness of the pixels, from 0 to 1.
  public var brightness: Double {
    var sum = 0
    for start in stride(from: 0, to: pixels.count, by: 4) {
      sum += Int(pixels[start]) + Int(pixels[start + 1]) + Int(pixels[start + 2])
    }
    return Double(sum) / Double(max(1, pixels.count / 4 * 3 * 255))
  }

  /// Writes the picture to a PNG file. Returns false if it cannot be written.
  public func save(to path: String) -> Bool {
    // Xvfb does not set the fourth byte of a pixel.
    var opaque = pixels
    for start in stride(from: 3, to: opaque.count, by: 4) { opaque[start] = 255 }
    let bytes = g_bytes_new(opaque, gsize(opaque.count))
    defer { g_bytes_unref(bytes) }
    guard
      let texture = gdk_memory_texture_new(
        Int32(width),
        Int32(height),
        GDK_MEMORY_B8G8R8A8,
        bytes,
        gsize(4 * width)
      )
    else { return false }
    defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
    return gdk_texture_save_to_png(texture, path) != 0
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
