extension ByteText {
  /// Creates the lower-case form of `name`, which is the same for all names that SQLite treats as
  /// equal.
  ///
  /// SQLite ignores the case of the 26 ASCII letters in names, but not of other letters.
  package init(foldingCaseOf name: String) {
    self.init(String(decoding: name.utf8.map(RowCell.folded), as: UTF8.self))
  }
}
