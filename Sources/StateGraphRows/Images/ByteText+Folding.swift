extension ByteText {
  /// Creates the form that all spellings of a name have in common. SQLite ignores the case of the
  /// 26 ASCII letters in names, but not of other letters.
  package init(foldingCaseOf name: String) {
    self.init(String(decoding: name.utf8.map(RowCell.folded), as: UTF8.self))
  }
}
