// What the initialiser that `@Entity` writes calls.

extension EntityState {
  /// Gives a new entity the values of all its columns, in their order. Nobody else has it yet.
  public func initialize(_ values: [InitialValue]) {
    for (index, value) in values.enumerated() { _ = setDetached(index, value) }
  }
}
