import CStateGraphThreads
import Glibc

/// Continues an evaluation on additional stack memory when a thread's own stack is nearly full.
///
/// If a chain of computed nodes has never been read, the closures have to call each other, one
/// inside the other. Without this type, the possible length of such a chain would depend on the
/// thread: Swift tasks have 512 KiB of stack, the main thread has 8 MiB. If fewer than `reserve`
/// bytes are left, the evaluation continues on the same thread, but on newly mapped stack memory.
enum StackSegment {
  /// The number of bytes of stack that the user's closure can use at least.
  private static let reserve: UInt = 160 << 10
  private static let size = 4 << 20
  /// The largest number of segments at one time. 256 segments of 4 MiB are one gibibyte. A deeper
  /// recursion is treated as endless.
  private static let countLimit: UInt32 = 256

  @inline(__always)
  static var isNeeded: Bool {
    let thread = stategraph_thread_current()
    // If no closure is running on this thread, the recursion is not deep, so no check is needed.
    guard thread.pointee.running != nil else { return false }
    if thread.pointee.stack_limit == 0 { findLimit() }
    return stategraph_frame_address() < thread.pointee.stack_limit
  }

  @inline(never)
  private static func findLimit() {
    let base = stategraph_stack_base()
    let here = stategraph_frame_address()
    // If less than twice the reserve is left, the limit is set to half of what is left. Otherwise a
    // thread with a small stack could not use its own stack at all.
    let available = here > base ? here - UInt(base) : 0
    stategraph_thread_current().pointee.stack_limit =
      base == 0 ? 1 : UInt(base) + min(reserve, available / 2)
  }

  /// Maps a new stack segment, runs `body` on it, and unmaps the segment. If the system cannot
  /// provide the memory, `body` runs on the current stack.
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
