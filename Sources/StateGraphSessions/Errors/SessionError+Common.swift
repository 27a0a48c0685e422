import StateGraphSQLite

// MARK: - Opening and restoring

extension SessionError {
  static func inUse(_ session: String) -> SessionError {
    SessionError(
      .inUse,
      "It is in use by another process, another Session object or a running machine.",
      remedy: "End the other use, or open a session with another name.",
      session: session
    )
  }

  static func unreadable(_ session: String, cause: any Error) -> SessionError {
    SessionError(
      .unreadable,
      "The database cannot read or write it. \((cause as? DatabaseError)?.message ?? "\(cause)")",
      remedy: (cause as? DatabaseError)?.remedy ?? "",
      session: session,
      cause: cause
    )
  }

  static func unknownTable(_ table: String, session: String) -> SessionError {
    SessionError(
      .unknownTable,
      "The table \(table) of the file is not the one that this version of the library creates.",
      remedy: "Update the program, or rename the table.",
      session: session
    )
  }

  static func foreignState(_ session: String, expected: String) -> SessionError {
    SessionError(
      .foreignState,
      "It contains the state of another transducer than \(expected).",
      remedy: "Open a session with another name, or set this one aside.",
      session: session
    )
  }

  static func newerState(_ session: String, version: Int64, known: Int) -> SessionError {
    SessionError(
      .newerState,
      "Its state has version \(version), and this program knows versions up to \(known).",
      remedy: "Update the program, or set the session aside.",
      session: session
    )
  }

  static func olderState(_ session: String, version: Int64, cause: (any Error)?) -> SessionError {
    SessionError(
      .olderState,
      "Its state has version \(version), and migrate(_:from:) did not convert it.",
      remedy: "Convert this version, or set the session aside.",
      session: session,
      cause: cause
    )
  }

  static func damagedState(_ session: String, cause: any Error) -> SessionError {
    SessionError(
      .damagedState,
      "Its state cannot be decoded.",
      remedy: "Set the session aside, or increase the version of the state and convert it.",
      session: session,
      cause: cause
    )
  }

  static func damagedLog(_ session: String) -> SessionError {
    SessionError(
      .damagedState,
      "The number of its newest logged transition is not one that the library writes.",
      remedy: "Set the session aside, or open it without a log.",
      session: session
    )
  }

  static func damagedRequest(_ session: String, cause: any Error) -> SessionError {
    SessionError(
      .damagedRequest,
      "A stored request cannot be decoded.",
      remedy: "Set the session aside, or keep the type of requests decodable.",
      session: session,
      cause: cause
    )
  }
}

// MARK: - Transitions

extension SessionError {
  /// Returns the error of a refused transition.
  ///
  /// - Parameter error: The reason. A `SessionError` is returned as it is.
  static func refused(_ session: String, error: any Error) -> SessionError {
    if let error = error as? SessionError { return error }
    let database = error as? DatabaseError
    return SessionError(
      .refused,
      database?.message ?? "\(error)",
      remedy: database?.remedy ?? "",
      session: session,
      cause: error
    )
  }

  static func unencodable(_ session: String, cause: any Error) -> SessionError {
    SessionError(
      .unencodableState,
      "The new state or a request cannot be encoded as JSON.",
      remedy: "Keep values without a JSON form, such as NaN, out of the state.",
      session: session,
      cause: cause
    )
  }

  static func changedElsewhere(_ session: String) -> SessionError {
    SessionError(
      .changedElsewhere,
      "Another program has changed or removed its row.",
      remedy: "Restore the machine again.",
      session: session
    )
  }

  static func superseded(_ session: String) -> SessionError {
    SessionError(
      .inUse,
      "Another machine was restored from it since.",
      remedy: "Send events to the newer machine.",
      session: session
    )
  }
}
