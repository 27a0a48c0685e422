extension Entity {
  /// The entity as a call of its initialiser, such as `Author("ada", name: "Ada")`.
  ///
  /// The text contains the values that the calling thread would read from the properties, in the
  /// form that the columns store. A reference is the key of the related entity, and a long text is
  /// shortened. No related row is read, no column conversion runs, and a `Computed` does not depend
  /// on the text. Inside a write or a snapshot, one SELECT for the entity's own row may run.
  public var debugDescription: String { EntityDescription(self).text }

  /// The identifier and the columns, for `dump` and debuggers.
  ///
  /// The values are those of ``debugDescription``.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: EntityDescription(self).children,
      displayStyle: .class,
      ancestorRepresentation: .suppressed
    )
  }
}
