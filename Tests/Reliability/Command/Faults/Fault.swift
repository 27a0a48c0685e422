import ArgumentParser
import CFaults
import StateGraphSQLite

/// A failure of a layer below SQLite.
enum Fault: String, CaseIterable, ExpressibleByArgument {
  /// An allocation of SQLite fails.
  case memory
  // Failures of SQLite's calls to its file system.
  case read, write, full, sync, truncate, size, lock, delete, access
  case open = "cannot-open"
  case shmMap = "shm-map"
  case shmLock = "shm-lock"
  // Failures of system calls of that file system.
  case eio, enospc, eacces, emfile, eintr
  /// The kernel reads or writes fewer bytes than requested.
  case short

  static let inputOutput = allCases.filter { $0 != .memory }

  /// Whether no caller notices the fault: SQLite repeats an interrupted or partial call.
  var isAlwaysSurvived: Bool { self == .eintr || self == .short }

  /// Whether the fault can persist. SQLite would repeat a call forever if each try was interrupted.
  var canPersist: Bool { !isAlwaysSurvived }

  /// The codes with which the library may report the fault.
  var codes: Set<DatabaseError.Code> {
    switch self {
    case .memory: [.outOfMemory]
    case .full: [.diskFull]
    case .open: [.cannotOpen, .inputOutput]
    case .emfile: [.cannotOpen, .inputOutput]
    // A log cannot be created in the folder (SQLITE_READONLY_DIRECTORY).
    case .eacces: [.cannotOpen, .permission, .inputOutput, .readOnly]
    case .enospc: [.diskFull, .inputOutput, .cannotOpen]
    // SQLite reports bytes that the disk cannot read as damage (SQLITE_IOERR_CORRUPTFS).
    case .eio: [.inputOutput, .cannotOpen, .corrupt]
    case .eintr, .short: []
    default: [.inputOutput]
    }
  }

  /// The operation of the file system that fails, and its result code.
  private var operation: (mask: Int, code: Int32)? {
    func inputOutput(_ detail: Int32) -> Int32 { 10 | detail << 8 }
    return switch self {
    case .read: (FAULTS_READ, inputOutput(1))
    case .write: (FAULTS_WRITE, inputOutput(3))
    case .full: (FAULTS_WRITE, 13)
    case .sync: (FAULTS_SYNC, inputOutput(4))
    case .truncate: (FAULTS_TRUNCATE, inputOutput(6))
    case .size: (FAULTS_FILE_SIZE, inputOutput(7))
    case .delete: (FAULTS_DELETE, inputOutput(10))
    case .access: (FAULTS_ACCESS, inputOutput(13))
    case .lock: (FAULTS_LOCK, inputOutput(15))
    case .shmLock: (FAULTS_SHM_LOCK, inputOutput(20))
    case .shmMap: (FAULTS_SHM_MAP, inputOutput(21))
    case .open: (FAULTS_OPEN, 14)
    default: nil
    }
  }

  /// The system calls that fail, the error number, and the action.
  private var systemCall: (names: Set<String>, code: Int32, action: Int)? {
    let reads: Set = ["read", "pread", "pread64"]
    let writes: Set = ["write", "pwrite", "pwrite64"]
    return switch self {
    case .eio: (reads.union(writes).union(["ftruncate", "fstat"]), 5, FAULTS_FAIL)
    case .enospc: (writes.union(["ftruncate", "mmap", "open"]), 28, FAULTS_FAIL)
    case .eacces: (["open", "unlink", "access", "stat", "fchmod"], 13, FAULTS_FAIL)
    case .emfile: (["open", "openDirectory"], 24, FAULTS_FAIL)
    case .eintr: (reads.union(writes).union(["open", "ftruncate"]), 4, FAULTS_FAIL)
    case .short: (reads.union(writes), 0, FAULTS_SHORT)
    default: nil
    }
  }

  /// Prepares the process for the fault. Call it before the process uses SQLite.
  func install() throws {
    let result =
      if self == .memory {
        faults_memory_install()
      } else if operation != nil {
        faults_vfs_install()
      } else {
        faults_system_calls_install()
      }
    guard result == 0 else { throw Violation("the fault cannot be installed: \(result)") }
  }

  /// Makes the fault happen at the call with this number or, if it persists, at every call from
  /// there on.
  func arm(at point: Int, persists: Bool) {
    if self == .memory {
      faults_memory_arm(Int64(point), persists)
    } else if let operation {
      faults_vfs_arm(
        faults_plan(
          operations: UInt32(operation.mask),
          action: Int32(FAULTS_FAIL),
          code: operation.code,
          at: Int64(point),
          persists: persists
        )
      )
    } else if let systemCall {
      faults_system_calls_arm(
        faults_plan(
          operations: SystemCalls.mask { systemCall.names.contains($0) },
          action: Int32(systemCall.action),
          code: systemCall.code,
          at: Int64(point),
          persists: persists
        )
      )
    }
  }

  /// Ends the fault. Returns how often it happened.
  func disarm() -> Int {
    let count =
      if self == .memory {
        faults_memory_disarm()
      } else if operation != nil {
        faults_vfs_disarm()
      } else {
        faults_system_calls_disarm()
      }
    return Int(count.hit)
  }
}

/// The system calls that SQLite makes, as bits of a mask.
enum SystemCalls {
  static func mask(where isWanted: (String) -> Bool) -> UInt32 {
    var mask: UInt32 = 0
    for index in 0..<faults_system_call_count() {
      guard let name = faults_system_call_name(index), isWanted(String(cString: name)) else {
        continue
      }
      mask |= 1 << UInt32(index)
    }
    return mask
  }
}
