extension JSONValue.Content {
  /// Creates a number from its text. Nil if the text is not a number in JSON.
  package init?(number text: String) {
    if let integer = Int64(text), String(integer) == text {
      self = .integer(integer)
      return
    }
    var rest = Array(text.utf8)[...]
    func skip(_ bytes: String) -> Bool {
      guard let first = rest.first, bytes.utf8.contains(first) else { return false }
      rest.removeFirst()
      return true
    }
    func digits() -> ArraySlice<UInt8> {
      let digits = rest.prefix { $0 &- UInt8(ascii: "0") < 10 }
      rest = rest.dropFirst(digits.count)
      return digits
    }
    _ = skip("-")
    let whole = digits()
    guard whole.count == 1 || whole.count > 1 && whole.first != UInt8(ascii: "0") else {
      return nil
    }
    if skip("."), digits().isEmpty { return nil }
    if skip("eE") {
      _ = skip("+-")
      if digits().isEmpty { return nil }
    }
    guard rest.isEmpty else { return nil }
    if let real = Double(text), real.description.utf8.elementsEqual(text.utf8) {
      self = .real(real)
    } else {
      self = .number(text)
    }
  }
}
