import SQLiteTestSupport
import Testing

@testable import StateGraphSQLite

@Suite struct FlushScheduleTests {
  @Test func `a flush covers the commits before it, and none after its beginning`() {
    var schedule = FlushSchedule()
    let numbers = [schedule.didCommit(), schedule.didCommit()]
    let begins1 = schedule.begins(for: numbers[0])
    #expect(begins1)
    let later = schedule.didCommit()
    let begins2 = schedule.begins(for: later)
    #expect(!begins2)
    #expect(!schedule.isDurable(numbers[0]))
    schedule.didFlush(nil)
    #expect(schedule.isDurable(numbers[0]) && schedule.isDurable(numbers[1]))
    #expect(!schedule.isDurable(later))
    let begins3 = schedule.begins(for: later)
    #expect(begins3)
    schedule.didFlush(nil)
    #expect(schedule.isDurable(later))
  }

  @Test func `after a failed flush, commits fail until the log is written again`() {
    var schedule = FlushSchedule()
    let first = schedule.didCommit()
    let begins4 = schedule.begins(for: first)
    #expect(begins4)
    let second = schedule.didCommit()
    schedule.didFlush(FlushFailure(code: TestDisk.failedFlush))
    #expect(schedule.fails(first) && schedule.fails(second))
    schedule.commitDidFlush()
    #expect(schedule.fails(second))
    schedule.didRewrite()
    #expect(schedule.isDurable(first) && schedule.isDurable(second))
  }

  @Test func `the end waits for a running flush, also if a failure is known`() {
    var schedule = FlushSchedule()
    let first = schedule.didCommit()
    let begins = schedule.begins(for: first)
    #expect(begins)
    if let failure = FlushFailure(code: TestDisk.failedFlush) { schedule.commitDidFail(failure) }
    #expect(schedule.fails(first))
    guard case .wait(let count) = schedule.nextStepOfEnd() else {
      Issue.record("The connection would close during the flush.")
      return
    }
    _ = schedule.didCommit()
    schedule.didFlush(nil)
    #expect(schedule.endCount > count)
    guard case .failed = schedule.nextStepOfEnd() else {
      Issue.record("The failure is forgotten.")
      return
    }
  }

  @Test func `a schedule is crowded while commits wait, and after a shared flush`() {
    var schedule = FlushSchedule()
    #expect(!schedule.isCrowded)
    let numbers = [schedule.didCommit(), schedule.didCommit()]
    #expect(schedule.isCrowded)
    let begins5 = schedule.begins(for: numbers[1])
    #expect(begins5)
    schedule.didFlush(nil)
    #expect(schedule.isCrowded)
    let alone = schedule.didCommit()
    let begins6 = schedule.begins(for: alone)
    #expect(begins6)
    schedule.didFlush(nil)
    #expect(!schedule.isCrowded)
  }
}

extension FlushSchedule {
  fileprivate func isDurable(_ number: UInt64) -> Bool {
    var copy = self
    if case .isDurable = copy.nextStep(for: number) { return true }
    return false
  }

  fileprivate func fails(_ number: UInt64) -> Bool {
    var copy = self
    if case .failed = copy.nextStep(for: number) { return true }
    return false
  }

  fileprivate mutating func begins(for number: UInt64) -> Bool {
    if case .flush = nextStep(for: number) { return true }
    return false
  }
}
