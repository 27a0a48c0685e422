import StateGraphFormats

/// The lines and columns of an input, counted from its first byte by simple rules of this type.
struct TextPlaces {
  /// The place of each byte, by its offset. The last element is the place of the end.
  private var places: [(line: Int, column: Int)] = []

  init(_ bytes: [UInt8]) {
    let markBytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    places = Array(repeating: (1, 1), count: markBytes)
    var (line, column) = (1, 1)
    var previous: UInt8 = 0
    for byte in bytes.dropFirst(markBytes) {
      places.append((line, column))
      if byte == 0x0D || (byte == 0x0A && previous != 0x0D) {
        (line, column) = (line + 1, 1)
      } else if byte != 0x0A, byte & 0xC0 != 0x80 {
        column += 1
      }
      previous = byte
    }
    places.append((line, column))
  }

  /// Returns whether the readers take the bytes unchanged, so that their offsets are those of the
  /// input. This is so unless the input is compressed or can be read as UTF-16.
  static func areCountable(_ bytes: [UInt8]) -> Bool {
    let marks: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF], [0x1F, 0x8B]]
    return !bytes.contains(0) && !marks.contains { bytes.starts(with: $0) }
  }

  func check(_ place: InputPlace?, _ what: @autoclosure () -> String) {
    guard let place else { return require(false, "\(what()) has no place") }
    require(
      (0..<Int64(places.count)).contains(place.byteOffset),
      "\(what()) is at \(place.byteOffset), outside of \(places.count - 1) bytes"
    )
    let expected = places[Int(place.byteOffset)]
    require(
      place.line == expected.line && place.column == expected.column,
      "\(what()) at byte \(place.byteOffset) is \(expected), not \(place.line):\(place.column)"
    )
  }
}
