import CStateGraphThreads
import Glibc

/// More stack for a thread whose own is nearly used up.
///
/// A chain that nobody has read yet can only be evaluated by closures that read each other, one
/// inside the other. How long a chain may be then would be a question of which thread asks (512 KiB
/// where tasks run, 8 MiB on the main thread); instead the walk goes on on a piece of stack of its
/// own, on the same thread, and comes back.
enum StackSegment {
  /// What a closure of the user's may count on.
  private static let reserve: UInt = 160 << 10
  private static let size = 4 << 20
  /// A gibibyte: what does not end by then does not end.
  private static let countLimit: UInt32 = 256

  @inline(__always)
  static var isNeeded: Bool {
    let thread = stategraph_thread_current()
    // Only a closure inside a closure can be deep.
    guard thread.pointee.running != nil else { return false }
    if thread.pointee.stack_limit == 0 { findLimit() }
    return stategraph_frame_address() < thread.pointee.stack_limit
  }

  @inline(never)
  private static func findLimit() {
    let base = stategraph_stack_base()
    let here = stategraph_frame_address()
    // A small stack keeps a quarter; a thread that is there already, half of what it has left.
    let available = here > base ? here - UInt(base) : 0
    stategraph_thread_current().pointee.stack_limit =
      base == 0 ? 1 : UInt(base) + min(reserve, available / 2)
  }

  /// Runs `body` on a new segment.
  @inline(never)
  static func call(_ body: () -> Void) {
    let thread = stategraph_thread_current()
    guard thread.pointee.stack_segment_count < countLimit else {
      programmerError(
        "Computed nodes read each other more than a gibibyte of stack deep. Read them from the "
          + "source's end first, or look for a closure that makes a new node at every step."
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
