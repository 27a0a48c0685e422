import StateGraphSQLite

/// A row that only one thread sees, inside its open write or its snapshot.
enum PrivateRow {
  case readable(RowImage)
  /// The row contains a value that a property cannot hold.
  case unreadable(RowImage)
  case missing

  /// Creates the private row from its values.
  ///
  /// - Parameters:
  ///   - image: The row, or nil if it does not exist.
  ///   - isReadable: Returns whether the properties can hold the row's values. May call user code.
  init(_ image: RowImage?, isReadable: (RowImage) -> Bool) {
    guard let image else {
      self = .missing
      return
    }
    self = isReadable(image) ? .readable(image) : .unreadable(image)
  }

  /// The values of the row if the properties can hold them. Otherwise nil.
  var readableImage: RowImage? {
    if case .readable(let image) = self { image } else { nil }
  }

  /// The values of the row, even if a property cannot hold one of them, or nil if the row is
  /// missing.
  var image: RowImage? {
    switch self {
    case .readable(let image), .unreadable(let image): image
    case .missing: nil
    }
  }
}
