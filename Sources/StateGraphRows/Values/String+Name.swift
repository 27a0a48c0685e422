extension String {
  /// Returns whether SQLite treats both strings as the same name.
  ///
  /// SQLite ignores the case of the 26 ASCII letters. The case of other letters counts.
  package func isSameName(as other: String) -> Bool {
    foldingASCII(self).elementsEqual(foldingASCII(other))
  }
}

private func foldingASCII(_ name: String) -> some Sequence<UInt8> {
  name.utf8.lazy.map { (65...90).contains($0) ? $0 + 32 : $0 }
}
