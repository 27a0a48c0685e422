extension String {
  /// Whether SQLite holds both to be one name: it folds the 26 ASCII letters and nothing else.
  package func isSameName(as other: String) -> Bool {
    foldingASCII(self).elementsEqual(foldingASCII(other))
  }
}

private func foldingASCII(_ name: String) -> some Sequence<UInt8> {
  name.utf8.lazy.map { (65...90).contains($0) ? $0 + 32 : $0 }
}
