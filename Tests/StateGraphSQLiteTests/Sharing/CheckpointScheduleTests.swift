import Testing

@testable import StateGraphSQLite

@Suite struct CheckpointScheduleTests {
  @Test func `a log is due at a thousand pages and not before`() {
    var schedule = CheckpointSchedule()
    let isDue = [1, 500, 999, 1_000].map { schedule.isDue(at: $0) }
    #expect(isDue == [false, false, false, true])
  }

  @Test func `a checkpoint that moved too few pages is tried again after 250 more pages`() {
    var schedule = CheckpointSchedule()
    let isDueAtFirst = schedule.isDue(at: 1_200)
    #expect(isDueAtFirst)
    let empties = schedule.didMove(10, of: 1_200)
    #expect(!empties)
    let isDue = [1_201, 1_449, 1_450].map { schedule.isDue(at: $0) }
    #expect(isDue == [false, false, true])
  }

  @Test func `a log that restarts is counted from its beginning`() {
    var schedule = CheckpointSchedule()
    let isDueAtFirst = schedule.isDue(at: 1_000)
    #expect(isDueAtFirst)
    let empties = schedule.didMove(1_000, of: 1_000)
    #expect(!empties)
    let isDue = [3, 999, 1_001].map { schedule.isDue(at: $0) }
    #expect(isDue == [false, false, true])
  }

  @Test func `a long log is emptied once all of it is in the file, and then a longer one`() {
    var schedule = CheckpointSchedule()
    let empties = [(3_999, 4_000), (4_250, 4_250), (8_499, 8_499), (8_500, 8_500)].map {
      schedule.didMove($0, of: $1)
    }
    #expect(empties == [false, true, false, true])
    schedule.didEmpty()
    let isDue = [10, 1_000].map { schedule.isDue(at: $0) }
    #expect(isDue == [false, true])
    let emptiesAnew = [8_500, 17_000].map { schedule.didMove($0, of: $0) }
    #expect(emptiesAnew == [false, true])
  }

  @Test func `a very long log is emptied each time, and with readers not at every page`() {
    var schedule = CheckpointSchedule()
    let empties = [1_000_000, 1_000_999, 1_001_000].map { schedule.didMove($0, of: $0) }
    #expect(empties == [true, false, true])
    schedule.didEmpty()
    let emptiesAnew = [63_999, 64_000].map { schedule.didMove($0, of: $0) }
    #expect(emptiesAnew == [false, true])
  }
}
