extension String {
  /// Whether SQLite takes both for the same name. SQLite folds the 26 ASCII letters and no others.
  package func isSameName(as other: String) -> Bool {
    foldingASCII(self).elementsEqual(foldingASCII(other))
  }
}

private func foldingASCII(_ name: String) -> some Sequence<UInt8> {
  name.utf8.lazy.map { (65...90).contains($0) ? $0 + 32 : $0 }
}
