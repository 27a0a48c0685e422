// The collation `date` compares each text by its normal form. For the text of a date in any form
// that `DateText` reads, the normal form is the text that `DateText` writes. Any other text is its
// own normal form. Sorting the normal forms sorts the dates.

extension RowCell {
  /// Whether this text is its own normal form: a date as ``DateText`` writes it, or no date.
  package var isNormalDate: Bool {
    if isPlainDate { return true }
    guard let seconds = DateText.seconds(of: buffer) else { return true }
    return RowCell.normalDate(seconds).utf8.elementsEqual(buffer)
  }

  /// The normal form of this text, or nil if the text is its own normal form.
  package var normalDate: String? {
    guard !isPlainDate, let seconds = DateText.seconds(of: buffer) else { return nil }
    let normal = RowCell.normalDate(seconds)
    return normal.utf8.elementsEqual(buffer) ? nil : normal
  }

  /// Whether this text certainly is the normal form of a date, because it has the form
  /// `2026-03-01 09:30:00` with at most three digits of a fraction, and a day that every month has.
  /// False for some other normal forms.
  private var isPlainDate: Bool {
    let text = buffer
    guard text.count == 19 || (21...23).contains(text.count), text[10] == UInt8(ascii: " "),
      text.count == 19 || text[19] == UInt8(ascii: ".") && text[text.count - 1] != UInt8(ascii: "0")
    else { return false }
    for (index, byte) in text.enumerated() {
      switch index {
      case 4, 7: guard byte == UInt8(ascii: "-") else { return false }
      case 13, 16: guard byte == UInt8(ascii: ":") else { return false }
      case 10, 19: continue
      default: guard 0x30...0x39 ~= byte else { return false }
      }
    }
    let number = { (index: Int) in Int(text[index] - 0x30) * 10 + Int(text[index + 1] - 0x30) }
    return 1...12 ~= number(5) && 1...28 ~= number(8) && number(11) < 24 && number(14) < 60
      && number(17) < 60
  }

  private static func normalDate(_ seconds: Double) -> String { DateText(seconds)?.text ?? "" }

  func compareDates(_ other: RowCell) -> Int {
    if isPlainDate, other.isPlainDate { return compareBytes(other) }
    let (date, otherDate) = (DateText.seconds(of: buffer), DateText.seconds(of: other.buffer))
    if let date, let otherDate { return RowCell.compare(date, with: otherDate) }
    guard date != nil || otherDate != nil else { return compareBytes(other) }
    let (text, otherText) = (normalDate, other.normalDate)
    return RowCell.withText(text, or: self) { normal in
      RowCell.withText(otherText, or: other) { normal.compareBytes($0) }
    }
  }

  @usableFromInline
  func hashDate(into hasher: inout KeyHasher) {
    let normal = normalDate
    RowCell.withText(normal, or: self) { $0.hashKey(into: &hasher) }
  }

  /// Calls `body` with a cell that contains `text`, or with `cell` if `text` is nil.
  private static func withText<Result>(
    _ text: String?,
    or cell: RowCell,
    body: (RowCell) -> Result
  ) -> Result {
    guard var normal = text else { return body(cell) }
    return normal.withUTF8 { bytes in
      body(
        RowCell(storageClass: .text, bits: 0, bytes: bytes.baseAddress, byteCount: bytes.count)
      )
    }
  }
}

extension SQLiteValue {
  /// This value, or the normal form of a text that is a date.
  package var withNormalDate: SQLiteValue {
    guard case .text = self else { return self }
    return withCell { $0.normalDate }.map { .text($0) } ?? self
  }
}
