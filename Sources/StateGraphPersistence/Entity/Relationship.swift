/// What the state of an entity keeps for a relationship that has been read.
protocol Relationship: AnyObject {
  /// The open write has inserted the row of the entity: writes the children that were assigned
  /// before.
  func attach(_ attachment: EntityAttachment) throws

  /// The write that inserted the row was rolled back: restores the children that were assigned
  /// before.
  func detach()

  /// The write that inserted the row was committed. Returns the objects that were kept for a
  /// rollback; the caller releases them where user code may run.
  func didCommitInsertion() -> [AnyObject]
}
