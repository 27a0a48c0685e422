import CStateGraphThreads
import Glibc

/// Provides more stack for a thread whose own stack is nearly used up.
///
/// A chain that has never been read can only be evaluated by closures that call each other, one
/// inside the other. Without this type the possible length of such a chain would depend on the
/// reading thread: tasks run with 512 KiB of stack, the main thread with 8 MiB. When less than
/// `reserve` is left, the evaluation continues on a newly mapped segment of stack, on the same
/// thread.
enum StackSegment {
  /// The number of bytes that are left for the user's closure when it begins.
  private static let reserve: UInt = 160 << 10
  private static let size = 4 << 20
  /// 256 segments of 4 MiB are one gibibyte. Deeper recursion is treated as endless.
  private static let countLimit: UInt32 = 256

  @inline(__always)
  static var isNeeded: Bool {
    let thread = stategraph_thread_current()
    // The depth can only grow when a closure runs inside another closure.
    guard thread.pointee.running != nil else { return false }
    if thread.pointee.stack_limit == 0 { findLimit() }
    return stategraph_frame_address() < thread.pointee.stack_limit
  }

  @inline(never)
  private static func findLimit() {
    let base = stategraph_stack_base()
    let here = stategraph_frame_address()
    // If less than twice the reserve is left, the limit is half of what is left, so that small
    // stacks can be used too.
    let available = here > base ? here - UInt(base) : 0
    stategraph_thread_current().pointee.stack_limit =
      base == 0 ? 1 : UInt(base) + min(reserve, available / 2)
  }

  /// Maps a new segment, runs `body` on it, and unmaps it. If the system has no memory for a
  /// segment, `body` runs on the current stack.
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
