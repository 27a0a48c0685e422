import Glibc

/// The number of a new migration file.
///
/// The number is one above the highest number in the folder. If the highest number is a time, such
/// as `20261122072000`, the new number is the current time.
struct MigrationNumber {
  /// The digits with which the name of the file begins.
  let digits: String

  /// Chooses the number of a new file. Returns nil if the highest number in the folder is the
  /// largest possible one.
  ///
  /// - Parameters:
  ///   - files: The files of the folder.
  ///   - now: The current time in seconds since 1970.
  init?(after files: [MigrationFileName], now: time_t) {
    guard let newest = files.max(by: { $0.version < $1.version }) else {
      digits = "0001"
      return
    }
    let (next, overflow) = newest.version.addingReportingOverflow(1)
    guard !overflow else { return nil }
    // A folder can contain a time in the future, for example from another time zone.
    let version = max(next, Self.time(like: newest.version, now: now) ?? 0)
    let width = newest.stem.prefix { $0.isASCII && $0.isNumber }.count
    let text = String(version)
    digits = String(repeating: "0", count: max(0, width - text.count)) + text
  }

  /// Returns the time `now` in UTC, as a number with as many digits as `version` has.
  ///
  /// Returns nil if `version` is not a time with or without seconds: `yyyyMMddHHmm` or
  /// `yyyyMMddHHmmss`.
  private static func time(like version: Int, now: time_t) -> Int? {
    let count = String(version).count
    guard count == 12 || count == 14 else { return nil }
    let minutes = count == 14 ? version / 100 : version
    let (month, day) = (minutes / 1_000_000 % 100, minutes / 10_000 % 100)
    guard (1970...9999).contains(minutes / 100_000_000), (1...12).contains(month),
      (1...31).contains(day), minutes / 100 % 100 < 24, minutes % 100 < 60
    else { return nil }
    var (moment, parts) = (now, tm())
    guard gmtime_r(&moment, &parts) != nil else { return nil }
    let values = [parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec]
    let kept = count == 14 ? values[...] : values.dropLast()
    return kept.reduce(Int(parts.tm_year) + 1900) { $0 * 100 + Int($1) }
  }
}
