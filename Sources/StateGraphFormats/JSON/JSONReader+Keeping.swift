extension JSONReader {
  /// Everything since the kept value began, up to the cursor; empty when nothing is kept.
  var keptBytes: UnsafeRawBufferPointer {
    guard let keptStart else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(start: source.bytes + keptStart, count: cursor - keptStart)
  }

  /// Forgets the kept value, and keeps the next one from its first byte on.
  func keepNextValue() {
    keptStart = nil
    keptPlace = nil
    keepsNextValue = true
  }

  func keepNothing() {
    keptStart = nil
    keptPlace = nil
    keepsNextValue = false
  }

  func keepFromHere() {
    keepsNextValue = false
    keptStart = tokenStart
    keptPlace = tokenPlace
  }

  /// Gives up on the kept value and goes on at the end of the line on which it began, as if a
  /// top-level value had ended there. `keptBytes` holds that line's rest afterwards.
  ///
  /// Call only when `keptStart != nil` and one line holds one top-level value.
  func abandonLine() throws(ImportError) {
    guard let start = keptStart, let place = keptPlace else { return }
    openContainers.removeAll()
    isInObject = false
    openCount = 0
    expectation = .document
    cursor = start
    tokenStart = start
    line = Int(place.line)
    while true {
      let byte = source.bytes[cursor]
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { break }
      if cursor < source.count {
        cursor += 1
      } else if try !refillToken() {
        break
      }
    }
    isAtToken = true
  }
}
