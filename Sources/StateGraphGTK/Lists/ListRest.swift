#if GTK

/// The pause after a list has shown rows that change all the time, such as those of an import. The
/// newest rows wait, and the main actor has time for the input of the user.
enum ListRest {
  /// The pause is this many times as long as it took to show the rows.
  private static var factor: Int { 4 }

  static func after(showing duration: Duration) -> Duration {
    min(duration * factor, .seconds(1))
  }
}

#endif
