import CStateGraphThreads
import Glibc

/// Continues an evaluation on additional stack memory when a thread's own stack is nearly full.
///
/// When a chain of computed nodes is read for the first time, each closure reads the next node and
/// so calls the next closure. Without this type, the size of the thread's stack would limit the
/// length of the chain. A Swift task has 512 KiB of stack, and the main thread has 8 MiB.
///
/// If fewer than `reserve` bytes are left, the evaluation continues on newly mapped memory. The
/// thread stays the same.
enum StackSegment {
  /// The number of stack bytes that are left for a user's closure before a new segment is mapped.
  private static let reserve: UInt = 160 << 10
  private static let size = 4 << 20
  /// The largest number of segments that one thread can use at a time.
  ///
  /// 256 segments of 4 MiB are 1 GiB. A deeper recursion is regarded as endless, and ends the
  /// program.
  private static let countLimit: UInt32 = 256

  @inline(__always)
  static var isNeeded: Bool {
    let thread = stategraph_thread_current()
    // If no closure is running on this thread, the recursion is not deep, and no check is needed.
    guard thread.pointee.running != nil else { return false }
    if thread.pointee.stack_limit == 0 { findLimit() }
    return stategraph_frame_address() < thread.pointee.stack_limit
  }

  @inline(never)
  private static func findLimit() {
    let base = stategraph_stack_base()
    let here = stategraph_frame_address()
    // At most half of the remaining stack is kept in reserve. With a fixed reserve, a thread with a
    // small stack could not use its own stack at all.
    let available = here > base ? here - UInt(base) : 0
    stategraph_thread_current().pointee.stack_limit =
      base == 0 ? 1 : UInt(base) + min(reserve, available / 2)
  }

  /// Runs `body` on a new stack segment, and unmaps the segment afterwards.
  ///
  /// If the system cannot provide the memory, `body` runs on the current stack. If this thread
  /// already uses `countLimit` segments, the program ends with a message.
  @inline(never)
  static func call(_ body: () -> Void) {
    let thread = stategraph_thread_current()
    guard thread.pointee.stack_segment_count < countLimit else {
      programmerError(
        "The closures of computed nodes call each other more than a gibibyte of stack deep. Read "
          + "the nodes in the order of their dependencies, or look for a closure that creates a "
          + "new node in each run."
      )
    }
    let protection = PROT_READ | PROT_WRITE
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK
    guard let base = mmap(nil, size, protection, flags, -1, 0), base != MAP_FAILED else {
      return body()
    }
    let pageSize = sysconf(Int32(_SC_PAGESIZE))
    mprotect(base, pageSize, PROT_NONE)
    let outerLimit = thread.pointee.stack_limit
    thread.pointee.stack_limit = UInt(bitPattern: base) + UInt(pageSize) + reserve
    thread.pointee.stack_segment_count += 1
    withoutActuallyEscaping(body) { body in
      var body = body
      withUnsafeMutablePointer(to: &body) { pointer in
        stategraph_call_on_stack(
          base,
          size,
          { argument in
            argument.assumingMemoryBound(to: (() -> Void).self).pointee()
          },
          pointer
        )
      }
    }
    thread.pointee.stack_segment_count -= 1
    thread.pointee.stack_limit = outerLimit
    munmap(base, size)
  }
}
