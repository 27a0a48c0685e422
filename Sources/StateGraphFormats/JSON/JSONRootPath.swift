/// The path from the top of a JSON document to its records, such as `data.items`.
///
/// The path may begin with `$.`, which means the top of the document. In `v1\.0`, the full stop
/// is part of the key.
package struct JSONRootPath: Sendable, Equatable {
  package let keys: [[UInt8]]

  package init(_ text: String) {
    var rest = Array(text.utf8)[...]
    if rest.first == UInt8(ascii: "$"), rest.count == 1 || rest.dropFirst().first == Self.stop {
      rest = rest.dropFirst(2)
    }
    guard !rest.isEmpty else {
      keys = []
      return
    }
    var keys: [[UInt8]] = [[]]
    var isEscaped = false
    for byte in rest {
      if !isEscaped, byte == UInt8(ascii: "\\") {
        isEscaped = true
        continue
      }
      if !isEscaped, byte == Self.stop {
        keys.append([])
      } else {
        keys[keys.count - 1].append(byte)
      }
      isEscaped = false
    }
    self.keys = keys
  }

  private static let stop = UInt8(ascii: ".")
}

/// The key of a record and the position of that key in the input.
///
/// Records have keys only if they are the members of one object, such as `{"7": {…}, "8": {…}}`.
package struct JSONRecordKey: Sendable, Equatable {
  package let text: String
  package let place: TextPlace

  package init(text: String, place: TextPlace) {
    (self.text, self.place) = (text, place)
  }
}
