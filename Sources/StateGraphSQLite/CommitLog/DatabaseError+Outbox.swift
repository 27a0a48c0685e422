extension DatabaseError {
  static var damagedOutbox: DatabaseError {
    DatabaseError(
      .corrupt,
      "The outbox of the replicated file is damaged.",
      remedy: "Reconcile the file with the server. Pending writes in the damaged part are lost."
    )
  }
}
