import ImportTestSupport
import Testing

@testable import StateGraphFormats
@testable import StateGraphImport

@Suite("How far an import is, in words") struct ProgressTextTests {
  private func progress(
    bytes: Int64,
    of total: Int64? = 1_000,
    records: Int,
    resumedBytes: Int64 = 0,
    resumedRecords: Int = 0
  ) -> ImportProgress {
    ImportProgress(
      path: "a.csv",
      bytesRead: bytes,
      totalBytes: total,
      records: records,
      resumedBytes: resumedBytes,
      resumedRecords: resumedRecords
    )
  }

  @Test func `rate and remaining time count only the records that this run reads`() {
    // This run has read a quarter in ten seconds, and a quarter remains.
    let resumed = progress(
      bytes: 750,
      records: 7_500,
      resumedBytes: 500,
      resumedRecords: 5_000
    )
    #expect(ProgressText(resumed, seconds: 10).words == "7,500 records, 250/s, 75 %, 10 s left")
    let new = progress(bytes: 750, records: 7_500)
    #expect(ProgressText(new, seconds: 10).words == "7,500 records, 750/s, 75 %, 3 s left")
  }

  @Test func `while records are read over there is neither rate nor time left`() {
    let state = progress(bytes: 500, records: 5_000, resumedBytes: 500, resumedRecords: 5_000)
    #expect(ProgressText(state, seconds: 3).words == "5,000 records, 50 %")
    #expect(ProgressText(state, seconds: 3).fitting(columns: 20) == "50 % 5,000 records")
  }

  @Test func `of a pipe only the records are known`() {
    let state = progress(bytes: 9_000, of: nil, records: 40)
    #expect(ProgressText(state, seconds: 4).words == "40 records, 10/s")
  }

  @Test(arguments: [
    (79, "[##########----------] 50 % 1,000 records 100/s 10 s left"),
    (40, "50 % 1,000 records 100/s 10 s left"), (30, "50 % 1,000 records 10 s left"),
    (20, "50 % 1,000 records"), (5, "50 %"), (3, ""),
  ])
  func `parts that do not fit are left out, the least important first`(columns: Int, text: String) {
    let state = progress(bytes: 500, records: 1_000)
    #expect(ProgressText(state, seconds: 10).fitting(columns: columns) == text)
  }
}
