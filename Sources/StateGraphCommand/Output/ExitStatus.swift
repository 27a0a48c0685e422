/// The exit codes of the command. All of them except 1 (`negative`) are those of sysexits.h.
enum ExitStatus {
  static let negative: Int32 = 1
  static let usage: Int32 = 64
  static let badData: Int32 = 65
  static let noInput: Int32 = 66
  static let internalError: Int32 = 70
  static let cannotCreate: Int32 = 73
  static let inputOutput: Int32 = 74
  static let temporary: Int32 = 75
  static let permission: Int32 = 77
  static let schema: Int32 = 78

  /// The text that the help of `stategraph` shows after its summary.
  ///
  /// `Scripts/manual` converts the second paragraph into a list of exit codes. Each semicolon
  /// starts a new item, so a semicolon may stand only between two exit codes.
  static let discussion = """
    Data goes to standard output, messages and progress to standard error.

    Exit status: 0 success; 1 finished, but records were rejected or a check found a problem; \
    64 wrong usage; 65 bad data, and only complete batches were committed; 66 an input or the \
    database is missing or cannot be read; 70 a bug; 73 an output cannot be created; 74 a disk \
    failed or is full; 75 the database is locked, try again; 77 permission denied; 78 the schema \
    or the migrations do not match, masks do not name a column, or the file belongs to another \
    program; 130 and 143 stopped by SIGINT or SIGTERM.
    """
}
